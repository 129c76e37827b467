import { onAbort } from '../base/abort.js';
import type { Unlink } from '../base/abort.js';
import { realClock } from '../base/clock.js';
import type { Clock } from '../base/clock.js';
import { consoleLogger } from '../base/logger.js';
import { noMetrics } from '../base/metrics.js';
import { TimeSlicer } from '../base/time-slicer.js';
import { InOrderQueue } from '../delta-fifo/index.js';
import type { Deltas, PopInfo } from '../delta-fifo/index.js';
import { KubeInformerError, isExpired, messageOf } from '../errors/index.js';
import { compareResourceVersions } from '../meta/index.js';
import type { KubernetesObject } from '../meta/index.js';
import type { ListerWatcher } from '../reflector/index.js';
import { Indexer, Lister } from '../store/index.js';
import type { Indexers } from '../store/index.js';
import { applyObjectDelta, applyReplacedAll, resyncAll } from './apply.js';
import { Controller, tuningOf } from './controller.js';
import { publishError, publishTransition } from './diagnostics.js';
import { InformerMetrics } from './informer-metrics.js';
import { Intake } from './intake.js';
import { keepProcessAlive } from './keep-alive.js';
import { Listener } from './listener.js';
import { replayOf } from './replay.js';
import type { Change, Notification, ResourceEventHandler } from './notification.js';
import { iterateNotifications } from './notifications.js';
import { Processor } from './processor.js';
import type { ReadonlyIndexer } from './readonly-indexer.js';
import { HandlerRegistration } from './registration.js';
import { ResyncSchedule } from './resync-schedule.js';
import { DEFAULT_HIGH_WATER_MARK, DEFAULT_STUCK_AFTER_MS, REMOVE_GRACE_MS } from './shared-informer-options.js';
import type { HandlerOptions, SharedInformerOptions } from './shared-informer-options.js';
import type { InformerStatus } from './status.js';
import { VersionWaiters } from './version-waiters.js';
import type { WaitOptions } from './version-waiters.js';

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
  readonly #clock: Clock;
  readonly #indexer: Indexer<T, Names>;
  readonly #lister: Lister<T>;
  readonly #queue = new InOrderQueue<T>();
  readonly #processor = new Processor<T>();
  readonly #intake: Intake<T>;
  readonly #controller: Controller<T>;
  readonly #resyncs: ResyncSchedule<Listener<T>>;
  readonly #syncing = new Set<Listener<T>>();
  readonly #waiters: VersionWaiters;
  readonly #metrics: InformerMetrics;
  readonly #abort = new AbortController();
  #unlink: Unlink | undefined;
  #isStarted = false;
  /** Settles when nothing is left; undefined until started or stopped. */
  #run: Promise<void> | undefined;
  #handlerCount = 0;
  #busySince: number | undefined;

  constructor(listerWatcher: ListerWatcher<T>, options: SharedInformerOptions<T, Names> = {}) {
    this.#options = options;
    this.name = options.name ?? options.resource ?? 'informer';
    this.#clock = options.clock ?? realClock;
    this.#metrics = new InformerMetrics(options.metrics ?? noMetrics, { name: this.name });
    const onError = (error: KubeInformerError): void => {
      this.#report(error);
    };
    this.#indexer = new Indexer<T, Names>({
      ...(options.indexers === undefined ? {} : { indexers: options.indexers }),
      onIndexError: onError,
    });
    this.#lister = new Lister(this.#indexer, options.resource ?? 'object');
    this.#waiters = new VersionWaiters(this.#clock, (version) => this.#shows(version));
    this.#intake = new Intake({
      queue: this.#queue,
      cached: (key) => this.#indexer.getRecord(key),
      projection: options.projection ?? 'full',
      transform: options.transform,
      clock: this.#clock,
      onError,
      onRecovered: () => {
        this.#waiters.check();
      },
    });
    this.#resyncs = new ResyncSchedule(this.#clock, (due) => {
      for (const listener of due) this.#syncing.add(listener);
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
        this.#reportConnection(error);
      },
      onProcessError: (error) => {
        onError(error);
        // What could not be applied is missing from the cache: read it again.
        this.#controller.relist('inconsistent');
      },
      onTransition: (transition) => {
        this.#metrics.transition(transition);
        publishTransition({ informer: this.name, transition });
      },
    });
  }

  /** Reads by key, index and iteration. What it returns is read-only, and so is it: only the source changes the cache. */
  get indexer(): ReadonlyIndexer<T, Names> {
    return this.#indexer;
  }

  get lister(): Lister<T> {
    return this.#lister;
  }

  /** Adds indices, at any time before the stop; what is cached is indexed when it resolves. */
  async addIndexers<More extends string>(indexers: Indexers<T, More>): Promise<ReadonlyIndexer<T, Names | More>> {
    this.#assertNotStopped('add indices to');
    return this.#indexer.addIndexersSliced(indexers);
  }

  /**
   * Adds a handler, before the start or at any time while it runs.
   * The same handler added twice is called twice.
   */
  addEventHandler(handler: ResourceEventHandler<T>, options: HandlerOptions = {}): HandlerRegistration {
    this.#assertNotStopped('add a handler to');
    const listener = new Listener(handler, {
      name: options.name ?? `handler-${++this.#handlerCount}`,
      highWaterMark: options.highWaterMark ?? DEFAULT_HIGH_WATER_MARK,
      overflow: options.overflow ?? 'latest',
      stuckAfterMs: options.stuckAfterMs ?? DEFAULT_STUCK_AFTER_MS,
      timeoutMs: options.timeoutMs,
      graceMs: REMOVE_GRACE_MS,
      clock: this.#clock,
      onError: (error) => {
        this.#report(error);
      },
    });
    this.#processor.register(listener, replayOf(this.#indexer.listRecords()));
    this.#resyncs.join(listener, options.resyncPeriod ?? this.#options.resyncPeriod ?? 0);
    return new HandlerRegistration(listener, () => {
      this.#processor.unregister(listener);
      this.#resyncs.leave(listener);
      this.#syncing.delete(listener);
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
  notifications(
    options: HandlerOptions & { readonly signal?: AbortSignal } = {},
  ): AsyncGenerator<Notification<T>, void> {
    const { signal, ...handlerOptions } = options;
    const register = (handler: ResourceEventHandler<T>): HandlerRegistration =>
      this.addEventHandler(handler, { ...handlerOptions, stuckAfterMs: Infinity });
    return iterateNotifications(register, [signal, this.#abort.signal]);
  }

  /** Starts it; when the signal aborts, it stops. Starting it again does nothing. It keeps the process alive. */
  start({ signal }: { readonly signal?: AbortSignal } = {}): void {
    this.#assertNotStopped('start');
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#unlink = onAbort(signal, () => {
      this.#abort.abort(signal?.reason);
    });
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

  /** Resolves when the cache shows the whole first list; rejects, saying why it does not, when the signal aborts or it stops. */
  async waitForSync({ signal }: { readonly signal?: AbortSignal } = {}): Promise<void> {
    if (this.hasSynced) return;
    await new Promise<void>((resolve, reject) => {
      let unlinks: readonly Unlink[] = [];
      const end = (): void => {
        for (const unlink of unlinks) unlink();
        if (this.hasSynced) resolve();
        else reject(this.notSynced(signal?.reason ?? this.#abort.signal.reason));
      };
      if (signal?.aborted === true || this.isStopped) {
        end();
        return;
      }
      unlinks = [onAbort(signal, end), onAbort(this.#abort.signal, end)];
      this.#queue.synced.then(end, end);
    });
  }

  /** Why it has not synced, as an error. */
  notSynced(cause?: unknown): KubeInformerError {
    const { phase, lastError } = this.status;
    const why =
      lastError === undefined ? '' : `; last error: ${messageOf(lastError.error)} (then: ${lastError.action})`;
    const state = this.isStarted ? `it is ${phase}` : 'it was not started';
    return new KubeInformerError('ERR_NOT_SYNCED', `Informer "${this.name}" has not synced: ${state}${why}.`, {
      cause,
      retryable: true,
    });
  }

  /**
   * Resolves when the cache shows everything up to a resourceVersion, for one that of your own write.
   * A resourceVersion that cannot be compared never blocks.
   *
   * @example
   * const { metadata } = await client.core.v1.pods.create(pod);
   * await informer.waitForResourceVersion(metadata.resourceVersion, { timeoutMs: 5_000 });
   */
  async waitForResourceVersion(resourceVersion: string, options: WaitOptions = {}): Promise<void> {
    this.#assertNotStopped('wait for a resourceVersion of');
    await this.#waiters.wait(resourceVersion, options);
  }

  /** Reads the whole source again. Objects that have not changed make no notification. */
  relist(): void {
    this.#controller.relist();
  }

  get status(): InformerStatus {
    const { primes, resourceVersion, phase, ...connection } = this.#controller.status;
    const handlers = this.#processor.listeners.map((listener) => listener.status);
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
      handlers,
    };
  }

  /**
   * Stops it and resolves when nothing of it is left: no request, no timer, no handler call.
   * What still waits for handlers is dropped; drain a registration before if that matters.
   */
  async stop(): Promise<void> {
    this.#abort.abort(new KubeInformerError('ERR_CLOSED', `Informer "${this.name}" was stopped.`));
    this.#run ??= this.#close();
    await this.#run;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #runUntilStopped(): Promise<void> {
    const release = keepProcessAlive();
    await this.#controller.run(this.#abort.signal);
    release();
    await this.#close();
  }

  async #close(): Promise<void> {
    this.#unlink?.();
    this.#resyncs.close();
    this.#intake.close();
    this.#waiters.close(this.#abort.signal.reason);
    await this.#processor.close();
  }

  async #process(deltas: Deltas<T>, info: PopInfo): Promise<void> {
    const startedAt = this.#clock.now();
    this.#busySince = startedAt;
    try {
      await this.#apply(deltas, info);
    } finally {
      this.#busySince = this.#queue.length > 0 ? this.#clock.now() : undefined;
      this.#metrics.queued(this.#queue.length);
      this.#metrics.processed(this.#clock.now() - startedAt, this.#indexer.resourceVersion);
      for (const listener of this.#processor.listeners) this.#metrics.backlog(listener.name, listener.backlog);
      this.#waiters.check();
    }
  }

  async #apply(deltas: Deltas<T>, { isInInitialList }: PopInfo): Promise<void> {
    const slicer = new TimeSlicer();
    for (const delta of deltas) {
      switch (delta.type) {
        case 'ReplacedAll': {
          let changes: readonly Change<T>[] = [];
          let recipients: readonly Listener<T>[] = [];
          await applyReplacedAll(this.#indexer, delta, isInInitialList, (all) => {
            changes = all;
            recipients = this.#processor.listeners;
            this.#processor.firstListStored();
          });
          await this.#processor.distributeAll(changes, recipients);
          this.#processor.firstListDistributed(recipients);
          break;
        }
        case 'SyncAll': {
          const changes = await resyncAll(this.#indexer);
          const due = this.#processor.listeners.filter((listener) => this.#syncing.has(listener));
          this.#syncing.clear();
          await this.#processor.distributeAll(changes, due);
          break;
        }
        case 'Bookmark':
          this.#indexer.bookmark(delta.resourceVersion);
          break;
        default:
          this.#processor.distribute(applyObjectDelta(this.#indexer, delta, isInInitialList));
          if (slicer.due()) await slicer.yield();
      }
    }
  }

  #shows(resourceVersion: string): boolean {
    if (compareResourceVersions(resourceVersion, resourceVersion) === undefined) return true;
    if (!this.hasSynced) return false;
    const order = compareResourceVersions(this.#indexer.resourceVersion, resourceVersion);
    return (order === undefined || order >= 0) && !this.#intake.holdsBack(resourceVersion);
  }

  #report(error: KubeInformerError): void {
    publishError({ informer: this.name, error });
    const { onError, logger = consoleLogger } = this.#options;
    if (onError === undefined) {
      logger.error(`kube-informer: ${this.name}: ${error.message}`, { code: error.code, error });
      return;
    }
    try {
      onError(error);
    } catch (thrown) {
      logger.error(`kube-informer: ${this.name}: onError itself failed: ${messageOf(thrown)}`, { error });
    }
  }

  #reportConnection(error: unknown): void {
    publishError({ informer: this.name, error });
    const { watchErrorHandler, logger = consoleLogger } = this.#options;
    if (watchErrorHandler !== undefined) watchErrorHandler(error);
    // Routine after a server's restart, and mended without loss.
    else if (isExpired(error)) logger.debug(`kube-informer: ${this.name}: ${error.message}`);
    else logger.warn(`kube-informer: ${this.name}: ${messageOf(error)}`, { error });
  }

  #assertNotStopped(attempt: string): void {
    if (!this.isStopped) return;
    throw new KubeInformerError(
      'ERR_LIFECYCLE',
      `Cannot ${attempt} informer "${this.name}": it was stopped, and cannot be started again. Make a new one.`,
    );
  }
}
