import type {
  KubernetesObject,
  ListOptions,
  ListPage,
  ListerWatcher,
  RequestContext,
  WatchStream,
} from 'kube-informer';
import { makeObject } from 'kube-informer/testing';

// As many namespaces as a cluster of this size has; the store keeps a map for each.
const NAMESPACES = 100;
const PAGE = 500;
const FIRST_VERSION = 1_000_000;

/**
 * A source of `count` objects of `bytes` bytes each that keeps only text and parses it afresh,
 * object by object, for every reader: no array of objects is ever prebuilt, and what a list hands out
 * is garbage unless the reader keeps it. That is what a client does that decodes a stream.
 */
export class ObjectSource implements ListerWatcher<KubernetesObject> {
  readonly supportsWatchList = false;
  readonly #count: number;
  readonly #parts: readonly string[];
  #version = 0;
  #expireWatch: (() => void) | undefined;
  /** Lists that were read to the end. */
  lists = 0;

  constructor(count: number, bytes: number) {
    this.#count = count;
    const template = makeObject({
      name: '@NAME@',
      namespace: '@NAMESPACE@',
      uid: '@UID@',
      resourceVersion: '@VERSION@',
      labels: { app: '@NAME@', tier: 'front' },
      nodeName: '@NODE@',
      size: bytes,
    });
    this.#parts = JSON.stringify(template).split(/(@[A-Z]+@)/);
  }

  /** From now on every object has another resourceVersion. */
  touchAll(): void {
    this.#version++;
  }

  /** Ends the watch with 410, so that the reader lists again. */
  expire(): void {
    this.#expireWatch?.();
  }

  async *list(_options: ListOptions, { signal }: RequestContext): AsyncIterable<ListPage<KubernetesObject>> {
    const resourceVersion = String(FIRST_VERSION * (this.#version + 2));
    for (let first = 0; first < this.#count && !signal.aborted; first += PAGE) {
      const end = Math.min(first + PAGE, this.#count);
      // A page comes from the network, in a turn of its own.
      await new Promise((resolve) => setImmediate(resolve));
      yield {
        items: this.#parse(first, end),
        resourceVersion,
        ...(end < this.#count ? { continue: String(end) } : {}),
      };
    }
    this.lists++;
  }

  async watch(_options: ListOptions, { signal }: RequestContext): Promise<WatchStream<KubernetesObject>> {
    const ended = new Promise<boolean>((resolve) => {
      this.#expireWatch = () => {
        resolve(true);
      };
      signal.addEventListener('abort', () => {
        resolve(false);
      });
    });
    return Promise.resolve(expiring(ended));
  }

  *#parse(first: number, end: number): Iterable<KubernetesObject> {
    for (let index = first; index < end; index++) yield JSON.parse(this.text(index)) as KubernetesObject;
  }

  /** One object as it is on the wire. */
  text(index: number): string {
    const values: Readonly<Record<string, string>> = {
      '@NAME@': `web-${index}`,
      '@NAMESPACE@': `team-${index % NAMESPACES}`,
      '@UID@': `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      '@VERSION@': String(FIRST_VERSION * (this.#version + 1) + index),
      '@NODE@': `node-${index % 1_000}`,
    };
    return this.#parts.map((part) => values[part] ?? part).join('');
  }
}

async function* expiring(ended: Promise<boolean>): WatchStream<KubernetesObject> {
  if (await ended)
    yield { type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' } };
}
