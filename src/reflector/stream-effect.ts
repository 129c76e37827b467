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
    const first = await readUntilEndMark(context, open, session, signal);
    cut = false;
    if (first === undefined) return { event: STOP };
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
  session: PrimeSession<T>,
  signal: AbortSignal,
): Promise<{ resourceVersion: string; objects: number } | undefined> {
  const { progress, settings } = context;
  const slicer = new TimeSlicer();
  const patience = new SilenceTimer(settings.clock, () => {
    open.declareSilent();
  });
  patience.allow(settings.endMarkTimeoutMs);
  let objects = 0;
  // A server sends its objects first, then what changed meanwhile, then the end mark. So anything but an ADDED tells
  // that the objects are through: from there on no event buys a server time that knows of no end mark.
  let allSent = false;
  try {
    for (;;) {
      if (slicer.due()) {
        // It is not silent while there is something of it to work on.
        open.liveness.heard();
        await slicer.yield();
      }
      if (signal.aborted) return undefined;
      if (!open.ready) {
        if (!(await open.refill())) throw open.isSilent ? noEndMark(settings.endMarkTimeoutMs) : cutShort();
        open.liveness.heard(progress.heard());
        continue;
      }
      const event = receive(context, open.next());
      if (event === undefined) continue;
      allSent ||= event.type !== 'ADDED';
      if (!allSent) patience.heard();
      if (event.type === 'BOOKMARK') {
        if (event.isEndMark) return { resourceVersion: event.resourceVersion, objects };
        open.liveness.bookmark();
        continue;
      }
      try {
        if (event.type === 'DELETED') session.delete(event.record.key);
        else session.set(event.record);
      } catch (error) {
        progress.skipped(error);
      }
      if (event.type === 'ADDED') objects++;
      else if (event.type === 'DELETED') objects--;
    }
  } finally {
    patience.stop();
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
