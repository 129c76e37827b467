import { backoffDelay } from '../base/backoff.js';
import { delay } from '../base/clock.js';
import type { Timer } from '../base/clock.js';
import { keepProcessAlive } from '../base/keep-alive.js';
import { KubeInformerError } from '../errors/index.js';
import type { KubernetesObject } from '../meta/index.js';
import type { EffectContext } from './effect-context.js';
import { classifyFailure } from './failure.js';
import { probe, readList } from './list-effect.js';
import { OpenWatch } from './open-watch.js';
import { resolveSettings } from './options.js';
import type { ReflectorOptions } from './options.js';
import { Progress } from './progress.js';
import type { Release } from './relist-budget.js';
import { watchRequest } from './requests.js';
import { STOP, initialState, isPriming, transition } from './state.js';
import type { Event, PrimeReason, State } from './state.js';
import { describeNext } from './status.js';
import type { ReflectorStatus, ReflectorTransition } from './status.js';
import { readStream } from './stream-effect.js';
import { SHORTEST_HEALTHY_WATCH_MS, followWatch } from './watch-effect.js';
import type { Wishes } from './watch-effect.js';

// A busy server may take a while to begin its answer; one that is busy for longer is not spared by the others' waiting.
const LONGEST_SILENT_TURN_MS = 15_000;

/**
 * Keeps a sink equal to a source: reads the source whole, then watches it, and does what is least
 * costly when something breaks. See SPEC.md beside this file for what it promises.
 *
 * @example
 * const reflector = new Reflector({ listerWatcher, sink: new DeltaFIFO() });
 * await reflector.run(signal); // until the signal aborts, or the source is closed
 */
export class Reflector<T extends KubernetesObject> {
  readonly #context: EffectContext<T>;
  readonly #onTransition: ReflectorOptions<T>['onTransition'];
  #state: State = initialState;
  #since: number;
  /** When the phase before this one began. */
  #attemptedAt: number;
  #disconnectedSince: number | undefined;
  /** While waiting: how long. */
  #delayMs: number | undefined;
  /** From its acceptance until it is closed. */
  #open: OpenWatch<T> | undefined;
  readonly #wishes: Wishes = { relist: undefined };
  /** The turn of the relist that is under way. */
  #release: Release | undefined;
  #turnTimer: Timer | undefined;
  readonly #primes: Partial<Record<PrimeReason, number>> = {};

