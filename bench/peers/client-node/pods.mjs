import { CoreV1Api, KubeConfig, makeInformer } from '@kubernetes/client-node';

// As in the library's own example.
const RESTART_AFTER_MS = 5_000;

/** The cache of all pods, with one handler. */
export class Pods {
  #informer;
  #objects;
  #seen = 0;
  #keyed = 0;
  #awaiting;
  #stopped = false;

  constructor(objects) {
    this.#objects = objects;
    const config = new KubeConfig();
    config.loadFromDefault();
    const api = config.makeApiClient(CoreV1Api);
    this.#informer = makeInformer(config, '/api/v1/pods', () => api.listPodForAllNamespaces());
  }

  /** Ends when what was listed is in the cache, the watch is open and the handler has seen every pod. */
  async sync() {
    const allSeen = new Promise((resolve) => {
      this.#informer.on('add', (pod) => {
        this.#key(pod);
        if (++this.#seen === this.#objects) resolve();
      });
    });
    this.#informer.on('update', (pod) => {
      this.#key(pod);
      this.#updated(pod);
    });
    this.#informer.on('delete', (pod) => this.#key(pod));
    this.#informer.on('error', (error) => {
      if (this.#stopped) return;
      console.error(error);
      setTimeout(() => this.#informer.start(), RESTART_AFTER_MS);
    });
    await this.#informer.start();
    await allSeen;
  }

  #key({ metadata }) {
    this.#keyed += `${metadata.namespace}/${metadata.name}`.length;
  }

  #updated(pod) {
    const now = performance.timeOrigin + performance.now();
    const sent = Number(pod.metadata.annotations?.['bench/sent']);
    const awaiting = this.#awaiting;
    if (awaiting === undefined || Number.isNaN(sent)) return;
    awaiting.latencies.push(now - sent / 1e6);
    if (awaiting.latencies.length < awaiting.count) return;
    this.#awaiting = undefined;
    awaiting.resolve(awaiting.latencies);
  }

  /** Collects the latencies of the next updates, in milliseconds. */
  expect(count) {
    return new Promise((resolve) => (this.#awaiting = { count, latencies: [], resolve }));
  }

  /** Serialises each object to nowhere: that touches every field. There is nothing to decode. */
  read() {
    const all = this.#informer.list();
    for (const pod of all) JSON.stringify(pod);
    if (all.length !== this.#objects) throw new Error(`the cache holds ${all.length} pods`);
    return all.length;
  }

  async stop() {
    this.#stopped = true;
    await this.#informer.stop();
  }
}
