import { backoffDelay } from '../base/backoff.js';
import { childController, onAbort } from '../base/abort.js';
import { delay } from '../base/clock.js';
import { TimeSlicer } from '../base/time-slicer.js';
import { ApiStatusError, KubeInformerError } from '../errors/index.js';
import { compareResourceVersions } from '../meta/index.js';
import type { KubernetesObject } from '../meta/index.js';
import type { ListOptions, ListPage, ReplaceSession } from './contract.js';
import { withDeadline } from './deadline.js';
import { classifyFailure } from './failure.js';
import type { Failure } from './failure.js';
import { OpenWatch } from './open-watch.js';
import { resolveSettings } from './options.js';
import type { ReflectorOptions, ResolvedSettings } from './options.js';
import type { Release } from './relist-budget.js';
import { beginReplace } from './replace-session.js';
import { listRequest, probeRequest, streamRequest, watchRequest } from './requests.js';
import { initialState, transition } from './state.js';
import type { Event, PrimeReason, State } from './state.js';
import { describeNext } from './status.js';
import type { ReflectorStatus, ReflectorTransition, ReportedError } from './status.js';
import { StreamReader } from './stream-reader.js';
import { checkEvent, checkNotTable, checkObject } from './watch-event.js';
import type { CheckedEvent } from './watch-event.js';

const STOP: Event = { type: 'stop' };

// A watch that ends sooner, with nothing said, is a sign of trouble and not of a server that timed it out.
const SHORTEST_HEALTHY_WATCH_MS = 1_000;

// The server counts its timeout from a moment later than we do, and rounds to seconds.
const TIMEOUT_SLACK_MS = 2_000;

/**
 * Keeps a sink equal to a source: reads the source whole, then watches it, and does what is least
 * costly when something breaks. See SPEC.md beside this file for what it promises.
 *
 * @example
 * const reflector = new Reflector({ listerWatcher, sink: new DeltaFIFO() });
 * await reflector.run(signal); // until the signal aborts
 */
export class Reflector<T extends KubernetesObject> {
  readonly #options: ReflectorOptions<T>;
  readonly #settings: ResolvedSettings;
  #state: State = initialState;
  /** How far the sink has been told. Runs ahead of the state while a watch is open. */
  #position = '';
  #open: OpenWatch<T> | undefined;
  #relistWanted: 'requested' | 'inconsistent' | undefined;
  #release: Release | undefined;
  #since: number;
  #delayMs: number | undefined;
  #lastEventAt: number | undefined;
  #lastError: ReportedError | undefined;
  #prime = { startedAt: 0, objects: 0 };
  readonly #primes: Partial<Record<PrimeReason, number>> = {};

  constructor(options: ReflectorOptions<T>) {
    this.#options = options;
    this.#settings = resolveSettings(options);
    this.#since = this.#settings.clock.now();
  }

  /** Runs until the signal aborts, and resolves when nothing of it is left. Can be called once. */
  async run(signal: AbortSignal): Promise<void> {
    if (this.#state.phase !== 'idle') {
      throw new KubeInformerError('ERR_LIFECYCLE', 'Cannot run a Reflector twice: make a new one.');
    }
    for (let event: Event = { type: 'start' }; ; event = await this.#effect(signal)) {
      this.#apply(signal.aborted ? STOP : event);
      if (signal.aborted) break;
    }
    this.#releaseTurn();
    this.#open?.close();
    this.#open = undefined;
  }

  /** The resourceVersion up to which the sink has been told everything; `''` before the first list. */
  get resourceVersion(): string {
    return this.#position;
  }

