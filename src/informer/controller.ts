import { Backoff } from '../base/backoff.js';
import { childController } from '../base/abort.js';
import { delay, realClock } from '../base/clock.js';
import type { Clock, Timer } from '../base/clock.js';
import type { Deltas, ProcessDeltas, PopInfo, Queue } from '../delta-fifo/index.js';
import { KubeInformerError, messageOf } from '../errors/index.js';
import type { KubernetesObject } from '../meta/index.js';
import { Reflector } from '../reflector/index.js';
import type {
  ExpectedKind,
  ListerWatcher,
  ReflectorSink,
  ReflectorStatus,
  ReflectorTransition,
  ReflectorTuning,
} from '../reflector/index.js';

/** What a Controller is made of. */
export interface ControllerConfig<T extends KubernetesObject> extends ReflectorTuning {
  readonly queue: Queue<T>;
  readonly listerWatcher: ListerWatcher<T>;
  /** Applies what was popped: writes the store, tells the handlers. */
  readonly process: ProcessDeltas<T>;
  /** Objects of another kind are reported and skipped. */
  readonly objectType?: ExpectedKind | undefined;
  /** How often the queue is asked to resync; 0, the default: never. */
  readonly fullResyncPeriod?: number | undefined;
  /** Asked each time before a resync; default: yes. */
  readonly shouldResync?: (() => boolean) | undefined;
  /** Whether deltas that `process` failed on are given to it again, after a growing delay, before any later ones. Default: no. */
  readonly retryOnError?: boolean | undefined;
  /** Sees every error of the connection and of single objects. */
  readonly watchErrorHandler?: ((error: unknown) => void) | undefined;
  /** Sees what `process`, `shouldResync` and the queue's resync threw. Default: as `watchErrorHandler`. */
  readonly onProcessError?: ((error: KubeInformerError) => void) | undefined;
  readonly onTransition?: ((transition: ReflectorTransition) => void) | undefined;
  /** Where the Reflector writes; default: straight into the queue. */
  readonly sink?: ReflectorSink<T> | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: (() => number) | undefined;
}

// A process that fails is mostly a bug that stays: soon enough to notice a passing cause, never a hot loop.
const PROCESS_BACKOFF = { initialMs: 100, maxMs: 30_000, factor: 2, jitter: 0.1 };

/**
 * The loop between queue and store: a Reflector fills the queue, `process` empties it, one pop at a
 * time. It keeps no state of its own.
 *
 * @example
 * const controller = new Controller({ queue, listerWatcher, process: processDeltas(store, handler) });
 * await controller.run(signal);
 */
export class Controller<T extends KubernetesObject> {
  readonly #config: ControllerConfig<T>;
  readonly #clock: Clock;
  readonly #reflector: Reflector<T>;
  #resyncTimer: Timer | undefined;
  #ran = false;

