// The informer programs use: shared, cached, and resynced every five seconds.
//
// Resync shows every cached object to the handlers again, as an update from itself to itself, so
// that what failed the first time gets another chance. It never asks the server.
import { SharedInformerFactory } from 'kube-informer';
import { Cluster, makePod, pods } from './lib/cluster.js';

const cluster = new Cluster();
cluster.of(pods).create(makePod('blog-5b8d496f6d-xv2pp'));
cluster.of(pods).create(makePod('mysql-65c584658f-9t46m'));

console.log('kube-informer: pods of namespace "default", resync every 5 s');
console.log('(a cluster in memory on a clock of its own: 25 s pass at once)\n');

// One factory for the whole program: whoever asks it for pods shares one watch and one cache.
const factory = new SharedInformerFactory(cluster, {
  namespace: 'default',
  resyncPeriod: 5_000,
  clock: cluster.clock,
});
const { informer, lister } = factory.for(pods);

informer.addEventHandler({
  onAdd: (pod) => console.log(`add a pod: ${pod.metadata.name}`),
  onUpdate: (oldPod, newPod) => console.log(`update a pod: ${oldPod.metadata.name} ${newPod.metadata.name}`),
  onDelete: (pod) => console.log(`delete a pod: ${pod.metadata.name}`),
});

console.log('# start: the first list, every pod is an add');
factory.start();
await factory.waitForCacheSync();
await cluster.pass();

console.log('# 15 s pass: three resyncs, every pod is an update to itself');
await cluster.pass(15_000);

console.log('# kubectl delete pod blog-5b8d496f6d-xv2pp');
cluster.of(pods).delete('default/blog-5b8d496f6d-xv2pp');
await cluster.pass();

console.log('# 10 s pass: two resyncs of what is left');
await cluster.pass(10_000);

const { lists } = informer.status;
const requests = Object.values(lists).reduce((sum, count) => sum + count, 0);
console.log(`\nThe cache holds ${lister.size} pod; the server was asked for the list ${requests} time in 25 s.`);

// A started informer keeps the process alive; stop() resolves when nothing of it is left.
await factory.stop();
