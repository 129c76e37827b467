import { Bench } from 'tinybench';
import { Indexer, Lister, recordOf } from 'kube-informer';
import type { KubernetesObject, ObjectRecord } from 'kube-informer';
import { WorkQueue } from 'kube-informer/workqueue';
import { BytesSource } from '../lib/bytes-source.js';
import { ObjectSource } from '../lib/object-source.js';
import { median, printTable } from '../lib/table.js';

// Enough that a scan hurts, few enough that filling them does not take longer than measuring.
const OBJECTS = 10_000;

// The first two warm the code up: the median is one of the others.
const ROUNDS = 5;

/** The operations a user feels, each beside the obvious way to do without us. No targets: they are printed to be compared. */
export async function benchMicro(): Promise<boolean> {
  console.log(`\nMicro: ${OBJECTS} objects in the cache\n`);
  const source = new ObjectSource(OBJECTS, 2_048);
  const indexer = new Indexer<KubernetesObject, 'node'>({ indexers: { node: 'spec.nodeName' } });
  const plain = new Map<string, KubernetesObject & { spec: { nodeName: string } }>();
  for (let index = 0; index < OBJECTS; index++) {
    const text = source.text(index);
    const record = recordOf(JSON.parse(text) as KubernetesObject);
    indexer.add(record);
    plain.set(record.key, JSON.parse(text) as KubernetesObject & { spec: { nodeName: string } });
  }
  const lister = new Lister(indexer, 'pods');
  const queue = new WorkQueue<string>();

  const bench = new Bench({ time: 300, warmupTime: 100 });
  bench
    .add('get by key: indexer', () => indexer.get('team-7/web-7'))
    .add('get by key: Map', () => plain.get('team-7/web-7'))
    .add('by node: index over a field', () => indexer.byIndex('node', 'node-7'))
    .add('by node: Map and filter', () => [...plain.values()].filter((object) => object.spec.nodeName === 'node-7'))
    .add('by namespace: lister', () => lister.namespace('team-7').list())
    .add('by namespace: Map and filter', () =>
      [...plain.values()].filter((object) => object.metadata.namespace === 'team-7'),
    )
    .add('by label: lister', () => lister.list({ labelSelector: 'app=web-7' }))
    .add('by label: Map and filter', () =>
      [...plain.values()].filter((object) => object.metadata.labels?.['app'] === 'web-7'),
    )
    .add('work queue: add, get, done', async () => {
      queue.add('team-7/web-7');
      const key = await queue.get();
      if (key !== undefined) queue.done(key);
    });
  await bench.run();
  printTable(
    ['', 'median, µs', 'a second'],
    bench.tasks.map(({ name, result }) => {
      if (!('latency' in result)) throw new Error(`${name} did not run: ${result.state}`);
      return [name, (result.latency.p50 * 1000).toFixed(2), Math.round(result.throughput.mean)];
    }),
  );
  queue.shutDown();
  await benchReads();
  return true;
}

/** What reading objects costs that came in protobuf, each once and then again, beside those that came in JSON. */
async function benchReads(): Promise<void> {
  const pods = new BytesSource(OBJECTS, 2_048);
  const rounds = Array.from({ length: ROUNDS }, () => ({ metadata: 0, first: 0, second: 0, parse: 0 }));
  for (const round of rounds) {
    const [some, others] = [await recordsOf(pods), await recordsOf(pods)];
    const texts = (await recordsOf(pods)).map(({ object }) => JSON.stringify(object));
    round.metadata = each(some, ({ object }) => object.metadata);
    round.first = each(others, ({ object }) => Object.values(object) as unknown[]);
    round.second = each(others, ({ object }) => Object.values(object) as unknown[]);
    round.parse = each(texts, (text) => JSON.parse(text) as unknown);
  }
  const row = (name: string, of: keyof (typeof rounds)[0]): string[] => [
    name,
    median(rounds.map((round) => round[of])).toFixed(2),
  ];
  console.log(`\nReads of pods of ${String(pods.itemBytes)} bytes in protobuf, managedFields included\n`);
  printTable(
    ['', 'median, µs'],
    [
      row('the metadata of an object, the first time', 'metadata'),
      row('all of an object, the first time', 'first'),
      row('all of an object, again', 'second'),
      row('JSON.parse of the same object', 'parse'),
    ],
  );
}

async function recordsOf(source: BytesSource): Promise<ObjectRecord[]> {
  const records: ObjectRecord[] = [];
  for await (const { items } of source.list({}, { signal: new AbortController().signal })) {
    for (const item of items) records.push(recordOf(item));
  }
  return records;
}

/** Microseconds for each. */
function each<T>(items: readonly T[], use: (item: T) => unknown): number {
  const startedAt = performance.now();
  for (const item of items) use(item);
  return ((performance.now() - startedAt) * 1000) / items.length;
}
