import type { Clock } from '../base/clock.js';
import { realClock } from '../base/clock.js';
import { KubeInformerError } from '../errors/index.js';
import { mutableCopy } from '../meta/index.js';
import type { KubernetesObject, Mutable } from '../meta/index.js';
import type { ListOptions, ListPage, ListerWatcher, RequestContext, WatchStream } from '../reflector/index.js';
import { apiError, connectionError } from './fake-errors.js';
import type { Failure, FakeRequest, FakeVerb, FaultCounts } from './fake-faults.js';
import { garbageEvent } from './fake-garbage.js';
import type { EventGarbage, ListGarbage } from './fake-garbage.js';
import type { Change, FakeSnapshot } from './fake-history.js';
import { FakeServer } from './fake-server.js';
import type { WatchListSupport } from './fake-server.js';
import type { NewObject } from './objects.js';

// The first version of an empty source. Not 0 or 1, which have a meaning of their own, and short of
// a change of length, so that a test soon goes from 999 to 1000 and text order is seen to be wrong.
const FIRST_VERSION = '990';

// The watch cache of the API server starts with room for 100 events and grows while they are young;
// 1,000 keeps whole histories of ordinary tests and stays a bound.
const HISTORY_LIMIT = 1_000;

/** What kind of server to play. */
export interface FakeListerWatcherOptions<T extends KubernetesObject> {
  /** What the source has from the start. */
  readonly objects?: Iterable<NewObject<T>> | undefined;
  /** For time limits of watches, bookmarks and delays. Default: the machine's. */
  readonly clock?: Clock | undefined;
  /** The version before the first write. Any decimal number, beyond what a JavaScript number holds too. */
  readonly resourceVersion?: string | undefined;
  /** How many changes a watch can be behind; an older one gets 410 Expired. */
  readonly historyLimit?: number | undefined;
  /** Milliseconds between bookmarks of one watch that asked for them. Default 0: only on `sendBookmarks()`. */
  readonly bookmarkInterval?: number | undefined;
  /** Whether `limit` is ignored at resourceVersion "0", as a server with its watch cache on does. Default true. */
  readonly watchCache?: boolean | undefined;
  /** Default `'supported'`; the property of the same name changes it later. */
  readonly watchList?: WatchListSupport | undefined;
  /** Hand over events in arrays of all that wait. Default false: one by one. */
  readonly batchEvents?: boolean | undefined;
  /** Objects outside it do not exist for clients, on top of their selectors. */
  readonly filter?: ((object: T) => boolean) | undefined;
  /** For bookmarks and lists, and for objects that do not say it. Default: those of the first object that has them. */
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
}

/**
 * A source in memory with the list and watch rules of the API server for one resource, which
 * misbehaves on request.
 *
 * Every write, a deletion too, moves the resourceVersion. A list is one state, however many pages it
 * takes. A watch replays what happened after its version and goes on live. What goes out is a new
 * copy each time, so nothing a client does reaches the source. `faults` counts what clients met.
 *
 * @example
 * const source = new FakeListerWatcher<Pod>({ clock, objects: [web] });
 * const informer = new SharedInformer(source, { clock });
 * source.loseNextEvents();
 * source.delete('default/web');       // the informer does not hear of it …
 * source.expire({ endWatches: true }); // … until it has to list again
 */
export class FakeListerWatcher<T extends KubernetesObject> implements ListerWatcher<T> {
  readonly #server: FakeServer<T>;
  /** What objects are where they do not say it. */
  readonly #type: { readonly apiVersion?: string; readonly kind?: string };

