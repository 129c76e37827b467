import { TimeSlicer } from '../base/time-slicer.js';
import { KubeInformerError } from '../errors/index.js';
import type { KubernetesObject } from '../meta/index.js';
import { receive } from './effect-context.js';
import type { EffectContext } from './effect-context.js';
import { classifyFailure, isOfServer } from './failure.js';
import type { Failure } from './failure.js';
import type { OpenWatch } from './open-watch.js';
import type { Event, State } from './state.js';
import type { CheckedEvent } from './watch-event.js';

// A watch that ends sooner and brought nothing new is a sign of trouble, not of a server that timed it out.
export const SHORTEST_HEALTHY_WATCH_MS = 1_000;

// A watch that the server itself puts an end to, or sends what nobody can read, within this time would end so again: what it
// sends at once is what came after our resourceVersion. Later it is something new.
const SHORTEST_HEALTHY_WATCH_ENDED_BY_SERVER_MS = 60_000;

// The server counts its timeout from a moment later than we do, and rounds to seconds.
const TIMEOUT_SLACK_MS = 2_000;

/** Looked at before each event: whether to end here, and why. */
export interface Wishes {
  relist: 'requested' | 'inconsistent' | undefined;
}

/** The effect of `watching`: hands events to the sink, one by one, until the stream ends. Closes it. */
export async function followWatch<T extends KubernetesObject>(
  context: EffectContext<T>,
  state: State,
  { open, wishes }: { open: OpenWatch<T>; wishes: Readonly<Wishes> },
): Promise<Event> {
  const { progress, settings } = context;
  const startedAt = settings.clock.now();
  let failure: Failure | undefined;
  let events = 0;
  // From "0" the server sends what exists in no order, as ADDED: until something else comes, no
  // resourceVersion among them says how far we are.
  let inOrder = state.resourceVersion !== '0';
  const slicer = new TimeSlicer(1);
  try {
    for (;;) {
      if (open.isAborted || wishes.relist !== undefined) break;
      if (!open.isReady()) {
        if (!(await open.refill())) break;
        progress.lastHeardAt = open.liveness.heardAt = settings.clock.now();
        // A step, too: a source may have nothing but batches of nothing.
        if (!open.isReady() && slicer.due()) await slicer.yield();
        continue;
      }
      const event = receive(context, open.next());
      if (event !== undefined) {
        events++;
        tell(context, event);
        if (event.type === 'BOOKMARK') {
          open.liveness.bookmark();
          progress.sendsBookmarks = true;
        }
        inOrder ||= event.type !== 'ADDED';
        if (inOrder) progress.advance(event.type === 'BOOKMARK' ? event.resourceVersion : event.record.resourceVersion);
      }
      if (slicer.due()) {
        // It is not silent while there is something of it to work on.
        open.liveness.heardAt = settings.clock.now();
        await slicer.yield();
      }
    }
  } catch (error) {
    failure = classifyFailure(error);
  }
  open.close();

  const now = settings.clock.now();
  const resourceVersion = progress.position;
  const least =
    failure !== undefined && isOfServer(failure)
      ? SHORTEST_HEALTHY_WATCH_ENDED_BY_SERVER_MS
      : SHORTEST_HEALTHY_WATCH_MS;
  const healthy = resourceVersion !== state.resourceVersion || now - startedAt >= least;
  const reason = wishes.relist;
  if (failure === undefined) {
    if (reason !== undefined) return { type: 'relist-requested', resourceVersion, healthy, reason };
    if (open.isSilent) return { type: 'watch-silent', resourceVersion, failure: classifyFailure(silent()) };
    if (!healthy) failure = classifyFailure(tooShort());
  }
  // A source that sends bookmarks, but sent not one word in all that time, may not know our resourceVersion.
  const quiet = events === 0 && progress.sendsBookmarks;
  const timedOut = now - open.startedAt >= open.timeoutMs - TIMEOUT_SLACK_MS && !quiet;
  return { type: 'watch-ended', resourceVersion, healthy, timedOut, failure };
}

function tell<T extends KubernetesObject>({ progress, sink }: EffectContext<T>, event: CheckedEvent<T>): void {
  try {
    switch (event.type) {
      case 'ADDED':
        sink.add(event.record);
        break;
      case 'MODIFIED':
        sink.update(event.record);
        break;
      case 'DELETED':
        sink.delete(event.record);
        break;
      case 'BOOKMARK':
        sink.bookmark?.(event.resourceVersion);
        break;
    }
  } catch (error) {
    progress.skipped(error);
  }
}

function silent(): KubeInformerError {
  return new KubeInformerError(
    'ERR_WATCH_SILENT',
    'A watch is silent although a bookmark or its end was due, so the connection is taken for dead. ' +
      'A new watch goes on from the same resourceVersion; if this repeats, look at the proxies in between.',
    { retryable: true },
  );
}

function tooShort(): KubeInformerError {
  return new KubeInformerError(
    'ERR_WATCH_STREAM',
    'The server accepted a watch and ended it within a second, with nothing new. It is opened again after a delay; ' +
      'if this repeats, look at the server and the proxies in between.',
    { retryable: true },
  );
}
