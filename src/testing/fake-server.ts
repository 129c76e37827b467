import { abortable } from '../base/abort.js';
import type { Clock } from '../base/clock.js';
import { ApiStatusError } from '../errors/index.js';
import type { Status } from '../errors/index.js';
import type { KubernetesObject } from '../meta/index.js';
import type { ListOptions, ListPage, WatchEvent } from '../reflector/index.js';
import { connectionError, expiredStatus, tooLargeStatus } from './fake-errors.js';
import { FaultPlan } from './fake-faults.js';
import type { FakeRequest, FakeVerb } from './fake-faults.js';
import { garbledPage } from './fake-garbage.js';
import type { GarbageContext } from './fake-garbage.js';
import { ObjectHistory } from './fake-history.js';
import type { FakeSnapshot } from './fake-history.js';
import { compileSelectors } from './fake-selectors.js';
import { requestedVersion, validateList, validateWatch, watchListForbidden } from './fake-validation.js';
import { FakeWatch } from './fake-watch.js';
import { WatchHub } from './fake-watch-hub.js';

/** What a source does with `sendInitialEvents`. */
export type WatchListSupport = 'supported' | 'unsupported-422' | 'declared-unsupported' | 'never-ends';

export interface ServerSettings<T extends KubernetesObject> {
  readonly clock: Clock;
  readonly start: bigint;
  readonly historyLimit: number;
  readonly bookmarkInterval: number;
  readonly watchCache: boolean;
  readonly batchEvents: boolean;
  readonly filter: ((object: T) => boolean) | undefined;
}

/**
 * How a source answers: the rules of the API server for one resource, over `ObjectHistory`.
 * Planned faults come first, then what is wrong with the request, then the answer.
 */
export class FakeServer<T extends KubernetesObject> {
  readonly history: ObjectHistory<T>;
  readonly hub: WatchHub<T>;
  readonly plan = new FaultPlan();
  readonly requests: FakeRequest[] = [];
  readonly #settings: ServerSettings<T>;
  activeLists = 0;
  watchList: WatchListSupport;
  apiVersion: string | undefined;
  kind: string | undefined;
  /** Pages of a list older than this have expired. Trimmed history does not matter to them. */
  #compacted = 0n;
  /** Goes up with every restore: a list does not go on across one. */
  #life = 0;

  constructor(settings: ServerSettings<T>, watchList: WatchListSupport) {
    this.#settings = settings;
    this.watchList = watchList;
    this.history = new ObjectHistory(settings.start, settings.historyLimit);
    this.hub = new WatchHub(settings.clock, this.plan.counts);
  }

  get garbageContext(): GarbageContext {
    return { apiVersion: this.apiVersion, kind: this.kind, resourceVersion: String(this.history.version) };
  }

