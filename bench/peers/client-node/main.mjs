// Keeps a cache of all pods with the informer of @kubernetes/client-node.
import { CoreV1Api, KubeConfig, makeInformer } from '@kubernetes/client-node';
import { answerCommands, Latencies } from '../node/answer.mjs';

// As in the library's own example.
const RESTART_AFTER_MS = 5_000;

const expected = Number(process.env.PEER_OBJECTS);
const config = new KubeConfig();
config.loadFromDefault();
const api = config.makeApiClient(CoreV1Api);
const informer = makeInformer(config, '/api/v1/pods', () => api.listPodForAllNamespaces());
const latencies = new Latencies();

let seen = 0;
let keyed = 0;

answerCommands({
  /** Ends when what was listed is in the cache, the watch is open and the handler has seen every pod. */
  async sync() {
    const allSeen = new Promise((resolve) => {
      informer.on('add', (pod) => {
        keyed += keyOf(pod).length;
        if (++seen === expected) resolve();
      });
    });
    informer.on('update', (pod) => {
      keyed += keyOf(pod).length;
      latencies.arrived(pod.metadata.annotations?.['bench/sent']);
    });
    informer.on('error', (error) => {
      console.error(error);
      setTimeout(() => informer.start(), RESTART_AFTER_MS);
    });
    await informer.start();
    await allSeen;
    return { stall: null };
  },

  /** Serialises each object to nowhere: that touches every field. There is nothing to decode. */
  read() {
    const all = informer.list();
    for (const pod of all) JSON.stringify(pod);
    if (all.length !== expected) throw new Error(`the cache holds ${all.length} pods`);
    return all.length;
  },

  updates: (count) => latencies.next(count),
});

function keyOf({ metadata }) {
  return `${metadata.namespace}/${metadata.name}`;
}
