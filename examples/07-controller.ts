// A controller by hand: it keeps as many pods as a ReplicaSet asks for.
//
// Four habits of good controllers, marked (1) to (4) below:
//   1. workers start when the cache is synced, or they would act on half a picture;
//   2. objects of the cache are copied before they are changed: others read them too;
//   3. an update of an equal resourceVersion is a resync and nothing has changed: return early;
//   4. one factory for all controllers: one watch and one cache for each resource.
import { SharedInformerFactory, defineResource, mutableCopy } from 'kube-informer';
import type { KubernetesObject } from 'kube-informer';
import { RateLimitingQueue } from 'kube-informer/workqueue';
import { Cluster, makePod, pods } from './lib/cluster.js';

interface ReplicaSet extends KubernetesObject {
  readonly spec: { readonly replicas: number };
  readonly status?: { readonly replicas: number };
}

const replicaSets = defineResource<ReplicaSet>({
  group: 'apps',
  version: 'v1',
  resource: 'replicasets',
  kind: 'ReplicaSet',
  scope: 'Namespaced',
});

const cluster = new Cluster();
const { clock } = cluster;

// (4) A second controller would be given this factory, not make its own.
const factory = new SharedInformerFactory(cluster, { resyncPeriod: 30_000, clock });
const sets = factory.for(replicaSets);
const ownPods = factory.for(pods);

// Handlers only say what to look at. The queue merges many changes of one object into one look, and
// never gives one key to two workers.
const queue = new RateLimitingQueue<string>({ clock });
let resyncs = 0;
sets.informer.addEventHandler({
  onAdd: (_set, { key }) => queue.add(key),
  onUpdate: (oldSet, newSet, { key }) => {
    // (3)
    if (oldSet.metadata.resourceVersion === newSet.metadata.resourceVersion) {
      resyncs++;
      return;
    }
    queue.add(key);
  },
  onDelete: (_set, { key }) => queue.add(key),
});
ownPods.informer.addEventHandler(
  // `web-0` belongs to `web`; real controllers follow metadata.ownerReferences.
  { onDelete: (_pod, { key }) => queue.add(key.replace(/-\d+$/, '')) },
  { resyncPeriod: 0 },
);

/** Brings the world closer to what the ReplicaSet says, from whatever state it is in. */
async function reconcile(key: string): Promise<void> {
  const set = sets.lister.get(key);
  const name = key.replace('default/', '');
  const wanted = Array.from({ length: set?.spec.replicas ?? 0 }, (_, index) => `${name}-${index}`);
  const present = ownPods.lister.list().map((pod) => pod.metadata.name);
  for (const missing of wanted.filter((pod) => !present.includes(pod))) {
    console.log(`  create pod ${missing}`);
    await seen(cluster.of(pods).create(makePod(missing)));
  }
  for (const extra of present.filter((pod) => pod.startsWith(`${name}-`) && !wanted.includes(pod))) {
    console.log(`  delete pod ${extra}`);
    await seen(cluster.of(pods).delete(`default/${extra}`));
  }
  if (set === undefined || set.status?.replicas === wanted.length) return;
  // (2) `set` is frozen: a write to it throws instead of spoiling the cache.
  const copy = mutableCopy(set);
  copy.status = { replicas: wanted.length };
  cluster.of(replicaSets).update(copy);
  console.log(`  status of ${name}: ${wanted.length} replicas`);
}

/** A cache is always a little behind. Who waits for its own writes never makes a pod twice. */
async function seen({ metadata }: KubernetesObject): Promise<void> {
  await ownPods.informer.waitForResourceVersion(metadata.resourceVersion ?? '');
}

async function work(): Promise<void> {
  for await (const key of queue.items()) {
    try {
      await reconcile(key);
      queue.forget(key);
    } catch (error) {
      // A conflict, mostly: somebody else wrote meanwhile. Look again, later each time.
      console.log(`  ${String(error)}`);
      queue.addRateLimited(key);
    }
  }
}

factory.start();
// (1)
await factory.waitForCacheSync();
const workers = [work(), work()];

const web = (replicas: number): ReplicaSet => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: { name: 'web', namespace: 'default' },
  spec: { replicas },
});

console.log('# kubectl create replicaset web --replicas=2');
cluster.of(replicaSets).create(web(2));
await cluster.pass();

console.log('# kubectl scale replicaset web --replicas=3');
cluster.of(replicaSets).set({ ...web(3), status: { replicas: 2 } });
await cluster.pass();

console.log('# kubectl delete pod web-1');
cluster.of(pods).delete('default/web-1');
await cluster.pass();

console.log('# a minute passes');
await cluster.pass(60_000);
console.log(`  ${resyncs} resyncs, ${queue.length} keys queued`);

console.log('# kubectl delete replicaset web');
cluster.of(replicaSets).delete('default/web');
await cluster.pass();

// The other way round than the start: no new work, let workers finish, then stop the informers.
queue.shutDown();
await Promise.all(workers);
await factory.stop();