  async *list(options: ListOptions, signal: AbortSignal): AsyncGenerator<ListPage<T>, undefined> {
    this.activeLists++;
    try {
      await this.#admit('list', options, signal);
      validateList(options);
      const life = this.#life;
      const version = this.#versionToList(options);
      const matches = this.#matcher(options);
      const objects = this.history.objectsAt(version).filter(matches);
      const garbage = this.plan.takeGarbage();
      const size = this.#pageSize(options, objects.length);
      for (let start = 0, number = 1; number === 1 || start < objects.length; start += size, number++) {
        signal.throwIfAborted();
        if (life !== this.#life) throw connectionError('ECONNRESET');
        const failure = this.plan.takePage(number);
        if (failure !== undefined) throw failure;
        if (number > 1 && version < this.#compacted) throw this.#expired(version);
        const last = start + size >= objects.length;
        const page: ListPage<T> = {
          items: structuredClone<T[]>(objects.slice(start, start + size)),
          resourceVersion: String(version),
          ...(last ? {} : { continue: `${version}:${start + size}` }),
          ...(this.kind === undefined ? {} : { kind: `${this.kind}List` }),
        };
        yield garbage === undefined ? page : garbledPage(page, garbage, this.garbageContext);
      }
    } finally {
      this.activeLists--;
    }
  }

  async watch(options: ListOptions, signal: AbortSignal): Promise<FakeWatch<T>> {
    await this.#admit('watch', options, signal);
    validateWatch(options);
    const { sendInitialEvents } = options;
    if (sendInitialEvents !== undefined && this.watchList.includes('unsupported')) throw watchListForbidden();
    const matches = this.#matcher(options);
    const current = this.history.version;
    const asked = requestedVersion(options);
    const anyVersion = asked === undefined || asked === 0n;
    const refusal = this.#refusal(asked ?? 0n, sendInitialEvents === true);
    const initial = sendInitialEvents ?? anyVersion;

    const watch = this.#open(options, signal, initial || anyVersion ? current : asked, matches);
    if (refusal !== undefined) {
      watch.endWith({ type: 'ERROR', object: refusal });
    } else if (initial) {
      for (const object of this.history.objectsAt()) {
        if (matches(object)) this.hub.send(watch, { type: 'ADDED', object: structuredClone(object) });
      }
      if (sendInitialEvents === true && watch.wantsBookmarks && this.watchList === 'supported') {
        this.hub.send(watch, this.#bookmark({ 'k8s.io/initial-events-end': 'true' }));
      }
    } else if (!anyVersion) {
      for (const change of this.history.changesAfter(asked)) {
        const event = watch.eventFor(change);
        if (event !== undefined) this.hub.send(watch, event);
      }
    }
    return watch;
  }

  /** Sends a bookmark to one watch, or to all that want one. Returns how many were sent. */
  sendBookmarks(to: Iterable<FakeWatch<T>> = this.hub.oldest(Infinity)): number {
    let sent = 0;
    for (const watch of to) {
      if (!watch.canBookmark(this.history.version)) continue;
      if (this.hub.bookmarksFrozen) {
        this.plan.counts.withheldBookmarks++;
        continue;
      }
      this.hub.send(watch, this.#bookmark());
      sent++;
    }
    return sent;
  }

  /** Makes every version handed out so far too old to continue from, and on request tells open watches so. */
  expire(endWatches: boolean): void {
    const newest = String(this.history.version);
    this.history.bump(1n);
    this.history.compact();
    this.#compacted = this.history.version;
    if (!endWatches) return;
    for (const watch of this.hub.oldest(Infinity)) {
      this.plan.counts.expiredAnswers++;
      watch.endWith({ type: 'ERROR', object: expiredStatus(newest, String(this.history.floor)) });
    }
  }

  restore(snapshot: FakeSnapshot<T>): void {
    this.history.restore(snapshot);
    this.#compacted = 0n;
    this.#life++;
  }

  async #admit(verb: FakeVerb, options: ListOptions, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.requests.push(Object.freeze({ verb, options: Object.freeze({ ...options }), at: this.#settings.clock.now() }));
    const fault = this.plan.takeAnswer(verb);
    if (fault === 'hang') await abortable(new Promise<never>(() => {}), signal);
    else if (fault !== undefined) throw fault;
  }

  #matcher(options: ListOptions): (object: T) => boolean {
    const { filter } = this.#settings;
    const selected = compileSelectors(options);
    return (object) => selected(object) && (filter === undefined || filter(object));
  }

  #versionToList(options: ListOptions): bigint {
    const current = this.history.version;
    const asked = requestedVersion(options);
    if (asked === undefined || asked === 0n) return current;
    if (asked > current) throw new ApiStatusError(tooLargeStatus(String(asked), String(current)));
    // A page size without a match means Exact: the server has done so since before there was a match.
    const exact =
      options.resourceVersionMatch === 'Exact' ||
      (options.resourceVersionMatch === undefined && (options.limit ?? 0) > 0);
    if (!exact) return current;
    if (asked < this.history.floor) throw this.#expired(asked);
    return asked;
  }

  #pageSize(options: ListOptions, all: number): number {
    const { limit = 0 } = options;
    const ignored = limit <= 0 || (this.#settings.watchCache && options.resourceVersion === '0');
    return ignored ? Math.max(1, all) : limit;
  }

  /** What a watch that was accepted is told instead of events. A plain watch from the future is told nothing. */
  #refusal(asked: bigint, sendInitialEvents: boolean): Status | undefined {
    const { version, floor } = this.history;
    if (sendInitialEvents) return asked > version ? tooLargeStatus(String(asked), String(version)) : undefined;
    if (asked === 0n || asked >= floor) return undefined;
    this.plan.counts.expiredAnswers++;
    return expiredStatus(String(asked), String(floor));
  }

  #expired(asked: bigint): ApiStatusError {
    this.plan.counts.expiredAnswers++;
    return new ApiStatusError(expiredStatus(String(asked), String(this.history.floor)));
  }

  #open(options: ListOptions, signal: AbortSignal, from: bigint, matches: (object: T) => boolean): FakeWatch<T> {
    const { clock, batchEvents, bookmarkInterval } = this.#settings;
    const watch = new FakeWatch<T>({
      options,
      signal,
      clock,
      from,
      matches,
      batched: batchEvents,
      onClosed: (closed) => {
        this.hub.remove(closed);
      },
    });
    this.hub.add(watch);
    const tick = (): void => {
      this.sendBookmarks([watch]);
      watch.after(bookmarkInterval, tick);
    };
    if (bookmarkInterval > 0 && watch.wantsBookmarks) watch.after(bookmarkInterval, tick);
    return watch;
  }

  #bookmark(annotations?: Readonly<Record<string, string>>): WatchEvent<T> {
    const { apiVersion, kind, resourceVersion } = this.garbageContext;
    return {
      type: 'BOOKMARK',
      object: {
        apiVersion,
        kind,
        metadata: { resourceVersion, ...(annotations === undefined ? {} : { annotations }) },
      },
    };
  }
}
