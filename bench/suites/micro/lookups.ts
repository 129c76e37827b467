import type { Answers } from './answers.js';
import { fillClientNode, fillInformer, fillMap, inEnvelope } from './caches.js';
import type { PodInformer } from './caches.js';
import { compare, repeated } from './measure.js';
import type { Comparison } from './measure.js';
import type { ClientNode } from './packages.js';

/** What the ways have in common of the pods they answer with. */
interface Found {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly spec: { readonly nodeName?: string };
}

/** What a cache is asked for: one pod, and those it has something in common with. */
interface Wanted {
  readonly key: string;
  readonly name: string;
  readonly namespace: string;
  readonly node: string;
  readonly app: string;
}

/** The questions one can ask a cache of pods. */
interface Cache {
  readonly name: string;
  byKey(wanted: Wanted): Found | undefined;
  byNode(wanted: Wanted): readonly Found[];
  byNamespace(wanted: Wanted): readonly Found[];
  byLabel(wanted: Wanted): readonly Found[];
}

// So many that each is asked for again before long, as a controller does with what it works on.
const QUESTIONS = 1_000;

/** What it takes to find pods in a cache of them, beside the caches one would use without us. */
export async function compareLookups({ list }: Answers, clientNode: ClientNode): Promise<Comparison[]> {
  const enveloped = inEnvelope(list.protobuf);
  const informers = {
    bytes: await fillInformer(enveloped),
    objects: await fillInformer(enveloped, { store: 'objects' }),
    indexed: await fillInformer(enveloped, { indexers: { app: 'metadata.labels.app' } }),
  };
  const theirs = await fillClientNode(clientNode, list.json);
  const map = fillMap(list.json);
  const ours = [
    ourCache('kube-informer', informers.bytes),
    ourCache(`kube-informer, store: 'objects'`, informers.objects),
  ];
  const indexed = ourCache('kube-informer, with an index over it', informers.indexed);
  const others: readonly Cache[] = [
    {
      name: 'client-node',
      byKey: ({ name, namespace }) => theirs.get(name, namespace),
      byNode: ({ node }) => theirs.list().filter(({ spec }) => spec.nodeName === node),
      byNamespace: ({ namespace }) => theirs.list(namespace),
      byLabel: ({ app }) => theirs.list().filter(({ metadata }) => metadata.labels?.['app'] === app),
    },
    {
      name: 'Map of JSON objects',
      byKey: ({ key }) => map.get(key),
      byNode: ({ node }) => [...map.values()].filter(({ spec }) => spec.nodeName === node),
      byNamespace: ({ namespace }) => [...map.values()].filter(({ metadata }) => metadata.namespace === namespace),
      byLabel: ({ app }) => [...map.values()].filter(({ metadata }) => metadata.labels?.['app'] === app),
    },
  ];

  const wanted = [...map]
    .filter((_, number) => number % (map.size / QUESTIONS) === 0)
    .map(([key, pod]) => wantedOf(key, pod));
  const ask = async (
    operation: string,
    caches: readonly Cache[],
    question: (cache: Cache, wanted: Wanted) => unknown,
  ): Promise<Comparison> => {
    const found = assertSame(
      operation,
      caches.map((cache) => namesIn(question(cache, wanted[1] as Wanted))),
    );
    return await compare(
      found === 1 ? operation : `${operation}, ${found} found`,
      caches.map((cache) =>
        repeated(cache.name, (number) => question(cache, wanted[number % wanted.length] as Wanted)),
      ),
    );
  };
  try {
    return [
      await ask('get by key', [...ours, ...others], (cache, one) => cache.byKey(one)),
      await ask('list by node', [...ours, ...others], (cache, one) => cache.byNode(one)),
      await ask('list by namespace', [...ours, ...others], (cache, one) => cache.byNamespace(one)),
      await ask('list by label', [...ours, indexed, ...others], (cache, one) => cache.byLabel(one)),
    ];
  } finally {
    await Promise.all([...Object.values(informers), theirs].map((each) => each.stop()));
  }
}

function ourCache(name: string, { indexer, lister }: PodInformer): Cache {
  return {
    name,
    byKey: ({ key }) => lister.get(key),
    byNode: ({ node }) => indexer.byIndex('node', node),
    byNamespace: ({ namespace }) => lister.namespace(namespace).list(),
    byLabel: ({ app }) => lister.list({ labelSelector: `app=${app}` }),
  };
}

function wantedOf(key: string, { metadata, spec }: Found): Wanted {
  const { name, namespace = '', labels } = metadata;
  return { key, name, namespace, node: spec.nodeName ?? '', app: labels?.['app'] ?? '' };
}

function namesIn(found: unknown): string[] {
  const pods = (Array.isArray(found) ? found : [found]) as readonly Found[];
  return pods.map(({ metadata }) => metadata.name).sort();
}

/** How many were found. Throws unless all found the same, and something. */
export function assertSame(operation: string, [first = [], ...others]: readonly (readonly string[])[]): number {
  const differs = others.some((names) => names.join() !== first.join());
  if (first.length === 0 || differs) throw new Error(`Not all caches answer "${operation}" with the same pods.`);
  return first.length;
}
