// Example 03 with one thing more: a store of what was popped, which the queue may ask.
//
// Now the queue can tell a pod that is gone from one that never was, and "Deleted" arrives. This is
// why every informer keeps a store, even one that nobody reads.
import { Client, DeltaFIFO, Indexer, Reflector, resources } from 'kube-informer';
import { startTestCluster } from 'kube-informer/testing';
import { deletePod, follow, runPod } from './lib/cluster.js';
import type { Pod } from './lib/cluster.js';

await using cluster = await startTestCluster();
await using client = new Client(cluster.config);
const controller = new AbortController();
const store = new Indexer<Pod>();
const queue = new DeltaFIFO<Pod>({ knownObjects: store });
const reflector = new Reflector({ listerWatcher: client.listerWatcher(resources.core.v1.pods), sink: queue });

const running = Promise.all([reflector.run(controller.signal), popAll()]);
await queue.synced;

console.log('# kubectl run nettool');
await follow(reflector, runPod(client, 'nettool'));
console.log('# kubectl delete pod nettool');
await follow(reflector, deletePod(client, 'nettool'));

controller.abort();
queue.close();
await running;

async function popAll(): Promise<void> {
  while (
    await queue.pop((deltas) => {
      for (const delta of deltas) {
        if (!('object' in delta) || delta.record === undefined) continue;
        // The store first: whoever is told of a change must find it there.
        if (delta.type === 'Deleted') store.delete(delta.record);
        else store.update(delta.record);
        console.log(`${delta.type} : ${delta.record.name} : ${delta.record.object.status.phase}`);
      }
    })
  );
}
