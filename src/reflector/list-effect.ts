import { childController, onAbort } from '../base/abort.js';
import { TimeSlicer } from '../base/time-slicer.js';
import { KubeInformerError } from '../errors/index.js';
import type { KubernetesObject } from '../meta/index.js';
import type { ListOptions, ListPage } from './contract.js';
import { withDeadline } from './deadline.js';
import type { EffectContext } from './effect-context.js';
import { classifyFailure } from './failure.js';
import { PrimeSession } from './replace-session.js';
import { listRequest, probeRequest } from './requests.js';
import { STOP } from './state.js';
import type { Event, State } from './state.js';
import { Strays } from './strays.js';
import { StreamReader } from './stream-reader.js';
import { checkNotTable, checkObject } from './watch-event.js';

/** The effect of `listing`: reads the whole source in pages, and hands it to the sink in one step. */
export async function readList<T extends KubernetesObject>(
  context: EffectContext<T>,
  state: State,
  signal: AbortSignal,
): Promise<Event> {
  const { progress, settings } = context;
  const slicer = new TimeSlicer(1);
  const strays = new Strays();
  let session: PrimeSession<T> | undefined;
  let pages = 0;
  let paged = false;
  let objects = 0;
  let resourceVersion: unknown = '';
  const list = new ListInProgress(context, signal);
  try {
    session = new PrimeSession(context.sink);
    list.open(listRequest(state, settings));
    for (let page = await list.next('Listing'); page !== undefined; page = await list.next('Listing')) {
      progress.lastHeardAt = settings.clock.now();
      checkNotTable(undefined, page.kind);
      pages++;
      // The first that is said: should a later page show a newer state, a watch from the older one misses nothing.
      if (resourceVersion === '') resourceVersion = page.resourceVersion;
      paged ||= page.continue !== undefined && page.continue !== '';
      for (const item of page.items) {
        try {
          session.set(checkObject(item, context.expected));
          strays.fits();
          objects++;
        } catch (error) {
          if (!strays.take(error)) progress.skipped(error);
        }
        if (slicer.due()) await slicer.yield();
        if (signal.aborted) return STOP;
      }
    }
    if (signal.aborted) return STOP;
    assertListVersion(resourceVersion);
    strays.settle(progress);
    session.commit(resourceVersion);
    progress.replaced(resourceVersion);
    return { type: 'primed', resourceVersion, objects, paged };
  } catch (error) {
    return { type: 'prime-failed', failure: classifyFailure(error), cut: false, pages };
  } finally {
    session?.end((error) => {
      progress.report(error, 'went on: the list was given up in any case');
    });
    list.close();
  }
}

/** The effect of `probing`: asks for one object, to learn whether the server has reached our resourceVersion. */
export async function probe<T extends KubernetesObject>(
  context: EffectContext<T>,
  state: State,
  signal: AbortSignal,
): Promise<Event> {
  const list = new ListInProgress(context, signal);
  try {
    list.open(probeRequest(state));
    await list.next('Probing');
    return { type: 'probed' };
  } catch (error) {
    return { type: 'probe-failed', failure: classifyFailure(error) };
  } finally {
    list.close();
  }
}

/** One list request. When the signal aborts, a page that is waited for is given up, whatever the source does. */
class ListInProgress<T extends KubernetesObject> {
  readonly #context: EffectContext<T>;
  readonly #controller: AbortController;
  readonly #unlink: () => void;
  #reader: StreamReader<ListPage<T>> | undefined;

  constructor(context: EffectContext<T>, signal: AbortSignal) {
    this.#context = context;
    const { controller, unlink } = childController(signal);
    this.#controller = controller;
    this.#unlink = unlink;
  }

  open(request: ListOptions): void {
    const { signal } = this.#controller;
    const reader = new StreamReader(this.#context.source.list(request, { signal }));
    this.#reader = reader;
    onAbort(signal, () => {
      reader.interrupt();
    });
  }

  /** The next page; undefined after the last, or once the signal has aborted. Rejects when none comes in time. */
  async next(attempted: string): Promise<ListPage<T> | undefined> {
    const { clock, answerTimeoutMs } = this.#context.settings;
    const page = this.#reader?.next() ?? Promise.resolve(undefined);
    return (await withDeadline(page, clock, answerTimeoutMs, attempted))?.value;
  }

  close(): void {
    this.#unlink();
    this.#controller.abort();
    this.#reader?.release();
  }
}

function assertListVersion(resourceVersion: unknown): asserts resourceVersion is string {
  if (typeof resourceVersion === 'string' && resourceVersion !== '') return;
  throw new KubeInformerError(
    'ERR_LIST_INVALID',
    'The list has no metadata.resourceVersion, so there is no point from which to watch. ' +
      'Nothing of it was used; the source must send the resourceVersion of the list.',
  );
}