  get status(): ReflectorStatus {
    return {
      phase: this.#state.phase,
      since: this.#since,
      resourceVersion: this.#position,
      lastEventAt: this.#lastEventAt,
      lastError: this.#lastError,
      // An open watch that says something is the success that the next state will count.
      failures: (this.#open?.events ?? 0) > 0 ? 0 : this.#state.failures,
      retryAt: this.#delayMs === undefined ? undefined : this.#since + this.#delayMs,
      primes: { ...this.#primes },
      watchListRefused: this.#state.watchListRefusedAt !== undefined,
    };
  }

  /** Reads the whole source again, in turn with other relists. Takes effect while it watches. */
  relist(reason: 'requested' | 'inconsistent' = 'requested'): void {
    this.#relistWanted = reason;
    this.#open?.interrupt();
  }

  /** Does what the phase is for, and tells how it ended. Never rejects. */
  async #effect(signal: AbortSignal): Promise<Event> {
    const { settings, state } = { settings: this.#settings, state: this.#state };
    switch (state.phase) {
      case 'queued':
        this.#release = await settings.relistBudget.take(signal, settings.clock, settings.random);
        return { type: 'granted' };
      case 'streaming':
        return this.#stream(signal);
      case 'listing':
        return this.#list(signal);
      case 'probing':
        return this.#probe(signal);
      case 'connecting':
        try {
          const request = watchRequest(state, settings, settings.random);
          this.#open = await OpenWatch.open(this.#options.listerWatcher, request, signal, settings);
          return { type: 'accepted' };
        } catch (error) {
          return { type: 'watch-refused', failure: classifyFailure(error) };
        }
      case 'watching':
        return this.#watch(signal);
      case 'waiting':
        await delay(settings.clock, this.#delayMs ?? 0, signal);
        return { type: 'waited' };
      case 'idle':
      case 'stopped':
        return STOP;
    }
  }

  async #list(signal: AbortSignal): Promise<Event> {
    const { controller, unlink } = childController(signal);
    const session = this.#beginPrime();
    let reader: StreamReader<ListPage<T>> | undefined;
    let pages = 0;
    let paged = false;
    let resourceVersion = '';
    const slicer = new TimeSlicer();
    const { clock, answerTimeoutMs } = this.#settings;
    try {
      reader = this.#openList(listRequest(this.#state, this.#settings), controller.signal);
      for (;;) {
        const page = await withDeadline(reader.next(), clock, answerTimeoutMs, 'Listing');
        if (page === undefined) break;
        checkNotTable(undefined, page.value.kind);
        if (pages++ === 0) resourceVersion = page.value.resourceVersion;
        paged ||= page.value.continue !== undefined && page.value.continue !== '';
        for (const item of page.value.items) {
          this.#prime.objects++;
          this.#tryObject(() => {
            session.set(checkObject(item, this.#options.expected));
          });
          if (slicer.due()) await slicer.yield();
          if (signal.aborted) return STOP;
        }
      }
      if (signal.aborted) return STOP;
      assertListVersion(resourceVersion);
      session.commit(resourceVersion);
      this.#position = resourceVersion;
      return { type: 'primed', resourceVersion, paged };
    } catch (error) {
      return { type: 'prime-failed', failure: classifyFailure(error), accepted: pages > 0, pages };
    } finally {
      session.abort();
      unlink();
      controller.abort();
      reader?.release();
    }
  }

  async #stream(signal: AbortSignal): Promise<Event> {
    const { clock, endMarkTimeoutMs, random } = this.#settings;
    const session = this.#beginPrime();
    let open: OpenWatch<T> | undefined;
    try {
      const request = streamRequest(this.#state, this.#settings, random);
      const opened = await OpenWatch.open(this.#options.listerWatcher, request, signal, this.#settings);
      open = opened;
      const silence = { at: clock.now() };
      let timer = clock.setTimeout(check, endMarkTimeoutMs);
      function check(): void {
        const left = silence.at + endMarkTimeoutMs - clock.now();
        if (left <= 0) opened.declareSilent();
        else timer = clock.setTimeout(check, left);
      }
      try {
        const resourceVersion = await this.#readUntilEndMark(opened, session, signal, silence);
        if (resourceVersion === undefined) return STOP;
        session.commit(resourceVersion);
        this.#position = resourceVersion;
        this.#open = open;
        open = undefined;
        return { type: 'primed', resourceVersion, paged: false };
      } finally {
        timer.cancel();
      }
    } catch (error) {
      return { type: 'prime-failed', failure: classifyFailure(error), accepted: open !== undefined, pages: 0 };
    } finally {
      session.abort();
      open?.close();
    }
  }

  /** The resourceVersion of the end mark; undefined when asked to stop. Throws when the stream ends without one. */
  async #readUntilEndMark(
    open: OpenWatch<T>,
    session: ReplaceSession<T>,
    signal: AbortSignal,
    silence: { at: number },
  ): Promise<string | undefined> {
    const slicer = new TimeSlicer();
    while (!signal.aborted) {
      const next = open.buffered();
      if (next === undefined) {
        if (await open.refill()) continue;
        if (signal.aborted) return undefined;
        throw open.isSilent ? noEndMark(this.#settings.endMarkTimeoutMs) : cutShort();
      }
      open.events++;
      silence.at = this.#lastEventAt = this.#settings.clock.now();
      const event = this.#check(next);
      if (event === undefined) continue;
      if (event.type === 'BOOKMARK') {
        if (event.isEndMark) return event.resourceVersion;
        open.liveness.bookmark();
        continue;
      }
      this.#prime.objects++;
      this.#tryObject(() => {
        if (event.type === 'DELETED') session.delete(event.record.key);
        else session.set(event.record);
      });
      if (slicer.due()) await slicer.yield();
    }
    return undefined;
  }

  async #probe(signal: AbortSignal): Promise<Event> {
    const { controller, unlink } = childController(signal);
    let reader: StreamReader<ListPage<T>> | undefined;
    try {
      reader = this.#openList(probeRequest(this.#state), controller.signal);
      await withDeadline(reader.next(), this.#settings.clock, this.#settings.answerTimeoutMs, 'Probing');
      return { type: 'probed' };
    } catch (error) {
      return { type: 'probe-failed', failure: classifyFailure(error) };
    } finally {
      unlink();
      controller.abort();
      reader?.release();
    }
  }

  #openList(request: ListOptions, signal: AbortSignal): StreamReader<ListPage<T>> {
    const reader = new StreamReader(this.#options.listerWatcher.list(request, { signal }));
    onAbort(signal, () => {
      reader.interrupt();
    });
    return reader;
  }

  async #watch(signal: AbortSignal): Promise<Event> {
    const open = this.#open as OpenWatch<T>;
    const { clock } = this.#settings;
    let failure: Failure | undefined;
    try {
      await this.#follow(open, signal);
    } catch (error) {
      failure = classifyFailure(error);
    }
    this.#open = undefined;
    open.close();
    const resourceVersion = this.#position;
    if (this.#relistWanted !== undefined)
      return { type: 'relist-requested', resourceVersion, reason: this.#relistWanted };
    if (failure === undefined && open.isSilent) return { type: 'watch-silent', resourceVersion };
    const lasted = clock.now() - open.startedAt;
    return {
      type: 'watch-ended',
      resourceVersion,
      healthy: open.events > 0 || lasted >= SHORTEST_HEALTHY_WATCH_MS,
      timedOut: lasted >= open.timeoutMs - TIMEOUT_SLACK_MS,
      failure,
    };
  }

  /** Hands events to the sink until the stream ends. Throws what an error event says, or how the stream broke. */
  async #follow(open: OpenWatch<T>, signal: AbortSignal): Promise<void> {
    const { sink } = this.#options;
    const slicer = new TimeSlicer();
    while (!signal.aborted && this.#relistWanted === undefined) {
      const next = open.buffered();
      if (next === undefined) {
        if (await open.refill()) continue;
        return;
      }
      open.events++;
      this.#lastEventAt = this.#settings.clock.now();
      const event = this.#check(next);
      if (event === undefined) continue;
      if (event.type === 'BOOKMARK') {
        open.liveness.bookmark();
        this.#tryObject(() => sink.bookmark?.(event.resourceVersion));
        this.#advance(event.resourceVersion);
      } else {
        this.#tryObject(() => {
          if (event.type === 'ADDED') sink.add(event.record);
          else if (event.type === 'MODIFIED') sink.update(event.record);
          else sink.delete(event.record);
        });
        this.#advance(event.record.resourceVersion);
      }
      if (slicer.due()) await slicer.yield();
    }
  }

  /** The checked event; undefined when it cannot be used, which is reported. Throws what an error event says. */
  #check(event: Parameters<typeof checkEvent<T>>[0]): CheckedEvent<T> | undefined {
    try {
      return checkEvent(event, this.#options.expected);
    } catch (error) {
      if (error instanceof ApiStatusError) throw error;
      this.#report(error, 'skipped the event');
      return undefined;
    }
  }

  #tryObject(use: () => void): void {
    try {
      use();
    } catch (error) {
      this.#report(error, 'skipped the object');
    }
  }

  // An event that comes twice, or late, must not take us back.
  #advance(resourceVersion: string): void {
    if (resourceVersion === '') return;
    const order = compareResourceVersions(resourceVersion, this.#position);
    if (order === undefined || order > 0) this.#position = resourceVersion;
  }

  #beginPrime(): ReplaceSession<T> {
    this.#prime = { startedAt: this.#settings.clock.now(), objects: 0 };
    return beginReplace(this.#options.sink);
  }

  #apply(event: Event): void {
    const { clock, watchList, backoff, random } = this.#settings;
    const now = clock.now();
    const before = this.#state;
    const after = transition(before, event, { now, watchList });
    this.#state = after;
    this.#since = now;
    this.#delayMs =
      after.phase === 'waiting'
        ? Math.max(after.retryAfterMs, backoffDelay(backoff, after.failures - 1, random))
        : undefined;
    if (event.type === 'relist-requested') this.#relistWanted = undefined;
    if (event.type === 'primed') this.#primes[before.reason] = (this.#primes[before.reason] ?? 0) + 1;
    if (isPriming(before) && !isPriming(after)) this.#releaseTurn();
    const failure = 'failure' in event ? event.failure : undefined;
    if (failure !== undefined) this.#report(failure.error, describeNext(after, this.#delayMs));
    this.#tell({
      at: now,
      from: before.phase,
      to: after.phase,
      because: event.type,
      resourceVersion: this.#position,
      ...(failure === undefined ? {} : { error: failure.error }),
      ...(this.#delayMs === undefined ? {} : { delayMs: this.#delayMs }),
      ...(event.type === 'primed'
        ? { prime: { reason: before.reason, objects: this.#prime.objects, durationMs: now - this.#prime.startedAt } }
        : {}),
    });
  }

  #releaseTurn(): void {
    this.#release?.();
    this.#release = undefined;
  }

  #tell(change: ReflectorTransition): void {
    try {
      this.#options.onTransition?.(change);
    } catch (error) {
      this.#report(error, 'went on: a callback for transitions failed');
    }
  }

  #report(error: unknown, action: string): void {
    this.#lastError = { error, at: this.#settings.clock.now(), action };
    try {
      this.#options.onError?.(error);
    } catch {
      // An error handler that fails has nobody left to tell.
    }
  }
}

function isPriming(state: State): boolean {
  return state.phase === 'streaming' || state.phase === 'listing';
}

function assertListVersion(resourceVersion: unknown): void {
  if (typeof resourceVersion === 'string' && resourceVersion !== '') return;
  throw new KubeInformerError(
    'ERR_LIST_INVALID',
    'The list has no metadata.resourceVersion, so there is no point from which to watch. ' +
      'Nothing of it was used; the source must send the resourceVersion of the list.',
  );
}

function noEndMark(timeoutMs: number): KubeInformerError {
  return new KubeInformerError(
    'ERR_WATCH_SILENT',
    `The server accepted a WatchList but sent no end mark, and nothing else for ${timeoutMs / 1000} s. ` +
      'It is listed instead; set watchList: false to skip the attempt.',
    { retryable: true },
  );
}

function cutShort(): KubeInformerError {
  return new KubeInformerError('ERR_WATCH_STREAM', 'The server ended a WatchList before its end mark.', {
    retryable: true,
  });
}
