// Keeps a cache of all pods with the informer of @kubernetes/client-node and answers the commands of
// bench/peers/README.md.
//
//   node --expose-gc main.mjs
import { createInterface } from 'node:readline';
import { Pods } from './pods.mjs';
import { memory, timed } from './process.mjs';

const objects = Number(process.env.PEER_OBJECTS);
if (!Number.isSafeInteger(objects) || objects < 1) throw new Error('PEER_OBJECTS is not a number of pods');
const pods = new Pods(objects);

function answer(line) {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

for await (const line of createInterface({ input: process.stdin })) {
  const [command, argument] = line.split(' ');
  switch (command) {
    case 'memory':
      answer(await memory());
      break;
    case 'sync':
      answer({ ...(await timed(() => pods.sync())), stall: null });
      break;
    case 'read':
      answer({ objects: pods.read() });
      break;
    case 'updates': {
      let latencies;
      const took = await timed(async () => {
        const arrived = pods.expect(Number(argument));
        answer({ ready: true });
        latencies = await arrived;
      });
      answer({ ...took, latencies });
      break;
    }
    default:
      throw new Error(`unknown command ${line}`);
  }
}
await pods.stop();
