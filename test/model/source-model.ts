import type { ListOptions, ListerWatcher } from 'kube-informer';
import { FakeListerWatcher, makeObject } from 'kube-informer/testing';
import type { FakeClock, FakeSnapshot, TestObject } from 'kube-informer/testing';
import { KEYS } from './history.js';
import type { Setup } from './setup.js';

/** A change of what the client can see, in the order of the source. */
export interface VisibleChange {
  readonly version: string;
  readonly key: string;
  readonly uid: string;
  readonly type: 'add' | 'update' | 'delete';
}

const SELECTOR = 'app=web';

/**
 * The source, and a record of everything that was ever true in it: what a client may be shown at
 * all, and in which order.
 */
export class SourceModel {
  readonly source: FakeListerWatcher<TestObject>;
  /** What the client talks to: the source, asked through the selector if the setup has one. */
  readonly client: ListerWatcher<TestObject>;
  readonly changes: VisibleChange[] = [];
  /** How often the client began to read everything. */
  primeRequests = 0;
  restores = 0;
  eventsToLose = 0;
  readonly #setup: Setup;
  /** Visible states and ends, by uid and version. */
  readonly #states = new Map<string, TestObject>();
  readonly #ends = new Map<string, TestObject>();
  /** When each object was created, as a count, and how many restores there had been. */
  readonly #births = new Map<string, { readonly order: number; readonly life: number }>();
  #revision = 0;
  /** The highest version before the last restore. */
  #highest = 0n;
  #snapshot: FakeSnapshot<TestObject>;

  constructor(setup: Setup, clock: FakeClock) {
    this.#setup = setup;
    this.source = new FakeListerWatcher<TestObject>({
      clock,
      resourceVersion: setup.resourceVersion,
      watchList: setup.watchList,
      watchCache: setup.watchCache,
      batchEvents: setup.batchEvents,
      historyLimit: setup.historyLimit,
      bookmarkInterval: setup.bookmarkInterval,
      apiVersion: 'v1',
      kind: 'Pod',
    });
    this.client = this.#asClient();
    for (let key = 0; key < setup.objects; key++) this.put(key);
    this.#snapshot = this.source.snapshot();
  }

  /** The key a number of a step stands for. */
  keyAt(index: number): string {
    return keyAt(index);
  }

  put(key: number): void {
    this.#write(keyAt(key), (old) => old);
  }

  relabel(key: number): void {
    this.#write(keyAt(key), (old) => ({
      ...old,
      metadata: { ...old.metadata, labels: { app: old.metadata.labels?.['app'] === 'web' ? 'db' : 'web' } },
    }));
  }

  reschedule(key: number): void {
    this.#write(keyAt(key), (old) => ({
      ...old,
      spec: { ...old.spec, nodeName: old.spec.nodeName === 'n1' ? 'n2' : 'n1' },
    }));
  }

  delete(key: number): void {
    const name = keyAt(key);
    const before = this.source.get(name);
    if (before === undefined) return;
    this.#avoidReuse(before.metadata.uid);
    this.#note(before, this.source.delete(name), true);
  }

  recreate(key: number): void {
    this.delete(key);
    this.put(key);
  }

  takeSnapshot(): void {
    this.#snapshot = this.source.snapshot();
  }

  restore(keepWatches: boolean): void {
    this.restores++;
    this.#highest = maxOf(this.#highest, BigInt(this.source.resourceVersion));
    this.source.restore(this.#snapshot, { keepWatches });
  }

  /**
   * Makes everything the client ever read too old. After a restore the source first has to get past
   * every version it gave out before: to a client that stands where the source stands, all seems well.
   */
  expireEverything(): void {
    const behind = this.#highest - BigInt(this.source.resourceVersion);
    if (behind > 0n) this.source.bump(Number(behind));
    this.source.expire({ endWatches: true });
  }

  /** What the client's cache has to show, before projection and transform. */
  visible(): TestObject[] {
    return this.source.objects().filter((object) => this.isVisible(object));
  }

  isVisible(object: TestObject): boolean {
    return !this.#setup.selector || object.metadata.labels?.['app'] === 'web';
  }

  /** The object at a version as the source had it, if the client could ever see that. */
  stateAt(uid: string, version: string): TestObject | undefined {
    return this.#states.get(`${uid}@${version}`);
  }

  /** The last words on an object whose visible life ended at this version. */
  endAt(uid: string, version: string): TestObject | undefined {
    return this.#ends.get(`${uid}@${version}`);
  }

  /** A number that is greater for an object created later; undefined for one that never was. */
  birthOf(uid: string): number | undefined {
    return this.#births.get(uid)?.order;
  }

  /** Whether a restore may have taken this object back to an earlier state. */
  mayHaveGoneBack(uid: string): boolean {
    return this.#births.get(uid)?.life !== this.restores;
  }

  /**
   * A server that went back to a backup gives out versions again. Where one object would get a version
   * for a second time, no client could tell the two states apart, and none has to.
   */
  #avoidReuse(uid: string | undefined): void {
    for (;;) {
      const next = `${uid ?? ''}@${BigInt(this.source.resourceVersion) + 1n}`;
      if (!this.#states.has(next) && !this.#ends.has(next)) return;
      this.source.bump();
    }
  }

  #write(key: string, change: (old: TestObject) => TestObject): void {
    const before = this.source.get(key);
    const changed = change(before ?? newObject(key));
    const next: TestObject = {
      ...changed,
      metadata: { ...changed.metadata, annotations: { revision: String(++this.#revision) } },
    };
    this.#avoidReuse(before?.metadata.uid);
    this.#note(before, this.source.set(next), false);
  }

  #note(before: TestObject | undefined, after: TestObject, deleted: boolean): void {
    const { uid = '', resourceVersion: version = '' } = after.metadata;
    const key = keyOf(after);
    const was = before !== undefined && this.isVisible(before);
    const is = !deleted && this.isVisible(after);
    if (before === undefined) this.#births.set(uid, { order: this.#births.size, life: this.restores });
    if (is) this.#states.set(`${uid}@${version}`, after);
    if (is) this.changes.push({ version, key, uid, type: was ? 'update' : 'add' });
    if (!was || is) return;
    this.#ends.set(`${uid}@${version}`, {
      ...before,
      metadata: { ...before.metadata, resourceVersion: version },
    });
    this.changes.push({ version, key, uid, type: 'delete' });
  }

  #asClient(): ListerWatcher<TestObject> {
    const { source } = this;
    const ask = (options: ListOptions): ListOptions =>
      this.#setup.selector ? { ...options, labelSelector: SELECTOR } : options;
    return {
      list: (options, context) => {
        const isProbe = options.limit === 1 && options.resourceVersionMatch === 'NotOlderThan';
        if (!isProbe) this.primeRequests++;
        return source.list(ask(options), context);
      },
      watch: (options, context) => {
        if (options.sendInitialEvents === true) this.primeRequests++;
        return source.watch(ask(options), context);
      },
      ...(source.supportsWatchList === undefined ? {} : { supportsWatchList: source.supportsWatchList }),
    };
  }
}

/** The key of an object as this model writes it. */
export function keyOf({ metadata: { namespace, name } }: TestObject): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

function maxOf(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function keyAt(index: number): string {
  return KEYS[index % KEYS.length] as string;
}

function newObject(key: string): TestObject {
  const [first = '', second] = key.split('/');
  return makeObject({
    name: second ?? first,
    namespace: second === undefined ? '' : first,
    labels: { app: 'web' },
    nodeName: 'n1',
  });
}
