import { setImmediate as turn } from 'node:timers/promises';
import { SharedInformer } from 'kube-informer';
import { liveHeap, watchPeakHeap } from '../lib/heap.js';
import { ObjectSource } from '../lib/object-source.js';
import { StallMeter } from '../lib/stall-meter.mjs';

// A first sync, then one relist, of objects that have or have not changed. Prints one line of JSON.
const [objects = 100_000, bytes = 2_048] = process.argv.slice(2, 4).map(Number);
const changed = process.argv[4] === 'changed';
const source = new ObjectSource(objects, bytes);
const informer = new SharedInformer(source, { name: 'bench', watchErrorHandler: () => undefined });
const before = await liveHeap();

const counts = { adds: 0, updates: 0, deletes: 0 };
informer.addEventHandler({
  onAdd: () => {
    counts.adds++;
  },
  onUpdate: () => {
    counts.updates++;
  },
  onDelete: () => {
    counts.deletes++;
  },
});
informer.start();
await informer.waitForSync();
while (counts.adds < objects) await turn();
const steady = await liveHeap();

if (changed) source.touchAll();
const peak = watchPeakHeap();
const meter = new StallMeter();
const startedAt = performance.now();
source.expire();
const relistsBefore = source.lists;
while (source.lists === relistsBefore || informer.status.queueDepth > 0 || informer.status.lagMs > 0) await turn();
while (changed && counts.updates < objects) await turn();
const seconds = (performance.now() - startedAt) / 1000;
const stalls = await meter.stop();
const result = { objects, counts, seconds, before, steady, peak: peak.stop(), after: await liveHeap(), stalls };
await informer.stop();
console.log(JSON.stringify(result));
