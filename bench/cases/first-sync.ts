import { SharedInformer } from 'kube-informer';
import { BytesSource } from '../lib/bytes-source.js';
import { liveHeap } from '../lib/heap.js';
import { ObjectSource } from '../lib/object-source.js';
import { StallMeter } from '../lib/stall-meter.mjs';

// One first sync: list → store → one handler. Prints what it took as one line of JSON.
const [objects = 100_000, bytes = 2_048] = process.argv.slice(2, 4).map(Number);
const source = process.argv[4] === 'objects' ? new ObjectSource(objects, bytes) : new BytesSource(objects, bytes);
const informer = new SharedInformer(source, { name: 'bench' });
const before = await liveHeap();
const rssBefore = process.memoryUsage.rss();

let handled = 0;
// Before the first byte: it is made by the source when the list is read.
const meter = new StallMeter();
const startedAt = performance.now();
const registration = informer.addEventHandler({
  onAdd: () => {
    handled++;
  },
});
informer.start();
await registration.synced;
const seconds = (performance.now() - startedAt) / 1000;
const stalls = await meter.stop();

const heap = (await liveHeap()) - before;
const rss = process.memoryUsage.rss() - rssBefore;
await informer.stop();
console.log(
  JSON.stringify({ objects, handled, seconds, heapPerObject: heap / objects, rssPerObject: rss / objects, stalls }),
);
