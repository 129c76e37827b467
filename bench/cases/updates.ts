import { Store } from 'kube-informer';
import type { KubernetesObject, ObjectRecord } from 'kube-informer';
import { decodeWatch } from '../../src/wire/index.js';
import { BytesSource, CONTENT_TYPE } from '../lib/bytes-source.js';
import { StallMeter } from '../lib/stall-meter.mjs';

// Updates of random objects of random sizes, from bytes to store. Prints what it took as one line of JSON, and what the
// process holds after each tenth. With `read` every state is handed out, and one in a thousand is kept, as by a handler.
const [objects = 10_000, updates = 1_000_000, bytes = 2_048] = process.argv.slice(2, 5).map(Number);
const mode = process.argv[5] ?? 'read';
const KEPT = 1_000;
const EVENTS_PER_CHUNK = 20;
const MIB = 2 ** 20;

// The numbers of a linear congruential generator: the same run each time.
let seed = 1;
function random(below: number): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
}

const source = new BytesSource(objects, bytes);
const store = new Store<KubernetesObject>();
const kept: { object: KubernetesObject; version: string }[] = [];
let buildingMicroseconds = 0;

// Sizes that spread over several classes, as conditions and containers come and go.
const writers = Array.from({ length: 8 }, (_, level) => source.frames((level * bytes) / 16));

function* chunks(
  count: number,
  next: (number: number) => readonly [index: number, version: number],
): Generator<Buffer> {
  for (let number = 0; number < count;) {
    const before = process.cpuUsage();
    const events = Math.min(EVENTS_PER_CHUNK, count - number);
    const chosen = Array.from(
      { length: events },
      () => writers[random(2) * random(writers.length)] as (typeof writers)[0],
    );
    const chunk = Buffer.allocUnsafeSlow(chosen.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const writer of chosen) {
      const [index, version] = next(number++);
      writer.write(chunk, at, index, version);
      at += writer.length;
    }
    const { user, system } = process.cpuUsage(before);
    buildingMicroseconds += user + system;
    yield chunk;
  }
}

async function apply(all: Iterable<Buffer>): Promise<void> {
  let turn = 0;
  for await (const events of decodeWatch<KubernetesObject>(`${CONTENT_TYPE};stream=watch`, all)) {
    for (const { object } of events) {
      const record = object as ObjectRecord;
      store.update(record);
      if (mode === 'read') {
        const shown = record.object;
        if (random(KEPT) === 0) {
          const at = random(KEPT);
          const before = kept[at];
          if (before !== undefined && before.object.metadata.resourceVersion !== before.version)
            throw new Error('changed');
          kept[at] = { object: shown, version: record.resourceVersion };
        }
      }
    }
    if (++turn % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

const rssIdle = process.memoryUsage.rss();
await apply(chunks(objects, (number) => [number, 0]));
globalThis.gc?.();
const held = (): object => {
  const { rss, heapUsed, external } = process.memoryUsage();
  const memory = (store as unknown as { memory?: { used: number; capacity: number } }).memory;
  const mib = (size: number): number => Math.round(size / MIB);
  return {
    rss: mib(rss - rssIdle),
    heap: mib(heapUsed),
    external: mib(external),
    used: mib(memory?.used ?? 0),
    capacity: mib(memory?.capacity ?? 0),
  };
};
const afterFill = held();

buildingMicroseconds = 0;
const meter = new StallMeter();
const cpu = process.cpuUsage();
const startedAt = performance.now();
const tenths: object[] = [];
for (let tenth = 0; tenth < 10; tenth++) {
  await apply(chunks(updates / 10, (number) => [random(objects), 1 + (number % 7)]));
  tenths.push(held());
}
const ms = performance.now() - startedAt;
const { user, system } = process.cpuUsage(cpu);
const stalls = await meter.stop();
console.log(
  JSON.stringify({
    objects,
    updates,
    size: store.size,
    wallMicroseconds: (ms * 1000) / updates,
    cpuMicroseconds: (user + system - buildingMicroseconds) / updates,
    buildingMicroseconds: buildingMicroseconds / updates,
    afterFill,
    tenths,
    stalls,
  }),
);
