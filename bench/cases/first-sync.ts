import { SharedInformer } from 'kube-informer';
import { TimeSlicer } from '../../src/base/time-slicer.js';
import { BytesSource } from '../lib/bytes-source.js';
import { liveHeap } from '../lib/heap.js';
import { ObjectSource } from '../lib/object-source.js';
import { StallMeter } from '../lib/stall-meter.mjs';

// One first sync: list → store → one handler. Prints what it took as one line of JSON.
const [objects = 100_000, bytes = 2_048] = process.argv.slice(2, 4).map(Number);
const from = process.argv[4];
const source = from === 'bytes' ? new BytesSource(objects, bytes) : new ObjectSource(objects, bytes);
const informer = new SharedInformer(source, { name: 'bench' });
const bare = new Map<string, Map<string, unknown>>();
const before = await liveHeap();
const rssBefore = process.memoryUsage.rss();

let handled = 0;
// Before the first byte: it is made by the source when the list is read.
const meter = new StallMeter();
const startedAt = performance.now();
if (from === 'floor') await fillMap();
else {
  const registration = informer.addEventHandler({
    onAdd: () => {
      handled++;
    },
  });
  informer.start();
  await registration.synced;
}
const seconds = (performance.now() - startedAt) / 1000;
const stalls = await meter.stop();

const heap = (await liveHeap()) - before;
const rss = process.memoryUsage.rss() - rssBefore;
await informer.stop();
console.log(
  JSON.stringify({ objects, handled, seconds, heapPerObject: heap / objects, rssPerObject: rss / objects, stalls }),
);

/** What anyone does who keeps the objects and knows to give way: a Map for each namespace. */
async function fillMap(): Promise<void> {
  const slicer = new TimeSlicer();
  for await (const { items } of new ObjectSource(objects, bytes).list({}, { signal: new AbortController().signal })) {
    for (const item of items) {
      const { namespace = '', name } = 'metadata' in item ? item.metadata : item;
      let space = bare.get(namespace);
      if (space === undefined) bare.set(namespace, (space = new Map<string, unknown>()));
      space.set(name, item);
      handled++;
      if (slicer.due()) await slicer.yield();
    }
  }
}
