import { TimeSlicer } from '../base/time-slicer.js';
import { KubeInformerError } from '../errors/index.js';
import type { KubernetesObject } from '../meta/index.js';
import { receive } from './effect-context.js';
import type { EffectContext } from './effect-context.js';
import { classifyFailure } from './failure.js';
import { OpenWatch } from './open-watch.js';
import { PrimeSession } from './replace-session.js';
import { streamRequest } from './requests.js';
import { SilenceTimer } from './silence-timer.js';
import { STOP } from './state.js';
import type { Event, State } from './state.js';
import { Strays } from './strays.js';

/** How a WatchList ended; `open` is set when it goes on as a watch. */
export interface StreamOutcome<T extends KubernetesObject> {
  readonly event: Event;
  readonly open?: OpenWatch<T>;
}

/**
 * The effect of `streaming`: opens a WatchList, hands the state it sends to the sink in one step, and
 * leaves the stream open for what follows.
 */
export async function readStream<T extends KubernetesObject>(
  context: EffectContext<T>,
  state: State,
  signal: AbortSignal,
): Promise<StreamOutcome<T>> {
  const { progress, settings, sink, source } = context;
  let session: PrimeSession<T> | undefined;
  let open: OpenWatch<T> | undefined;
  let cut = false;
  try {
    session = new PrimeSession(sink);
    cut = true;
    open = await OpenWatch.open(source, streamRequest(state, settings, settings.random), signal, settings);
    const strays = new Strays();
    const first = await readUntilEndMark(context, open, new FirstPart<T>(context, session, strays), signal);
    cut = false;
    if (first === undefined) return { event: STOP };
    strays.settle(progress);
    session.commit(first.resourceVersion);
    progress.replaced(first.resourceVersion);
    const outcome: StreamOutcome<T> = { event: { type: 'primed', paged: false, ...first }, open };
    open = undefined;
    return outcome;
  } catch (error) {
    cut &&= open !== undefined || (error instanceof KubeInformerError && error.code === 'ERR_TIMEOUT');
    return { event: { type: 'prime-failed', failure: classifyFailure(error), cut, pages: 0 } };
  } finally {
    session?.end((error) => {
      progress.report(error, 'went on: the list was given up in any case');
    });
    open?.close();
  }
}

/**
 * What the end mark says; undefined when asked to stop. Throws when the stream ends without one, or
 * when the server has had its time to send one.
 */
async function readUntilEndMark<T extends KubernetesObject>(
  context: EffectContext<T>,
  open: OpenWatch<T>,
  part: FirstPart<T>,
  signal: AbortSignal,
): Promise<{ resourceVersion: string; objects: number } | undefined> {
  const { progress, settings } = context;
  const slicer = new TimeSlicer(1);
  const patience = new SilenceTimer(settings.clock, () => {
    open.declareSilent();
  });
  patience.allow(settings.endMarkTimeoutMs);
  try {
    while (!signal.aborted) {
      if (!open.isReady()) {
        if (!(await open.refill())) throw open.isSilent ? noEndMark(settings.endMarkTimeoutMs) : cutShort();
        progress.lastHeardAt = open.liveness.heardAt = settings.clock.now();
        // A step, too: a source may have nothing but batches of nothing.
        if (slicer.due()) await slicer.yield();
        continue;
      }
      const isDue = part.takeReady(open, slicer);
      if (part.end !== undefined) return part.end;
      if (part.buysTime()) patience.heardAt = settings.clock.now();
      if (isDue) {
        // It is not silent while there is something of it to work on.
        open.liveness.heardAt = settings.clock.now();
        await slicer.yield();
      }
    }
    return undefined;
  } finally {
    patience.stop();
  }
}

/** What a WatchList sends up to its end mark. */
class FirstPart<T extends KubernetesObject> {
  readonly #context: EffectContext<T>;
  readonly #session: PrimeSession<T>;
  readonly #strays: Strays;
  #objects = 0;
  // A server sends its objects first, then what changed meanwhile, then the end mark. So anything but an ADDED tells
  // that the objects are through: from there on no event buys a server time that knows of no end mark.
  #allSent = false;
  #buysTime = false;
  /** What the end mark says, once it came. */
  end: { readonly resourceVersion: string; readonly objects: number } | undefined;

  constructor(context: EffectContext<T>, session: PrimeSession<T>, strays: Strays) {
    this.#context = context;
    this.#session = session;
    this.#strays = strays;
  }

  /** Whether an object came since this was last asked, with none but objects before it. */
  buysTime(): boolean {
    const bought = this.#buysTime;
    this.#buysTime = false;
    return bought;
  }

  /**
   * Takes events until none is at hand, the end mark came, the watch is aborted or the slice is over; tells whether it is.
   * Throws what an `ERROR` event says. Not part of the async loop, which would make V8 compile all of it as one.
   */
  takeReady(open: OpenWatch<T>, slicer: TimeSlicer): boolean {
    while (open.isReady() && !open.isAborted) {
      this.#take(open);
      if (this.end !== undefined) return false;
      if (slicer.due()) return true;
    }
    return false;
  }

  #take(open: OpenWatch<T>): void {
    const event = receive(this.#context, open.next(), this.#strays);
    if (event === undefined) return;
    if (event.type !== 'ADDED') this.#allSent = true;
    else if (!this.#allSent) this.#buysTime = true;
    if (event.type === 'BOOKMARK') {
      if (event.isEndMark) this.end = { resourceVersion: event.resourceVersion, objects: this.#objects };
      else open.liveness.bookmark();
      return;
    }
    this.#strays.fits();
    try {
      if (event.type === 'DELETED') this.#session.delete(event.record.key);
      else this.#session.set(event.record);
    } catch (error) {
      this.#context.progress.skipped(error);
    }
    if (event.type === 'ADDED') this.#objects++;
    else if (event.type === 'DELETED') this.#objects--;
  }
}

function noEndMark(timeoutMs: number): KubeInformerError {
  return new KubeInformerError(
    'ERR_WATCH_SILENT',
    `The server accepted a WatchList, but ${timeoutMs / 1000} s after its last object the end mark is still missing. ` +
      'The source is listed instead; set watchList: false to skip the attempt.',
    { retryable: true },
  );
}

function cutShort(): KubeInformerError {
  return new KubeInformerError('ERR_WATCH_STREAM', 'The server ended a WatchList before its end mark.', {
    retryable: true,
  });
}
