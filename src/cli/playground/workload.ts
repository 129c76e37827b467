import type { Client, KubernetesObject } from '../../index.js';
import { isConflict, isNotFound } from '../../errors/index.js';

export const NAMESPACE = 'playground';

// Enough to see objects come and go, few enough for a screen.
const FEWEST_PODS = 6;
const MOST_PODS = 14;
const APPS = ['web', 'api', 'worker', 'cache'] as const;
const NODES = ['node-1', 'node-2', 'node-3'] as const;

/** What happens to a pod, in order; a running one may also be touched many times. */
type Stage = 'Pending' | 'Running' | 'Succeeded';

/** Puts a pod on a node: what a scheduler sends. */
interface Binding extends KubernetesObject {
  readonly target: { readonly apiVersion: string; readonly kind: string; readonly name: string };
}

interface LivingPod {
  readonly name: string;
  readonly app: string;
  stage: Stage;
  touched: number;
}

/**
 * Plays the part of a cluster: pods appear, get a node, turn Running, change and go; a config map and a deployment
 * change now and then. Every step is one or two requests to the server, over HTTP like anybody's.
 */
export class Workload {
  readonly #client: Client;
  readonly #random: () => number;
  readonly #pods: LivingPod[] = [];
  #made = 0;
  #revision = 0;

  constructor(client: Client, random: () => number = Math.random) {
    this.#client = client;
    this.#random = random;
  }

  /** What the pods live in: a namespace, nodes, and something that changes slowly. */
  async prepare(): Promise<void> {
    await this.#client.core.v1.namespaces.create({ metadata: { name: NAMESPACE } });
    await Promise.all(NODES.map((name) => this.#client.core.v1.nodes.create({ metadata: { name } })));
    await this.#client.core.v1.configMaps.namespace(NAMESPACE).create({
      metadata: { name: 'settings' },
      data: { revision: '0' },
    });
    await this.#client.apps.v1.deployments.namespace(NAMESPACE).create({
      metadata: { name: 'web', labels: { app: 'web' } },
      spec: {
        replicas: 2,
        selector: { matchLabels: { app: 'web' } },
        template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web:1' }] } },
      },
    });
    for (let index = 0; index < FEWEST_PODS; index++) await this.#create();
  }

  /** Plays the kubelet of a pod that somebody deletes: says that it has ended, as each does in its own time. */
  async end({ name, uid }: { readonly name: string; readonly uid: string }): Promise<void> {
    this.forget(name);
    await this.#delete(name, uid);
  }

  /** Nothing more happens to a pod. */
  forget(name: string): void {
    const index = this.#pods.findIndex((pod) => pod.name === name);
    if (index >= 0) this.#pods.splice(index, 1);
  }

  /** One thing happens. */
  async step(): Promise<void> {
    if (this.#pods.length < FEWEST_PODS) return this.#create();
    const roll = this.#random();
    if (roll < 0.12) return this.#changeSettings();
    if (roll < 0.35 && this.#pods.length < MOST_PODS) return this.#create();
    return this.#advance(this.#pick(this.#pods));
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T;
  }

  async #create(): Promise<void> {
    const app = this.#pick(APPS);
    const name = `${app}-${(this.#made++).toString(36).padStart(3, '0')}`;
    this.#pods.push({ name, app, stage: 'Pending', touched: 0 });
    await this.#client.core.v1.pods.namespace(NAMESPACE).create({
      metadata: { name, labels: { app } },
      spec: { containers: [{ name: app, image: `${app}:1` }] },
    });
  }

  async #advance(pod: LivingPod): Promise<void> {
    const pods = this.#client.core.v1.pods.namespace(NAMESPACE);
    if (pod.stage === 'Pending') {
      pod.stage = 'Running';
      const target = { apiVersion: 'v1', kind: 'Node', name: this.#pick(NODES) };
      await pods.subresource<Binding>('binding').create(pod.name, { metadata: { name: pod.name }, target });
      await pods.status.patch(pod.name, {
        status: { phase: 'Running', podIP: `10.0.0.${String(1 + (this.#made % 250))}` },
      });
    } else if (pod.stage === 'Running' && pod.touched < 3) {
      pod.touched++;
      const annotations = { 'playground/touched': String(pod.touched) };
      await pods.patch(pod.name, { metadata: { annotations } });
    } else if (pod.stage === 'Running') {
      pod.stage = 'Succeeded';
      await pods.status.patch(pod.name, { status: { phase: 'Succeeded' } });
    } else {
      this.forget(pod.name);
      await this.#delete(pod.name);
    }
  }

  async #delete(name: string, uid?: string): Promise<void> {
    const pods = this.#client.core.v1.pods.namespace(NAMESPACE);
    const preconditions = uid === undefined ? undefined : { uid };
    await pods.delete(name, { gracePeriodSeconds: 0, preconditions }).catch((error: unknown) => {
      // Somebody with kubectl was faster, which is what a playground is for; a conflict: and has made another one.
      if (!isNotFound(error) && !isConflict(error)) throw error;
    });
  }

  async #changeSettings(): Promise<void> {
    this.#revision++;
    await this.#client.core.v1.configMaps
      .namespace(NAMESPACE)
      .patch('settings', { data: { revision: String(this.#revision) } });
    await this.#client.apps.v1.deployments
      .namespace(NAMESPACE)
      .patch('web', { spec: { replicas: 1 + (this.#revision % 4) } });
  }
}
