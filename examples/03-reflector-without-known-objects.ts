// A Reflector puts what it lists and watches into a queue; we pop it by hand.
//
// The queue knows an object only while it is queued. Once "Updated" was popped the pod is unknown
// to it, so the deletion of that pod says nothing new to it and is dropped: "Deleted" never comes.
// Example 04 shows what is missing.
import { Client, DeltaFIFO, Reflector, resources } from 'kube-informer';
import { startTestCluster } from 'kube-informer/testing';
import { deletePod, follow, runPod } from './lib/cluster.js';
import type { Pod } from './lib/cluster.js';

await using cluster = await startTestCluster();
await using client = new Client(cluster.config);
const controller = new AbortController();
const queue = new DeltaFIFO<Pod>();
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
  // pop() resolves to false once the queue is closed and empty.
  while (
    await queue.pop((deltas) => {
      for (const delta of deltas) {
        if (!('object' in delta) || delta.object === undefined) continue;
        console.log(`${delta.type} : ${delta.object.metadata.name} : ${delta.object.status.phase}`);
      }
    })
  );
}
