// A controller by hand: it keeps as many pods as a ReplicaSet asks for.
//
// Four habits of good controllers, marked (1) to (4) below:
//   1. workers start when the cache is synced, or they would act on half a picture;
//   2. objects of the cache are copied before they are changed: others read them too;
//   3. an update of an equal resourceVersion is a resync and nothing has changed: return early;
//   4. one factory for all controllers: one watch and one cache for each resource.
import { Client, SharedInformerFactory, mutableCopy } from 'kube-informer';
import { FakeClock, startTestCluster } from 'kube-informer/testing';
import { RateLimitingQueue } from 'kube-informer/workqueue';
import { podSpec, until } from './lib/cluster.js';
import type { Pod } from './lib/cluster.js';

await using cluster = await startTestCluster();
await using client = new Client(cluster.config);
const replicaSets = client.apps.v1.replicaSets.namespace('default');
const pods = client.core.v1.pods.namespace('default');

// (4) A second controller would be given this factory, not make its own.
const clock = new FakeClock();
const factory = new SharedInformerFactory(client, { namespace: 'default', resyncPeriod: 30_000, clock });
const cachedSets = factory.apps.v1.replicaSets;
const cachedPods = factory.core.v1.pods;

// Handlers only say what to look at. The queue merges many changes of one object into one look, and
// never gives one key to two workers.
const queue = new RateLimitingQueue<string>({ clock });
let resyncs = 0;
cachedSets.informer.addEventHandler({
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
cachedPods.informer.addEventHandler(
  {
    onDelete: (pod) => {
      const owner = ownerOf(pod);
      if (owner !== undefined) queue.add(owner);
    },
  },
  { resyncPeriod: 0 },
);

/** The key of the ReplicaSet that a pod belongs to. */
function ownerOf({ metadata }: Pod): string | undefined {
  const owner = metadata.ownerReferences?.find(({ kind, controller }) => kind === 'ReplicaSet' && controller);
  return owner && `${metadata.namespace}/${owner.name}`;
}

/** Brings the world closer to what the ReplicaSet says, from whatever state it is in. */
async function reconcile(key: string): Promise<void> {
  // From the caches, so it costs the server nothing.
  const set = cachedSets.lister.get(key);
  const present = cachedPods.lister
    .list()
    .filter((pod) => ownerOf(pod) === key)
    .map((pod) => pod.metadata.name);
  const { metadata, spec } = set?.spec.template ?? {};
  if (set === undefined || spec === undefined) return remove(present);

  const { name, uid } = set.metadata;
  const wanted = Array.from({ length: set.spec.replicas ?? 1 }, (_, index) => `${name}-${index}`);
  const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name, uid, controller: true }];
  for (const missing of wanted.filter((pod) => !present.includes(pod))) {
    console.log(`  create pod ${missing}`);
    const pod = await pods.create({ metadata: { ...metadata, name: missing, ownerReferences }, spec });
    // A cache is always a little behind. Who waits for its own writes never makes a pod twice.
    await cachedPods.informer.waitForResourceVersion(pod.metadata.resourceVersion);
  }
  await remove(present.filter((pod) => !wanted.includes(pod)));

  if (set.status.replicas === wanted.length) return;
  console.log(`  status of ${name}: ${wanted.length} replicas`);
  // (2) `set` is frozen: a write to it throws instead of spoiling the cache.
  const copy = mutableCopy(set);
  copy.status = { replicas: wanted.length };
  const updated = await replicaSets.status.update(copy);
  await cachedSets.informer.waitForResourceVersion(updated.metadata.resourceVersion);
}

async function remove(names: readonly string[]): Promise<void> {
  for (const name of names) {
    console.log(`  delete pod ${name}`);
    const deleted = await pods.delete(name);
    await cachedPods.informer.waitForResourceVersion(deleted?.metadata.resourceVersion ?? '');
  }
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

console.log('# kubectl apply -f web.yaml, which asks for 2 replicas');
const labels = { app: 'web' };
await replicaSets.create({
  metadata: { name: 'web' },
  spec: { replicas: 2, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: podSpec } },
});
await until(() => cachedSets.lister.get('default/web')?.status.replicas === 2);

console.log('# kubectl scale replicaset web --replicas=3');
await replicaSets.scale.patch('web', { spec: { replicas: 3 } });
await until(() => cachedSets.lister.get('default/web')?.status.replicas === 3);

console.log('# kubectl delete pod web-1');
const deleted = await pods.delete('web-1');
await cachedPods.informer.waitForResourceVersion(deleted?.metadata.resourceVersion ?? '');
await until(() => cachedPods.lister.size === 3);

console.log('# a minute passes');
await clock.advance(60_000);
console.log(`  ${resyncs} resyncs, ${queue.length} keys queued`);

console.log('# kubectl delete replicaset web');
await replicaSets.delete('web');
await until(() => cachedPods.lister.size === 0);

// The other way round than the start: no new work, let workers finish, then stop the informers.
queue.shutDown();
await Promise.all(workers);
await factory.stop();
