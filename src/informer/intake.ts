import { Backoff } from '../base/backoff.js';
import type { Clock, Timer } from '../base/clock.js';
import { transformRecord } from '../delta-fifo/index.js';
import type { InOrderQueue, ReplacedAllDelta, Transform } from '../delta-fifo/index.js';
import type { KubeInformerError } from '../errors/index.js';
import { PlainRecord, compareResourceVersions, sameObject, sameVersion } from '../meta/index.js';
import type { KubernetesObject, ObjectRecord, Projection } from '../meta/index.js';
import type { ReflectorSink, ReplaceSession } from '../reflector/index.js';
import type { StoreDraft } from '../store/index.js';
import type { StoredAs } from './shared-informer-options.js';

/** An object whose newest state cannot be cached because the transform fails on it. */
export interface StaleObject {
  readonly key: string;
  /** The state that cannot be cached. What the cache holds for the key, if anything, is older. */
  readonly resourceVersion: string;
  readonly since: number;
  readonly attempts: number;
  readonly retryAt: number;
  readonly error: KubeInformerError;
}

/**
 * Which changes of a key the cache does not show: from the one that an event brought on, or, when a
 * list brought it, any after what was read before that list (`''`: any), since states in between may have been skipped.
 */
type Missed = { readonly from: string } | { readonly after: string };

interface Held<T extends KubernetesObject> {
  /** The newest state, which the transform failed on. */
  readonly record: ObjectRecord<T>;
  readonly missed: Missed;
  readonly backoff: Backoff;
  readonly since: number;
  error: KubeInformerError;
  retryAt: number;
  timer: Timer;
}

export interface IntakeOptions<T extends KubernetesObject> {
  readonly queue: InOrderQueue<T>;
  /** What the cache holds under the key of a record, to share records that have not changed. */
  readonly cached: (record: ObjectRecord<T>) => ObjectRecord<T> | undefined;
  /** Where the cache takes the records of a list until it is applied. */
  readonly beginDraft: () => StoreDraft<T>;
  readonly projection: Projection;
  readonly transform: Transform<T> | undefined;
  readonly store: StoredAs;
  readonly clock: Clock;
  readonly onError: (error: KubeInformerError) => void;
}

// A transform fails on an object until that object, or the code, changes: try a few times soon, then rarely.
const RETRY = { initialMs: 1_000, maxMs: 5 * 60_000, factor: 2, jitter: 0.1 };

/**
 * Between Reflector and queue: keeps of each object what is wanted, shares what has not changed with
 * the cache, and holds back what the transform fails on.
 *
 * An object that is held back keeps what the cache has for it. It is tried again after a growing
 * delay, and given up for its next event, whichever comes first. A transform that writes to what it
 * is given before it throws finds what it wrote when it is tried again, but only what it wrote the first time.
 */
export class Intake<T extends KubernetesObject> implements ReflectorSink<T> {
  readonly #options: IntakeOptions<T>;
  readonly #held = new Map<string, Held<T>>();
  /** What is no longer held but may not have got through the queue yet. */
  #landing: Missed[] = [];
  /** How far the source was read. */
  #position = '';
  #unknownFields = 0;
  /** Whether anything is done here that can fail: without that nothing is ever held back, and the position is of no use. */
  readonly #mayHold: boolean;

  constructor(options: IntakeOptions<T>) {
    this.#options = options;
    this.#mayHold = options.transform !== undefined || options.store !== 'bytes';
  }

  add(record: ObjectRecord<T>): void {
    this.#unknownFields += record.unknownFields;
    const ready = this.#prepare(record);
    if (ready !== undefined) this.#options.queue.add(ready);
  }

  update(record: ObjectRecord<T>): void {
    this.#unknownFields += record.unknownFields;
    const ready = this.#prepare(record);
    if (ready !== undefined) this.#options.queue.update(ready);
  }