  constructor(options: FakeListerWatcherOptions<T> = {}) {
    const { resourceVersion = FIRST_VERSION, historyLimit = HISTORY_LIMIT } = options;
    if (!/^[1-9][0-9]*$/.test(resourceVersion)) {
      throw new KubeInformerError(
        'ERR_INVALID_ARGUMENT',
        `Cannot start a fake source at resourceVersion ${JSON.stringify(resourceVersion)}: give a decimal number above 0.`,
      );
    }
    this.#server = new FakeServer<T>(
      {
        clock: options.clock ?? realClock,
        start: BigInt(resourceVersion),
        historyLimit: Math.max(0, historyLimit),
        bookmarkInterval: options.bookmarkInterval ?? 0,
        watchCache: options.watchCache ?? true,
        batchEvents: options.batchEvents ?? false,
        filter: options.filter,
      },
      options.watchList ?? 'supported',
    );
    const { apiVersion, kind } = options;
    this.#server.apiVersion = apiVersion;
    this.#server.kind = kind;
    this.#type = { ...(apiVersion === undefined ? {} : { apiVersion }), ...(kind === undefined ? {} : { kind }) };
    for (const object of options.objects ?? []) this.create(object);
  }

  /** The version of the newest state. */
  get resourceVersion(): string {
    return String(this.#server.history.version);
  }

  /** Throws 409 AlreadyExists. Gives the object a uid unless it has one, and returns it as stored. */
  create(object: NewObject<T>): Mutable<T> {
    return this.#wrote([this.#server.history.create(this.#completed(object))]);
  }

  /** Throws 404, or 409 when the object carries another resourceVersion or uid than the stored one. */
  update(object: NewObject<T>): Mutable<T> {
    return this.#wrote([this.#server.history.update(this.#completed(object))]);
  }

  /**
   * Creates or updates, whatever resourceVersion the object carries. Under another uid it is another
   * object: clients see the old one go.
   */
  set(object: NewObject<T>): Mutable<T> {
    return this.#wrote(this.#server.history.set(this.#completed(object)));
  }

  /** Throws 404. Returns the last state, at the version of the deletion. */
  delete(key: string): Mutable<T> {
    return this.#wrote([this.#server.history.delete(key)]);
  }

  get(key: string): Mutable<T> | undefined {
    const object = this.#server.history.read(key);
    return object === undefined ? undefined : mutableCopy(object);
  }

  /** Copies of all objects, in the order of their keys. */
  objects(): Mutable<T>[] {
    return this.#server.history.objectsAt().map((object) => mutableCopy(object));
  }

  /** Moves the resourceVersion without a change, as writes to other resources of the cluster do. */
  bump(by = 1): void {
    this.#server.history.bump(BigInt(by));
  }

  list(options: ListOptions, context: RequestContext): AsyncIterable<ListPage<T>> {
    return this.#server.list(options, context.signal);
  }

  watch(options: ListOptions, context: RequestContext): Promise<WatchStream<T>> {
    return this.#server.watch(options, context.signal);
  }

  /** False only while `watchList` is `'declared-unsupported'`: otherwise a client has to try. */
  get supportsWatchList(): boolean | undefined {
    return this.watchList === 'declared-unsupported' ? false : undefined;
  }

  /**
   * What a watch with `sendInitialEvents` meets: the real thing; a 422, with or without
   * `supportsWatchList` saying so before; or all objects and then no end mark.
   */
  get watchList(): WatchListSupport {
    return this.#server.watchList;
  }

  set watchList(support: WatchListSupport) {
    this.#server.watchList = support;
  }

  /** Every list (once, not by page) and watch that was asked for, oldest first. */
  get requests(): readonly FakeRequest[] {
    return this.#server.requests;
  }

  /** How many watches neither side has ended. A half-open one is among them. */
  get openWatches(): number {
    return this.#server.hub.size;
  }

  /** How many lists are being read. */
  get activeLists(): number {
    return this.#server.activeLists;
  }

  /** How often each fault took effect. A copy. */
  get faults(): FaultCounts {
    return { ...this.#server.plan.counts };
  }

  /** Sends a bookmark to the watches that asked for bookmarks; returns to how many. */
  sendBookmarks(): number {
    return this.#server.sendBookmarks();
  }

  /** No bookmark goes out any more, but for the one that ends a WatchList. */
  freezeBookmarks(): void {
    this.#server.hub.bookmarksFrozen = true;
  }

  thawBookmarks(): void {
    this.#server.hub.bookmarksFrozen = false;
  }

  /** The next events that a watch would have got never arrive at any; the state changes all the same. */
  loseNextEvents(count = 1): void {
    this.#server.hub.loseNext(count);
  }

  /** The next events arrive twice. */
  duplicateNextEvents(count = 1): void {
    this.#server.hub.duplicateNext(count);
  }

  /**
   * From now on events stay on the way, in order, until the returned function is called or `forMs`
   * have passed. Watches that are opened meanwhile wait as well. Those of a watch that ends are lost.
   */
  delayEvents(options: { readonly forMs?: number } = {}): () => void {
    return this.#server.hub.delay(options.forMs);
  }

  /** Breaks the connections of the oldest watches, of all by default. Returns how many. */
  resetWatches(count = Infinity): number {
    const watches = this.#server.hub.oldest(count);
    for (const watch of watches) watch.fail(connectionError('ECONNRESET'));
    return this.#count('resetWatches', watches.length);
  }

  /** Ends the oldest watches in good order, as a server does at its time limit. Returns how many. */
  closeWatches(count = Infinity): number {
    const open = this.#server.hub.oldest(count);
    for (const watch of open) watch.end();
    return this.#count('closedWatches', open.filter((watch) => watch.closed).length);
  }

  /** The oldest watches hear nothing more and do not end, as when a machine in between is gone. Returns how many. */
  halfOpenWatches(count = Infinity): number {
    const watches = this.#server.hub.oldest(count);
    for (const watch of watches) watch.silence();
    return this.#count('halfOpenWatches', watches.length);
  }

  /**
   * Forgets history: a watch, an Exact list or a next page from any version handed out so far gets
   * 410 Expired. The version moves on by one for that, so that even an up-to-date client is too old.
   * Open watches go on, unless `endWatches` ends them with that error.
   */
  expire(options: { readonly endWatches?: boolean } = {}): void {
    this.#server.expire(options.endWatches ?? false);
  }

  /** The next lists and watches get 429 with a Retry-After, of one second by default as the API server asks for. */
  throttle(times = 1, options: { readonly retryAfterSeconds?: number } = {}): void {
    const { retryAfterSeconds = 1 } = options;
    const failure = (): Error => apiError(429, { retryAfterSeconds });
    this.#server.plan.planAnswer('any', 'throttledRequests', failure, times);
  }

  /**
   * The next lists or watches fail. Faults of one verb come in the order they were asked for.
   *
   * @example
   * source.failNext('list', apiError(500), 3);
   */
  failNext(verb: FakeVerb, failure: Failure, times = 1): void {
    this.#server.plan.planAnswer(verb, verb === 'list' ? 'failedLists' : 'failedWatches', failure, times);
  }

  /** The next list that gets to this page (the first is 1) fails there. */
  failPage(page: number, failure: Failure): void {
    this.#server.plan.planPage(page, failure);
  }

  /** The next lists or watches get no answer until their signal aborts. */
  hangNext(verb: FakeVerb, times = 1): void {
    this.#server.plan.planAnswer(verb, 'hungRequests', undefined, times);
  }

  /** Sends something no client can use to every open watch. Returns to how many. */
  sendGarbage(garbage: EventGarbage): number {
    const watches = this.#server.hub.oldest(Infinity);
    for (const watch of watches) {
      this.#server.hub.send(watch, garbageEvent(garbage, this.#server.garbageContext));
    }
    return this.#count('garbageEvents', watches.length);
  }

  /** The pages of the next list cannot be used as they are. */
  garbleNextList(garbage: ListGarbage): void {
    this.#server.plan.planGarbage(garbage);
  }

  /** Drops the faults asked for that no request has met yet. What is already broken stays so. */
  clearFaults(): void {
    this.#server.plan.clear();
  }

  /** The state as it is now, for `restore()`. */
  snapshot(): FakeSnapshot<T> {
    return this.#server.history.snapshot();
  }

  /**
   * Goes back to a snapshot, resourceVersion included, as a cluster restored from a backup does.
   * What clients remember may then lie in the future: a plain watch from there hears nothing.
   * Connections break, as the server starts anew; `keepWatches` leaves those of watches open.
   */
  restore(snapshot: FakeSnapshot<T>, options: { readonly keepWatches?: boolean } = {}): void {
    this.#server.restore(snapshot);
    this.#count('restores', 1);
    if (options.keepWatches === true) return;
    for (const watch of this.#server.hub.oldest(Infinity)) watch.fail(connectionError('ECONNRESET'));
  }

  #completed(object: object): T {
    return { ...this.#type, ...object } as unknown as T;
  }

  #wrote(changes: readonly Change<T>[]): Mutable<T> {
    let last!: T;
    for (const change of changes) {
      last = change.object;
      this.#server.apiVersion ??= last.apiVersion;
      this.#server.kind ??= last.kind;
      this.#server.hub.broadcast(change);
    }
    return mutableCopy(last);
  }

  #count(fault: keyof FaultCounts, by: number): number {
    this.#server.plan.counts[fault] += by;
    return by;
  }
}
