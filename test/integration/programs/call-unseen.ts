// Prints how a call ends whose connection does not keep the process alive: one that broke while Node.js was not looking.
import { Server, Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Client, KubeConfig } from 'kube-informer';

const { connect } = Socket.prototype;
Socket.prototype.connect = function (this: Socket, ...args: Parameters<typeof connect>) {
  return connect.apply(this, args).unref();
} as typeof connect;
Socket.prototype.ref = function (this: Socket) {
  return this;
};

// Takes connections, and never answers.
const server = new Server((socket) => socket.unref());
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
server.unref();

const config = KubeConfig.fromObject({
  'current-context': 'a',
  contexts: [{ name: 'a', context: { cluster: 'a' } }],
  clusters: [{ name: 'a', cluster: { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` } }],
});
const client = new Client(config, { headersTimeoutMs: 200 });
await client.getText('/version').catch((error: unknown) => {
  console.log((error as { code: string }).code);
});
console.log('ended');
