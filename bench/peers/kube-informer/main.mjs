// Keeps a cache of all pods with this library, as it comes. `--objects` keeps them decoded.
import { Client, KubeConfig, SharedInformerFactory } from 'kube-informer';
import { StallMeter } from '../../lib/stall-meter.mjs';
import { answerCommands, Latencies } from '../node/answer.mjs';

const expected = Number(process.env['PEER_OBJECTS']);
const client = new Client(await KubeConfig.load());
const factory = new SharedInformerFactory(client, process.argv.includes('--objects') ? { store: 'objects' } : {});
const { informer, lister } = factory.core.v1.pods;
const latencies = new Latencies();

let seen = 0;
let keyed = 0;
/** @type {() => void} */
let sawAll;
const allSeen = new Promise((/** @type {(value: void) => void} */ resolve) => {
  sawAll = resolve;
});

answerCommands({
  async sync() {
    const meter = new StallMeter();
    informer.addEventHandler({
      onAdd(_, { key }) {
        keyed += key.length;
        if (++seen === expected) sawAll();
      },
      onUpdate(_, pod, { key }) {
        keyed += key.length;
        latencies.arrived(pod.metadata.annotations?.['bench/sent']);
      },
    });
    factory.start();
    await factory.waitForCacheSync();
    await allSeen;
    return { stall: (await meter.stop()).max };
  },

  read() {
    let objects = 0;
    for (const pod of lister.list()) {
      touch(pod);
      objects++;
    }
    if (objects !== expected) throw new Error(`the cache holds ${String(objects)} pods`);
    return objects;
  },

  updates: (count) => latencies.next(count),
});

/**
 * Reads every field there is.
 *
 * @param {unknown} value
 */
function touch(value) {
  if (typeof value !== 'object' || value === null) return;
  for (const each of Object.values(value)) touch(each);
}
