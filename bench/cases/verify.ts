import { readFile } from 'node:fs/promises';
import { Client, KubeConfig, SharedInformerFactory, silentLogger } from 'kube-informer';
import { ByteCounter } from '../lib/byte-counter.js';
import { median } from '../lib/table.js';

// A first sync and some verifications of it, on a real server. Prints what they took as one line of JSON.
const [kubeconfig = '', runs = '5'] = process.argv.slice(2);
const text = await readFile(kubeconfig, 'utf8');
const config = await KubeConfig.load({ path: kubeconfig });
const server = config.connection().server;
const { counter, port } = await ByteCounter.before(server);
const counted = await KubeConfig.fromString(text.replaceAll(server.host, `127.0.0.1:${port}`));
const client = new Client(counted, { logger: silentLogger });
const factory = new SharedInformerFactory(client, { logger: silentLogger });
const { informer } = factory.core.v1.pods;

const startedAt = performance.now();
factory.start();
await factory.waitForCacheSync();
const syncSeconds = (performance.now() - startedAt) / 1000;
const syncBytes = counter.received;

const seconds: number[] = [];
const bytes: number[] = [];
let ok = true;
let objects = 0;
for (let run = 0; run < Number(runs); run++) {
  const [from, before] = [performance.now(), counter.received];
  const found = await informer.verify();
  seconds.push((performance.now() - from) / 1000);
  bytes.push(counter.received - before);
  ok &&= found.ok;
  objects = found.objects;
}
await factory.stop();
await client.close();
counter.close();
console.log(
  JSON.stringify({ ok, objects, syncSeconds, syncBytes, seconds: median(seconds), bytes: median(bytes), all: seconds }),
);
