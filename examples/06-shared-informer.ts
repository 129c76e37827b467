// The informer programs use: shared, cached, and resynced every five seconds.
//
// Resync shows every cached object to the handlers again, as an update from itself to itself, so
// that what failed the first time gets another chance. It never asks the server.
import { Client, SharedInformerFactory } from 'kube-informer';
import { FakeClock, startTestCluster } from 'kube-informer/testing';
import { podSpec } from './lib/cluster.js';

await using cluster = await startTestCluster();
await using client = new Client(cluster.config);
const pods = client.core.v1.pods.namespace('default');
await pods.create({ metadata: { name: 'blog-5b8d496f6d-xv2pp' }, spec: podSpec });
await pods.create({ metadata: { name: 'mysql-65c584658f-9t46m' }, spec: podSpec });

console.log('kube-informer: pods of namespace "default", resync every 5 s');
console.log('(the informer goes by a clock that is moved by hand: 25 s pass at once)\n');

// One factory for the whole program: whoever asks it for pods shares one watch and one cache.
const clock = new FakeClock();
const factory = new SharedInformerFactory(client, { namespace: 'default', resyncPeriod: 5_000, clock });
const { informer, lister } = factory.core.v1.pods;

informer.addEventHandler({
  onAdd: (pod) => console.log(`add a pod: ${pod.metadata.name}`),
  onUpdate: (oldPod, newPod) => {
    // A pod that is deleted is marked first. When it is gone, onDelete says so.
    if (newPod.metadata.deletionTimestamp !== undefined) return;
    console.log(`update a pod: ${oldPod.metadata.name} ${newPod.metadata.name}`);
  },
  onDelete: (pod) => console.log(`delete a pod: ${pod.metadata.name}`),
});

console.log('# start: the first list, every pod is an add');
factory.start();
await factory.waitForCacheSync();
await clock.settle();

console.log('# 15 s pass: three resyncs, every pod is an update to itself');
await clock.advance(15_000);

console.log('# kubectl delete pod blog-5b8d496f6d-xv2pp');
// The cache is always a little behind: this is how to wait until it has caught up with a write.
const deleted = await pods.delete('blog-5b8d496f6d-xv2pp');
await informer.waitForResourceVersion(deleted?.metadata.resourceVersion ?? '');
await clock.settle();

console.log('# 10 s pass: two resyncs of what is left');
await clock.advance(10_000);

const { lists } = informer.status;
const requests = Object.values(lists).reduce((sum, count) => sum + count, 0);
console.log(`\nThe cache holds ${lister.size} pod; the server was asked for the list ${requests} time in 25 s.`);

// A started informer keeps the process alive; stop() resolves when nothing of it is left.
await factory.stop();
