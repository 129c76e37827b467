// All parts together: Reflector, queue, store and callbacks make an informer.
//
// `Controller` runs the Reflector and pops the queue; `processDeltas` writes the store and then
// calls the handler. `createInformer` and `SharedInformer` are this, with the parts put together.
import { Client, Controller, DeltaFIFO, Indexer, processDeltas, resources } from 'kube-informer';
import type { ResourceEventHandler } from 'kube-informer';
import { startTestCluster } from 'kube-informer/testing';
import { deletePod, follow, runPod } from './lib/cluster.js';
import type { Pod } from './lib/cluster.js';

const handler: ResourceEventHandler<Pod> = {
  onAdd: (pod) => console.log(`OnAdd: ${pod.metadata.name}`),
  onUpdate: (_oldPod, newPod) => console.log(`OnUpdate: ${newPod.metadata.name}`),
  onDelete: (pod) => console.log(`OnDelete: ${pod.metadata.name}`),
};

await using cluster = await startTestCluster();
await using client = new Client(cluster.config);
const store = new Indexer<Pod>();
const queue = new DeltaFIFO<Pod>({ knownObjects: store, emitDeltaTypeReplaced: true });
const informer = new Controller<Pod>({
  listerWatcher: client.listerWatcher(resources.core.v1.pods),
  queue,
  process: processDeltas(store, handler, (error) => {
    console.error(error.message);
  }),
});

const stop = new AbortController();
const running = informer.run(stop.signal);
await queue.synced;

console.log('# kubectl run nettool');
await follow(informer, runPod(client, 'nettool'));
console.log('# kubectl delete pod nettool');
await follow(informer, deletePod(client, 'nettool', { updates: 3 }));

stop.abort();
await running;
