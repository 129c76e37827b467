import { onAbort } from '../base/abort.js';
import type { Unlink } from '../base/abort.js';
import { realClock } from '../base/clock.js';
import type { Clock } from '../base/clock.js';
import { keepProcessAlive } from '../base/keep-alive.js';
import { InOrderQueue } from '../delta-fifo/index.js';
import type { Deltas, PopInfo } from '../delta-fifo/index.js';
import type { KubeInformerError } from '../errors/index.js';
import { compareResourceVersions, projectionKey } from '../meta/index.js';
import type { KubernetesObject } from '../meta/index.js';
import type { ListerWatcher } from '../reflector/index.js';
import { Indexer, Lister } from '../store/index.js';
import type { Indexers } from '../store/index.js';
import { assertHandler } from './assert-handler.js';
import { assertIndexers } from './assert-indexers.js';
import { CacheWriter } from './cache-writer.js';
import { Controller, tuningOf } from './controller.js';
import { ErrorReports } from './error-reports.js';
import { unusedHandlerName } from './handler-name.js';
import { InformerMetrics } from './informer-metrics.js';
import { Intake } from './intake.js';
import { Listener } from './listener.js';
import type { ResourceEventHandler } from './notification.js';
import { Notifications } from './notifications.js';
import type { NotificationStream } from './notifications.js';
import { Processor } from './processor.js';
import type { MoreNames, ReadonlyIndexer } from './readonly-indexer.js';
import { HandlerRegistration } from './registration.js';
import { replayOf } from './replay.js';
import { ResyncSchedule } from './resync-schedule.js';
import { patienceWith, startSignal } from './shared-informer-options.js';
import type { HandlerOptions, NotificationsOptions, SharedInformerOptions } from './shared-informer-options.js';
import { cannotAfterStop, notSynced, stopped } from './status.js';
import type { InformerStatus } from './status.js';
import { verifyCache } from './verify.js';
import type { VerifyResult } from './verify.js';
import { Waiters, assertVersion } from './waiters.js';
import type { WaitOptions } from './waiters.js';

/**
 * An indexed local copy of a resource, and any number of handlers that are told of its changes.
 *
 * - The cache is eventually equal to the source, whatever happens on the way, and never shows a mix
 *   of two lists.
 * - Every handler sees a legal history of every object, in the order of the source, ending in what
 *   the cache shows. Order between handlers is not promised.
 * - A handler that joins late is shown the cache as adds, then everything that follows: no gap, no repeat.
 * - Nothing a handler, a transform or an index function does can stop it.
 *
 * It can be started once; after `stop()` make a new one. See SPEC.md beside this file.
 *
 * @example
 * const informer = new SharedInformer(podSource, { name: 'pods', indexers: { node: 'spec.nodeName' } });
 * informer.addEventHandler({ onAdd: (pod, { key }) => queue.add(key) });
 * informer.start();
 * await informer.waitForSync();
 */
export class SharedInformer<T extends KubernetesObject, Names extends string = string> {
  readonly name: string;
  readonly #options: SharedInformerOptions<T, Names>;
  readonly #source: ListerWatcher<T>;
  readonly #clock: Clock;
  readonly #indexer: Indexer<T, Names>;
  readonly #lister: Lister<T>;
  readonly #queue = new InOrderQueue<T>();
  readonly #processor = new Processor<T>();
  readonly #intake: Intake<T>;
  readonly #controller: Controller<T>;
  readonly #resyncs: ResyncSchedule<Listener<T>>;
  readonly #writer: CacheWriter<T>;
  readonly #waiters: Waiters;
  readonly #errors: ErrorReports;
  readonly #metrics: InformerMetrics | undefined;
  readonly #abort = new AbortController();
  #unlink: Unlink | undefined;
  #isStarted = false;
  /** Settles when nothing is left; undefined until started or stopped. */
  #run: Promise<void> | undefined;
  /** Since when there has always been something to apply. */
  #busySince: number | undefined;