  /** A delete always goes through: if its last state cannot be transformed, handlers get the one they know. */
  delete(record: ObjectRecord<T>): void {
    this.#advance(record.resourceVersion);
    this.#letGo(record);
    const projected = record.project(this.#options.projection);
    let last: ObjectRecord<T>;
    try {
      last = this.#transformed(projected);
    } catch (error) {
      this.#options.onError(error as KubeInformerError);
      this.#options.queue.delete(projected, { finalStateUnknown: true });
      return;
    }
    this.#options.queue.delete(last);
  }

  replace(records: readonly ObjectRecord<T>[], resourceVersion: string): void {
    const session = this.beginReplace();
    for (const record of records) session.set(record);
    session.commit(resourceVersion);
  }

  beginReplace(): ReplaceSession<T> {
    const { beginDraft, cached, queue } = this.#options;
    let ready = beginDraft();
    const held = new Map<string, { record: ObjectRecord<T>; error: KubeInformerError }>();
    return {
      set: (record) => {
        this.#unknownFields += record.unknownFields;
        const known = cached(record);
        if (held.size > 0) held.delete(record.key);
        if (known !== undefined && sameVersion(known, record)) {
          ready.set(known);
          return;
        }
        const projected = record.project(this.#options.projection);
        try {
          ready.set(this.#transformed(projected));
        } catch (error) {
          ready.delete(record.key);
          held.set(record.key, { record: projected, error: error as KubeInformerError });
        }
      },
      delete: (key) => {
        ready.delete(key);
        held.delete(key);
      },
      commit: (resourceVersion) => {
        for (const { record } of [...this.#held.values()]) if (!held.has(record.key)) this.#letGo(record);
        for (const { record, error } of held.values()) {
          const before = this.#held.get(record.key);
          // The very state that is held already: its delay goes on growing.
          if (before === undefined || !sameVersion(before.record, record)) {
            this.#hold(record, error, { after: this.#position });
          }
        }
        this.#position = resourceVersion;
        queue.replaceRecords(ready, resourceVersion, this.#keep(resourceVersion));
        // What was queued is the queue's, whatever is done to this session afterwards.
        ready = beginDraft();
      },
      abort: () => {
        ready.clear();
        held.clear();
      },
    };
  }

  bookmark(resourceVersion: string): void {
    this.#advance(resourceVersion);
    this.#options.queue.bookmark(resourceVersion);
  }

  /** How many fields came that could not be read. */
  get unknownFields(): number {
    return this.#unknownFields;
  }

  /** The objects that are held back, oldest first. */
  get stale(): readonly StaleObject[] {
    return [...this.#held.values()].map(({ record, since, backoff, retryAt, error }) => ({
      key: record.key,
      resourceVersion: record.resourceVersion,
      since,
      attempts: backoff.attempts,
      retryAt,
      error,
    }));
  }

  /** Whether the cache lacks a change of `resourceVersion` or before because it is, or was just now, held back. */
  holdsBack(resourceVersion: string): boolean {
    const isMissing = (missed: Missed): boolean => {
      if ('after' in missed)
        return missed.after === '' || (compareResourceVersions(missed.after, resourceVersion) ?? 0) < 0;
      const order = compareResourceVersions(missed.from, resourceVersion);
      return order !== undefined && order <= 0;
    };
    for (const { missed } of this.#held.values()) if (isMissing(missed)) return true;
    return this.#landing.some(isMissing);
  }

  /** Call it when everything that was queued has been applied. */
  queueDrained(): void {
    if (this.#landing.length > 0) this.#landing = [];
  }

  close(): void {
    for (const { timer } of this.#held.values()) timer.cancel();
    this.#held.clear();
    this.#landing = [];
  }

  #prepare(record: ObjectRecord<T>): ObjectRecord<T> | undefined {
    const projected = record.project(this.#options.projection);
    if (!this.#mayHold) return projected;
    this.#advance(record.resourceVersion);
    let ready: ObjectRecord<T>;
    try {
      ready = this.#transformed(projected);
    } catch (error) {
      this.#hold(projected, error as KubeInformerError, { from: record.resourceVersion });
      return undefined;
    }
    this.#letGo(record);
    return ready;
  }

  #transformed(record: ObjectRecord<T>): ObjectRecord<T> {
    const { transform, store } = this.#options;
    if (transform !== undefined) return transformRecord(record, transform);
    if (store === 'bytes' || record instanceof PlainRecord) return record;
    return new PlainRecord(record.forTransform());
  }

  #hold(record: ObjectRecord<T>, error: KubeInformerError, missed: Missed): void {
    const before = this.#held.get(record.key);
    before?.timer.cancel();
    // Reading the object freezes it, so that every later attempt gets a copy and none sees what another one wrote.
    Object.isFrozen(record.object);
    const held: Held<T> = {
      record,
      missed: before?.missed ?? missed,
      backoff: new Backoff(RETRY),
      since: before?.since ?? this.#options.clock.now(),
      error,
      retryAt: 0,
      timer: { cancel: () => undefined },
    };
    this.#held.set(record.key, held);
    this.#schedule(held);
    this.#options.onError(error);
  }

  #schedule(held: Held<T>): void {
    const { clock } = this.#options;
    const wait = held.backoff.next();
    held.retryAt = clock.now() + wait;
    held.timer = clock.setTimeout(() => {
      this.#retry(held);
    }, wait);
  }

  #retry(held: Held<T>): void {
    let ready: ObjectRecord<T>;
    try {
      ready = this.#transformed(held.record);
    } catch (error) {
      held.error = error as KubeInformerError;
      this.#schedule(held);
      this.#options.onError(held.error);
      return;
    }
    this.#letGo(held.record);
    this.#options.queue.update(ready);
  }

  /**
   * The keys whose cached state outlives a list. A state of another uid does not: that object is gone. Nor does one that is
   * newer than the list: the source was restored, and whatever comes next would look older than it.
   */
  #keep(resourceVersion: string): Pick<ReplacedAllDelta<T>, 'keep' | 'mayKeep'> {
    const held = new Map(Array.from(this.#held, ([key, { record }]) => [key, record]));
    return {
      keep: new Set(held.keys()),
      mayKeep: (cached) => {
        const record = held.get(cached.key);
        const isAhead = (compareResourceVersions(cached.resourceVersion, resourceVersion) ?? 0) > 0;
        return record !== undefined && sameObject(cached, record) && !isAhead;
      },
    };
  }

  // An event that comes twice, or late, does not take us back; a list may.
  #advance(resourceVersion: string): void {
    const order = compareResourceVersions(resourceVersion, this.#position);
    if (order === undefined || order > 0) this.#position = resourceVersion;
  }

  /** Call it before what takes its place is queued. */
  #letGo(record: ObjectRecord<T>): void {
    if (this.#held.size === 0) return;
    const { key } = record;
    const held = this.#held.get(key);
    if (held === undefined) return;
    held.timer.cancel();
    this.#held.delete(key);
    this.#landing.push(held.missed);
  }
}
