import { createInterface } from 'node:readline';
import { startApiServer } from '../../src/apiserver/index.js';
import { liveHeap } from '../lib/heap.js';

// The embedded API server in a process of its own. Prints where it is; then, for each line it is given, its memory.
const server = await startApiServer();
console.log(JSON.stringify({ url: server.url, token: server.token, ca: server.ca }));
const lines = createInterface({ input: process.stdin });
for await (const _ of lines) {
  const heap = await liveHeap();
  console.log(JSON.stringify({ rss: process.memoryUsage.rss(), heap }));
}
await server.stop();
