// What an informer is made from: one list, then one watch that never ends.
import { Client } from 'kube-informer';
import { startTestCluster } from 'kube-informer/testing';
import { deletePod, follow, podSpec, runPod, until } from './lib/cluster.js';

await using cluster = await startTestCluster();
await using client = new Client(cluster.config);
const pods = client.core.v1.pods.namespace('default');
for (const name of ['db-0', 'gateway-5f65fd6fbb-m4trs', 'runner-567655bf5b-h4xvj', 'web-84d49c989c-q6kls']) {
  await pods.create({ metadata: { name }, spec: podSpec });
  await pods.status.patch(name, { status: { phase: 'Running' } });
}

console.log('# List');
const list = await pods.list();
for (const pod of list.items) console.log(pod.metadata.name);

console.log('# Watch: without a resourceVersion it begins with every pod there is');
// How far the watch has come: every change in a cluster has a resourceVersion of its own.
const read = { resourceVersion: '' };
await Promise.all([printEvents(), makeChanges()]);

async function makeChanges(): Promise<void> {
  await until(() => read.resourceVersion === list.metadata.resourceVersion);
  console.log('# kubectl run nettool, kubectl delete pod nettool');
  await follow(read, runPod(client, 'nettool'));
  await follow(read, deletePod(client, 'nettool'));
}

async function printEvents(): Promise<void> {
  for await (const { type, object } of pods.watch()) {
    const { metadata, status } = object;
    console.log(`${type} : ${metadata.name} , Status:  ${status.phase}`);
    read.resourceVersion = metadata.resourceVersion;
    // The server would go on for ever: leaving the loop is how a client hangs up.
    if (type === 'DELETED') return;
  }
}
