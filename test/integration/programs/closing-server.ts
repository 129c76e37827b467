// Takes uploads over HTTP/2, and closes all connections every 20 ms. Prints its port, and ends when its input does.
import { createSecureServer } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { SERVER_CERT, SERVER_KEY } from '../../../src/client/http/test-certs.js';

const sockets = new Set<Socket>();
const server = createSecureServer({ key: SERVER_KEY, cert: SERVER_CERT }, (request, response) => {
  request.on('error', () => undefined);
  response.on('error', () => undefined);
  request.on('end', () => response.end('ok')).resume();
});
server.on('session', (session) => session.on('error', () => undefined));
server.on('secureConnection', (socket: Socket) => {
  sockets.add(socket);
  socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
setInterval(() => {
  for (const socket of sockets) socket.destroy();
}, 20);
process.stdin.on('end', () => process.exit()).resume();