  /** Throws `ERR_INVALID_ARGUMENT` for numbers no server could use. */
  constructor(options: ReflectorOptions<T>) {
    const settings = resolveSettings(options);
    this.#context = {
      source: options.listerWatcher,
      sink: options.sink,
      expected: options.expected,
      settings,
      progress: new Progress(settings.clock, options.onError),
    };
    this.#onTransition = options.onTransition;
    this.#since = settings.clock.now();
    this.#attemptedAt = this.#since;
  }

  /**
   * Runs until the signal aborts, or the source says that it was closed (`ERR_CLOSED`), and resolves when nothing of it is
   * left. Keeps the process alive. Can be called once.
   */
  async run(signal: AbortSignal): Promise<void> {
    if (this.#state.phase !== 'idle') {
      throw new KubeInformerError('ERR_LIFECYCLE', 'Cannot run a Reflector twice: make a new one.');
    }
    const release = keepProcessAlive();
    try {
      for (let event: Event = { type: 'start' }; ; event = await this.#effect(signal)) {
        let { phase } = this.#apply(signal.aborted ? STOP : event);
        // A callback may have aborted it.
        if (signal.aborted && phase !== 'stopped') ({ phase } = this.#apply(STOP));
        if (phase === 'stopped') return;
      }
    } finally {
      release();
      this.#releaseTurn();
      this.#open?.close();
      this.#open = undefined;
    }
  }

  /** The resourceVersion up to which the sink has been told everything; `''` before the first list. */
  get resourceVersion(): string {
    return this.#context.progress.position;
  }

  get status(): ReflectorStatus {
    const { lastError, lastHeardAt, position } = this.#context.progress;
    const { failures, phase, resourceVersion, watchListRefusedAt } = this.#state;
    const hasLasted = this.#context.settings.clock.now() - this.#since >= SHORTEST_HEALTHY_WATCH_MS;
    return {
      phase,
      since: this.#since,
      disconnectedSince: this.#disconnectedSince,
      resourceVersion: position,
      lastEventAt: lastHeardAt,
      lastError,
      // An open watch that brought something new, or has lasted, is the success that the next state will count.
      failures: phase === 'watching' && (position !== resourceVersion || hasLasted) ? 0 : failures,
      retryAt: this.#delayMs === undefined ? undefined : this.#since + this.#delayMs,
      primes: { ...this.#primes },
      watchListRefused: watchListRefusedAt !== undefined,
    };
  }

  /**
   * Reads the whole source again, in turn with other relists. Takes effect while it watches; a
   * reading that has not begun yet serves as well.
   */
  relist(reason: 'requested' | 'inconsistent' = 'requested'): void {
    this.#wishes.relist = reason;
    this.#open?.interrupt();
  }

  /** Does what the phase is for, and tells how it ended. */
  async #effect(signal: AbortSignal): Promise<Event> {
    const context = this.#context;
    const { settings } = context;
    const state = this.#state;
    switch (state.phase) {
      case 'queued':
        this.#release = await settings.relistBudget.take(signal, settings.clock, settings.random);
        this.#giveBackIfSilent();
        return { type: 'granted' };
      case 'streaming': {
        this.#wishes.relist = undefined;
        const { event, open } = await readStream(context, state, signal);
        this.#open = open;
        return event;
      }
      case 'listing':
        this.#wishes.relist = undefined;
        return readList(context, state, signal);
      case 'probing':
        return probe(context, state, signal);
      case 'connecting':
        return this.#connect(state, signal);
      case 'watching':
        return this.#watch(state);
      case 'waiting':
        return { type: 'waited', early: await this.#wait(state, signal) };
      case 'idle':
      case 'stopped':
        return STOP;
    }
  }

  /** Whether word from another who reads from the same server made it shorter. */
  async #wait({ hastened, outage, retryAfterMs }: State, signal: AbortSignal): Promise<boolean> {
    const { backoff, clock, random, recovery } = this.#context.settings;
    const delayMs = this.#delayMs ?? 0;
    if (!outage) {
      await delay(clock, delayMs, signal);
      return false;
    }
    const leastMs = Math.max(retryAfterMs, backoffDelay(backoff, hastened, random));
    const onShortened = (shortenedMs: number): void => {
      this.#delayMs = shortenedMs;
    };
    return recovery.wait({ attemptedAt: this.#attemptedAt, delayMs, leastMs }, { clock, random, signal, onShortened });
  }

  async #connect(state: State, signal: AbortSignal): Promise<Event> {
    const { settings, source } = this.#context;
    try {
      this.#open = await OpenWatch.open(source, watchRequest(state, settings, settings.random), signal, settings);
      return { type: 'accepted' };
    } catch (error) {
      return { type: 'watch-refused', failure: classifyFailure(error) };
    }
  }

  async #watch(state: State): Promise<Event> {
    const { clock, recovery } = this.#context.settings;
    const open = this.#open as OpenWatch<T>;
    // A watch may last for ten minutes, and whether it serves is known long before its end.
    const announcing =
      state.failures > 0
        ? clock.setTimeout(() => {
            recovery.announce(clock.now());
          }, SHORTEST_HEALTHY_WATCH_MS)
        : undefined;
    const event = await followWatch(this.#context, state, { open, wishes: this.#wishes });
    announcing?.cancel();
    this.#open = undefined;
    return event;
  }

  /** The state that the event leads to. */
  #apply(event: Event): State {
    const { backoff, clock, random, recovery, watchList } = this.#context.settings;
    const { progress } = this.#context;
    const now = clock.now();
    const before = this.#state;
    const after = transition(before, event, { now, watchList });
    const beganAt = this.#since;
    this.#state = after;
    this.#attemptedAt = beganAt;
    this.#since = now;
    this.#disconnectedSince = after.phase === 'watching' ? undefined : (this.#disconnectedSince ?? now);
    this.#delayMs =
      after.phase === 'waiting'
        ? Math.max(after.retryAfterMs, backoffDelay(backoff, after.failures - 1, random))
        : undefined;
    if (event.type === 'relist-requested') this.#wishes.relist = undefined;
    if (event.type === 'primed') this.#primes[before.reason] = (this.#primes[before.reason] ?? 0) + 1;
    if (isPriming(before) && !isPriming(after)) this.#releaseTurn();
    // Not at the end of a watch, which may be the beginning of the next outage.
    if (event.type === 'primed' && before.failures > 0 && after.failures === 0) recovery.announce(now);
    const failure = 'failure' in event ? event.failure : undefined;
    if (failure !== undefined) progress.report(failure.error, describeNext(after, this.#delayMs));
    this.#tell({
      at: now,
      from: before.phase,
      to: after.phase,
      because: event.type,
      resourceVersion: progress.position,
      ...(failure === undefined ? {} : { error: failure.error }),
      ...(this.#delayMs === undefined ? {} : { delayMs: this.#delayMs }),
      ...(event.type === 'primed'
        ? { prime: { reason: before.reason, objects: event.objects, durationMs: now - beganAt } }
        : {}),
    });
    return after;
  }

  /** A list that is not answered costs the server little, and must not hold up those of others. */
  #giveBackIfSilent(): void {
    const { progress, settings } = this.#context;
    if (this.#release === undefined) return;
    const heardAt = progress.lastHeardAt;
    this.#turnTimer = settings.clock.setTimeout(() => {
      if (progress.lastHeardAt === heardAt) this.#releaseTurn();
      else this.#giveBackIfSilent();
    }, LONGEST_SILENT_TURN_MS);
  }

  #releaseTurn(): void {
    this.#turnTimer?.cancel();
    this.#release?.();
    this.#release = undefined;
  }

  #tell(change: ReflectorTransition): void {
    try {
      this.#onTransition?.(change);
    } catch (error) {
      this.#context.progress.report(error, 'went on: a callback for transitions failed');
    }
  }
}