  constructor(config: ControllerConfig<T>) {
    this.#config = config;
    this.#clock = config.clock ?? realClock;
    this.#reflector = new Reflector({
      ...tuningOf(config),
      listerWatcher: config.listerWatcher,
      sink: config.sink ?? config.queue,
      clock: this.#clock,
      ...(config.objectType === undefined ? {} : { expected: config.objectType }),
      ...(config.watchErrorHandler === undefined ? {} : { onError: config.watchErrorHandler }),
      ...(config.onTransition === undefined ? {} : { onTransition: config.onTransition }),
      ...(config.random === undefined ? {} : { random: config.random }),
    });
  }

  /** Runs until the signal aborts, or the source is closed; resolves when reflector and loop have ended. Can be called once. */
  async run(signal: AbortSignal): Promise<void> {
    if (this.#ran) throw new KubeInformerError('ERR_LIFECYCLE', 'Cannot run a Controller twice: make a new one.');
    this.#ran = true;
    // Its own signal, so that neither part outlives the other, should one of them fail.
    const { controller, unlink } = childController(signal);
    this.#scheduleResync();
    const reflecting = this.#reflector.run(controller.signal).finally(() => {
      controller.abort(signal.reason);
      this.#resyncTimer?.cancel();
      this.#config.queue.close();
    });
    try {
      await Promise.all([reflecting, this.#processLoop(controller.signal)]);
    } finally {
      controller.abort(signal.reason);
      unlink();
    }
  }

  /** Whether the whole first list was processed. */
  get hasSynced(): boolean {
    return this.#config.queue.hasSynced;
  }

  /** How far the source has been read; the store may still be behind. */
  get resourceVersion(): string {
    return this.#reflector.resourceVersion;
  }

  get status(): ReflectorStatus {
    return this.#reflector.status;
  }

  /** Reads the whole source again. */
  relist(reason: 'requested' | 'inconsistent' = 'requested'): void {
    this.#reflector.relist(reason);
  }

  // Once stopped, what is still queued is of no use to anyone.
  async #processLoop(signal: AbortSignal): Promise<void> {
    await this.#config.queue.popAll((deltas, info) => this.#process(deltas, info, signal), { signal });
  }

  // Not async: most of what is popped is processed in the turn in which it came.
  #process(deltas: Deltas<T>, info: PopInfo, signal: AbortSignal): void | Promise<void> {
    try {
      const processing = this.#config.process(deltas, info);
      // Anything may come from a program without types; only undefined says that there is nothing to wait for.
      return processing === undefined ? undefined : this.#outlast(processing, deltas, info, signal);
    } catch (thrown) {
      return this.#failed(thrown, deltas, info, signal);
    }
  }

  async #outlast(processing: unknown, deltas: Deltas<T>, info: PopInfo, signal: AbortSignal): Promise<void> {
    try {
      await processing;
    } catch (thrown) {
      await this.#failed(thrown, deltas, info, signal);
    }
  }

  #failed(thrown: unknown, deltas: Deltas<T>, info: PopInfo, signal: AbortSignal): void | Promise<void> {
    this.#reportProcess(deltas, thrown);
    if (this.#config.retryOnError === true) return this.#retry(deltas, info, signal);
  }

  async #retry(deltas: Deltas<T>, info: PopInfo, signal: AbortSignal): Promise<void> {
    const backoff = new Backoff(PROCESS_BACKOFF);
    while (await delay(this.#clock, backoff.next(), signal)) {
      try {
        await this.#config.process(deltas, info);
        return;
      } catch (thrown) {
        this.#reportProcess(deltas, thrown);
      }
    }
  }

  #reportProcess(deltas: Deltas<T>, thrown: unknown): void {
    const first = deltas[0];
    const what = first === undefined ? 'nothing' : 'key' in first ? `${first.type} of ${first.key}` : first.type;
    const more = deltas.length > 1 ? ` and ${deltas.length - 1} more` : '';
    const then =
      this.#config.retryOnError === true
        ? 'They are tried again.'
        : 'They are skipped; a relist would bring them again.';
    this.#report(`Cannot apply ${what}${more}: ${messageOf(thrown)}. ${then}`, thrown);
  }

  #report(message: string, cause: unknown): void {
    const report = this.#config.onProcessError ?? this.#config.watchErrorHandler;
    try {
      report?.(new KubeInformerError('ERR_PROCESS_FAILED', message, { cause }));
    } catch {
      // An error handler that fails has nobody left to tell.
    }
  }

  #scheduleResync(): void {
    const period = this.#config.fullResyncPeriod ?? 0;
    // Not a number is no period either.
    if (!(period > 0)) return;
    this.#resyncTimer = this.#clock.setTimeout(() => {
      this.#scheduleResync();
      try {
        if (this.#config.shouldResync?.() ?? true) this.#config.queue.resync();
      } catch (thrown) {
        this.#report(`Cannot resync: ${messageOf(thrown)}. It is tried again in ${period / 1000} s.`, thrown);
      }
    }, period);
  }
}

const TUNING = [
  'watchList',
  'pageSize',
  'minWatchTimeoutMs',
  'backoff',
  'endMarkTimeoutMs',
  'answerTimeoutMs',
  'relistBudget',
] as const satisfies readonly (keyof ReflectorTuning)[];

/** The tuning options among others. */
export function tuningOf(options: ReflectorTuning): ReflectorTuning {
  return Object.fromEntries(TUNING.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])));
}
