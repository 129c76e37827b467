// What an informer is made from: one list, then one watch that never ends.
import { recordOf } from 'kube-informer';
import type { WatchEvent } from 'kube-informer';
import { Cluster, makePod, pods } from './lib/cluster.js';
import type { Pod } from './lib/cluster.js';

const cluster = new Cluster();
for (const name of ['db-0', 'gateway-5f65fd6fbb-m4trs', 'runner-567655bf5b-h4xvj', 'web-84d49c989c-q6kls']) {
  cluster.of(pods).create(makePod(name));
}
const source = cluster.listerWatcher(pods);
const controller = new AbortController();
const { signal } = controller;

console.log('# List');
// A list comes in pages, so that a big one need not fit into memory twice.
for await (const page of source.list({}, { signal })) {
  for (const item of page.items) console.log(recordOf(item).name);
}

console.log('# Watch: without a resourceVersion it begins with every pod there is');
const watching = printEvents();
await cluster.pass();

console.log('# kubectl run nettool, kubectl delete pod nettool');
await cluster.run('nettool');
await cluster.remove('nettool');

// The server would go on for ever: the signal is how a client hangs up.
controller.abort();
await watching;

async function printEvents(): Promise<void> {
  try {
    for await (const batch of await source.watch({}, { signal })) {
      for (const event of [batch].flat()) print(event);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function print({ type, object }: WatchEvent<Pod>): void {
  const pod = object as Pod;
  console.log(`${type} : ${pod.metadata.name} , Status:  ${pod.status.phase}`);
}
