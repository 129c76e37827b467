import { SharedInformer } from 'kube-informer';
import type { ListerWatcher, ListPage, ObjectRecord } from 'kube-informer';
import type { Pod } from '../../../src/generated/kinds/core-v1.js';
import { writeUnknown } from '../../../src/wire/codec/index.js';
import { decodeList } from '../../../src/wire/index.js';
import { CONTENT_TYPE } from '../../lib/bytes-source.js';
import { podListType } from './answers.js';
import type { Answers } from './answers.js';
import { collect, compare } from './measure.js';
import type { Comparison, Way } from './measure.js';
import type { ClientNode, ClientNodeCache, ClientNodePod, Protobufjs } from './packages.js';
import { protobufTypeOf } from './protobuf-types.js';

// What a socket hands over at once.
const CHUNK = 64 * 1024;

/** Our cache of all pods, with an index of their nodes. */
export type PodInformer = SharedInformer<Pod, 'node'>;

/** Fills the cache of an informer from a list in protobuf. It is running: stop it. */
export async function fillInformer(
  list: Uint8Array,
  options: { readonly store?: 'bytes' | 'objects'; readonly indexers?: Readonly<Record<string, string>> } = {},
): Promise<PodInformer> {
  const informer: PodInformer = new SharedInformer<Pod, 'node'>(new OneList(list), {
    name: 'bench',
    ...options,
    indexers: { node: 'spec.nodeName', ...options.indexers },
  });
  let handled = 0;
  const { synced } = informer.addEventHandler({
    onAdd: () => {
      handled++;
    },
  });
  informer.start();
  await synced;
  assertFilled(handled, informer.indexer.size);
  return informer;
}

/** The records of a list in protobuf, as an informer gets them. */
export async function* recordsOf(list: Uint8Array): AsyncGenerator<ObjectRecord<Pod>[]> {
  for await (const { items } of decodeList<Pod>(CONTENT_TYPE, chunksOf(list))) yield items as ObjectRecord<Pod>[];
}

function* chunksOf(list: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < list.length; at += CHUNK) yield list.subarray(at, at + CHUNK);
}

/** Answers one list, and watches in silence. */
class OneList implements ListerWatcher<Pod> {
  readonly supportsWatchList = false;
  readonly #list: Uint8Array;

  constructor(list: Uint8Array) {
    this.#list = list;
  }

  async *list(): AsyncIterable<ListPage<Pod>> {
    for await (const items of recordsOf(this.#list)) yield { items, resourceVersion: '2000000' };
  }

  watch: ListerWatcher<Pod>['watch'] = async (_options, { signal }) => silence(signal);
}

async function* silence(signal: AbortSignal): AsyncGenerator<never> {
  await new Promise((resolve) => {
    signal.addEventListener('abort', resolve);
  });
}

/** Fills the cache of client-node's informer from a list in JSON, through its own client on a transport of ours. */
export async function fillClientNode(clientNode: ClientNode, json: Buffer): Promise<ClientNodeCache<ClientNodePod>> {
  const { CoreV1Api, ListWatch, ResponseContext, ServerConfiguration } = clientNode;
  const answer = { text: async () => json.toString() };
  const httpApi = clientNode.wrapHttpLibrary({
    send: async () => new ResponseContext(200, { 'content-type': 'application/json' }, answer),
  });
  const baseServer = new ServerConfiguration('https://bench.invalid', {});
  const api = new CoreV1Api(clientNode.createConfiguration({ baseServer, httpApi }));
  const watch = { watch: async () => new AbortController() };
  const cache = new ListWatch('/api/v1/pods', watch, async () => await api.listPodForAllNamespaces(), false);
  let handled = 0;
  let failed: unknown;
  cache.on('add', () => {
    handled++;
  });
  // Else it would say nothing of a list that it could not read.
  cache.on('error', (error) => {
    failed = error;
  });
  await cache.start();
  if (failed !== undefined) throw new Error('client-node could not read the list.', { cause: failed });
  assertFilled(handled, cache.list().length);
  return cache;
}

/** A map by key of what `JSON.parse` makes of a list. */
export function fillMap(json: Buffer): Map<string, Pod> {
  const { items } = JSON.parse(json.toString()) as { items: readonly Pod[] };
  return byKey(items);
}

function byKey<T extends { readonly metadata: { readonly name: string; readonly namespace?: string } }>(
  items: readonly T[],
): Map<string, T> {
  return new Map(items.map((item) => [`${item.metadata.namespace ?? ''}/${item.metadata.name}`, item]));
}

/** What it takes for a pod to get from the bytes of a list, with managedFields, into a cache. */
export async function compareFilling(
  { list, texts }: Answers,
  clientNode: ClientNode,
  protobufjs: Protobufjs,
): Promise<Comparison> {
  const enveloped = inEnvelope(list.protobuf);
  const podList = protobufTypeOf(protobufjs, podListType);
  const filling = (name: string, fill: () => unknown, empty?: () => Promise<void>): Way => ({
    name,
    async round() {
      collect();
      const startedAt = performance.now();
      await fill();
      const microseconds = ((performance.now() - startedAt) * 1000) / texts.length;
      await empty?.();
      return microseconds;
    },
  });
  let informer: PodInformer | undefined;
  const stop = async (): Promise<void> => await informer?.stop();
  return await compare('fill a cache, for each pod', [
    filling('kube-informer', async () => (informer = await fillInformer(enveloped)), stop),
    filling(
      "kube-informer, store: 'objects'",
      async () => (informer = await fillInformer(enveloped, { store: 'objects' })),
      stop,
    ),
    filling('client-node', () => fillClientNode(clientNode, list.json)),
    filling('JSON.parse and Map', () => fillMap(list.json)),
    filling('protobufjs and Map', () => {
      const { items } = podList.decode(list.protobuf) as unknown as { items: readonly Pod[] };
      return byKey(items);
    }),
  ]);
}

/** A list as it is sent. */
export function inEnvelope(list: Uint8Array): Uint8Array {
  return writeUnknown({ apiVersion: 'v1', kind: 'PodList', raw: list });
}

function assertFilled(handled: number, cached: number): void {
  if (handled === 0 || handled !== cached) throw new Error(`A handler saw ${handled} of ${cached} pods.`);
}
