// All parts together: Reflector, queue, store and callbacks make an informer.
//
// `Controller` runs the Reflector and pops the queue; `processDeltas` writes the store and then
// calls the handler. `createInformer` and `SharedInformer` are this, with the parts put together.
import { Controller, DeltaFIFO, Indexer, processDeltas } from 'kube-informer';
import type { ResourceEventHandler } from 'kube-informer';
import { Cluster, pods } from './lib/cluster.js';
import type { Pod } from './lib/cluster.js';

const handler: ResourceEventHandler<Pod> = {
  onAdd: (pod) => console.log(`OnAdd: ${pod.metadata.name}`),
  onUpdate: (_oldPod, newPod) => console.log(`OnUpdate: ${newPod.metadata.name}`),
  onDelete: (pod) => console.log(`OnDelete: ${pod.metadata.name}`),
};

const cluster = new Cluster();
const store = new Indexer<Pod>();
const informer = new Controller<Pod>({
  listerWatcher: cluster.of(pods),
  queue: new DeltaFIFO<Pod>({ knownObjects: store, emitDeltaTypeReplaced: true }),
  process: processDeltas(store, handler, (error) => {
    console.error(error.message);
  }),
  clock: cluster.clock,
});

const stop = new AbortController();
const running = informer.run(stop.signal);
await cluster.pass();

console.log('# kubectl run nettool');
await cluster.run('nettool');
console.log('# kubectl delete pod nettool');
await cluster.remove('nettool', { updates: 3 });

stop.abort();
await running;