  constructor(listerWatcher: ListerWatcher<T>, options: SharedInformerOptions<T, Names> = {}) {
    this.#options = options;
    this.#source = listerWatcher;
    this.name = options.name ?? options.resource ?? 'informer';
    this.#clock = options.clock ?? realClock;
    this.#metrics =
      options.metrics === undefined ? undefined : new InformerMetrics(options.metrics, { name: this.name });
    this.#errors = new ErrorReports(this.name, options);
    const onError = (error: KubeInformerError): void => {
      this.#errors.report(error);
    };
    this.#indexer = new Indexer<T, Names>({
      ...(options.indexers === undefined ? {} : { indexers: options.indexers }),
      onIndexError: onError,
    });
    this.#lister = new Lister(this.#indexer, options.resource ?? 'object', options.scope);
    this.#writer = new CacheWriter(this.#indexer, this.#processor);
    this.#waiters = new Waiters(this.#clock);
    const projection = options.projection ?? 'full';
    // Throws for a path that cannot be read: here, once, and not for each object.
    projectionKey(projection);
    assertIndexers(options.indexers ?? {}, options, this.name);
    this.#intake = new Intake({
      queue: this.#queue,
      cached: (record) => this.#indexer.counterpartOf(record),
      beginDraft: () => this.#indexer.beginDraft(),
      projection,
      transform: options.transform,
      store: options.store ?? 'bytes',
      clock: this.#clock,
      onError,
    });
    this.#resyncs = new ResyncSchedule(this.#clock, (due) => {
      this.#writer.markDue(due);
      this.#queue.resync();
    });
    this.#controller = new Controller({
      ...tuningOf(options),
      queue: this.#queue,
      sink: this.#intake,
      listerWatcher,
      process: (deltas, info) => this.#process(deltas, info),
      clock: this.#clock,
      ...(options.random === undefined ? {} : { random: options.random }),
      ...(options.objectType === undefined ? {} : { objectType: options.objectType }),
      watchErrorHandler: (error) => {
        const { lastError, phase } = this.#controller.status;
        this.#errors.reportConnection(error, lastError?.action, phase);
      },
      onProcessError: (error) => {
        onError(error);
        // What could not be applied is missing from the cache: read it again.
        this.#controller.relist('inconsistent');
      },
      onTransition: (transition) => {
        this.#metrics?.transition(transition);
        this.#errors.follow(transition);
      },
    });
    const synced = (): void => {
      this.#processor.firstListDone();
      this.#waiters.check();
    };
    this.#queue.synced.then(synced, synced);
    onAbort(this.#abort.signal, () => {
      this.#waiters.close(this.#abort.signal.reason);
    });
  }

  /** Reads by key, index and iteration. What it returns is read-only, and so is it: only the source changes the cache. */
  get indexer(): ReadonlyIndexer<T, Names> {
    return this.#indexer;
  }

  get lister(): Lister<T> {
    return this.#lister;
  }

  /**
   * Adds indices, at any time before the stop; one that others added before, over the same path, is shared. Resolves, when
   * what is cached is indexed, to `indexer` under a type that knows the new names. Throws `ERR_INVALID_ARGUMENT` for a path that the projection leaves out.
   */
  async addIndexers<More extends string>(
    indexers: Indexers<T, More>,
  ): Promise<ReadonlyIndexer<T, MoreNames<Names, More>>> {
    this.#assertNotStopped('add indices to');
    assertIndexers(indexers, this.#options, this.name);
    return this.#indexer.addIndexersSliced(indexers);
  }

  /**
   * Adds a handler, before the start or at any time while it runs.
   * The same handler added twice is called twice. Throws `ERR_INVALID_ARGUMENT` for what is no handler.
   */
  addEventHandler(handler: ResourceEventHandler<T>, options: HandlerOptions = {}): HandlerRegistration {
    this.#assertNotStopped('add a handler to');
    assertHandler(handler, this.name);
    const listener = new Listener(handler, {
      name: options.name ?? unusedHandlerName(this.#processor.all),
      ...patienceWith(options, this.name),
      clock: this.#clock,
      onError: (error) => {
        this.#errors.report(error, listener.name);
      },
      onBacklog: (length) => {
        this.#metrics?.backlog(listener.name, length);
      },
    });
    this.#processor.register(listener, replayOf(this.#indexer.listRecords()));
    this.#resyncs.join(listener, options.resyncPeriod ?? this.#options.resyncPeriod ?? 0);
    return new HandlerRegistration(listener, async (how) => {
      this.#resyncs.leave(listener);
      this.#writer.unmarkDue(listener);
      await this.#processor.remove(listener, how);
    });
  }

  /**
   * What a handler would be told, as values. Joins at the first `next()`, with the cache as adds;
   * ends at `break`, when the signal aborts, or when the informer stops. Is held to the pace of the
   * loop that reads it, and spared old states when that falls behind, as any handler.
   *
   * @example
   * for await (const change of informer.notifications({ signal })) console.log(change.type, change.key);
   */
  notifications(options: NotificationsOptions = {}): NotificationStream<T> {
    const { signal, ...handlerOptions } = options;
    const register = (handler: ResourceEventHandler<T>): HandlerRegistration =>
      this.addEventHandler(handler, { ...handlerOptions, stuckAfterMs: Infinity });
    return new Notifications(register, [signal, this.#abort.signal]);
  }

  /**
   * Starts it; when the signal aborts, it stops, and when its source says that it was closed (`ERR_CLOSED`). Starting it
   * again does nothing. It keeps the process alive.
   */
  start(options: { readonly signal?: AbortSignal | undefined } = {}): void {
    const signal = startSignal(options, `informer "${this.name}"`);
    this.#assertNotStopped('start');
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#unlink = onAbort(signal, () => {
      this.#abort.abort(signal?.reason);
    });
    if (!this.isStopped) this.#resyncs.start();
    this.#run = this.#runUntilStopped();
  }

  get isStarted(): boolean {
    return this.#isStarted;
  }

  get isStopped(): boolean {
    return this.#abort.signal.aborted;
  }

  /** Whether the cache has shown a whole list. */
  get hasSynced(): boolean {
    return this.#queue.hasSynced;
  }

  /** Resolves when the cache shows the whole first list; rejects, saying why it does not, when the wait is over or it stops. */
  async waitForSync(options: WaitOptions = {}): Promise<void> {
    await this.#wait(() => this.hasSynced, 'the first list', options);
  }

  /** Why it has not synced, as an error. */
  notSynced(cause?: unknown): KubeInformerError {
    return notSynced(this.status, this.isStarted, cause);
  }

  /**
   * Resolves when the cache shows everything up to a resourceVersion, for one that of your own write.
   * A resourceVersion that cannot be compared never blocks. Rejects as `waitForSync` does before the first list.
   *
   * @example
   * const { metadata } = await client.core.v1.pods.create(pod);
   * await informer.waitForResourceVersion(metadata.resourceVersion, { timeoutMs: 5_000 });
   */
  async waitForResourceVersion(resourceVersion: string, options: WaitOptions = {}): Promise<void> {
    this.#assertNotStopped('wait for a resourceVersion of');
    assertVersion(resourceVersion, this.name);
    await this.#wait(() => this.#shows(resourceVersion), `resourceVersion ${resourceVersion}`, options);
  }

  /** Reads the whole source again. Objects that have not changed make no notification. */
  relist(): void {
    this.#controller.relist();
  }

  /**
   * Asks the source for the metadata of everything at the very resourceVersion the cache shows, and compares: the way to
   * check in production that the cache is right. It changes nothing; `relist()` mends what it finds. Works while changes go
   * on. Waits for the first list, and up to two minutes in all, unless told otherwise.
   *
   * A cache that lags behind is not wrong, only old: wait for a resourceVersion first where that matters. An object that the
   * transform fails on counts as missing or different; `status.stale` names it.
   *
   * @example
   * const { ok, missing, extra, different } = await informer.verify();
   */
  async verify(options: WaitOptions = {}): Promise<VerifyResult> {
    this.#assertNotStopped('verify');
    return verifyCache(
      {
        name: this.name,
        source: this.#source,
        clock: this.#clock,
        stopped: this.#abort.signal,
        synced: (signal) => this.waitForSync({ signal }),
        snapshot: () => ({ resourceVersion: this.#indexer.resourceVersion, records: this.#indexer.listRecords() }),
        changed: (version, signal) =>
          this.#waiters.wait(() => this.#indexer.resourceVersion !== version, 'a newer state', { signal }),
      },
      options,
    );
  }

  get status(): InformerStatus {
    const { primes, resourceVersion, phase, ...connection } = this.#controller.status;
    return {
      ...connection,
      name: this.name,
      phase: this.isStopped ? 'stopped' : phase,
      synced: this.hasSynced,
      objects: this.#indexer.size,
      resourceVersion: this.#indexer.resourceVersion,
      readResourceVersion: resourceVersion,
      queueDepth: this.#queue.length,
      lagMs: this.#busySince === undefined ? 0 : this.#clock.now() - this.#busySince,
      lists: primes,
      nextResyncAt: this.#resyncs.nextAt,
      stale: this.#intake.stale,
      unknownFields: this.#intake.unknownFields,
      handlers: this.#processor.listeners.map((listener) => listener.status),
    };
  }

  /**
   * Stops it and resolves when nothing of it is left: no request, no timer, no handler call.
   * What still waits for handlers is dropped; drain a registration before if that matters. A call that takes another 10 s
   * is reported and left behind, and one that stops it itself is not waited for.
   */
  async stop(): Promise<void> {
    this.#processor.abandonCurrentCall();
    this.#abort.abort(stopped(this.name, 'was stopped'));
    this.#run ??= this.#close();
    await this.#run;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  #wait(isOver: () => boolean, what: string, options: WaitOptions): Promise<void> {
    return this.#waiters.wait(isOver, what, options, (reason) => (this.hasSynced ? reason : this.notSynced(reason)));
  }

  async #runUntilStopped(): Promise<void> {
    const release = keepProcessAlive();
    try {
      await this.#controller.run(this.#abort.signal);
    } finally {
      // By itself, if it is not stopped already: there is nobody left to ask.
      this.#abort.abort(stopped(this.name, 'has stopped: its source was closed'));
      await this.#close();
      release();
    }
  }

  async #close(): Promise<void> {
    this.#unlink?.();
    this.#resyncs.close();
    this.#intake.close();
    await this.#processor.close();
  }

  // Not async: an event that comes alone is applied in the turn in which it came, without a promise.
  #process(deltas: Deltas<T>, info: PopInfo): Promise<void> | undefined {
    // Who measures nothing is spared the clock, which takes longer than most of this.
    const startedAt = this.#metrics === undefined ? 0 : this.#clock.now();
    let writing: Promise<void> | undefined;
    try {
      writing = this.#writer.write(deltas, info)?.finally(() => {
        this.#processed(startedAt);
        this.#waiters.check();
      });
    } finally {
      if (writing === undefined) this.#processed(startedAt);
      else this.#busySince ??= this.#clock.now();
      // The cache shows a single change already, whatever is still waited for.
      this.#waiters.check();
    }
    return writing;
  }

  #processed(startedAt: number): void {
    const queued = this.#queue.length;
    if (queued === 0) {
      this.#busySince = undefined;
      this.#intake.queueDrained();
    } else this.#busySince ??= this.#clock.now();
    if (this.#metrics !== undefined) {
      this.#metrics.processed(this.#clock.now() - startedAt, this.#indexer, queued);
      for (const listener of this.#processor.listeners) this.#metrics.backlog(listener.name, listener.backlog);
    }
  }

  #shows(resourceVersion: string): boolean {
    if (compareResourceVersions(resourceVersion, resourceVersion) === undefined) return true;
    if (!this.hasSynced) return false;
    const order = compareResourceVersions(this.#indexer.resourceVersion, resourceVersion);
    return (order === undefined || order >= 0) && !this.#intake.holdsBack(resourceVersion);
  }

  #assertNotStopped(attempt: string): void {
    if (this.isStopped) throw cannotAfterStop(this.name, attempt);
  }
}
