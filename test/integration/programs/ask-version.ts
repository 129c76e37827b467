// Prints what the server of $SERVER says its version is. The configuration names no authority: whom to trust is left to Node.js.
import { Client, KubeConfig } from 'kube-informer';

const config = KubeConfig.fromObject({
  'current-context': 'a',
  contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
  clusters: [{ name: 'a', cluster: { server: process.env['SERVER'] } }],
  users: [{ name: 'a', user: { token: process.env['TOKEN'] } }],
});
const client = new Client(config);
const version = await client.getJson('/version').catch((error: unknown) => error);
console.log(version instanceof Error ? version.message : (version as { major: string }).major);
await client.close();
