import { onAbort } from '../base/abort.js';
import type { Clock, Timer } from '../base/clock.js';
import { deferred } from '../base/deferred.js';
import type { Deferred } from '../base/deferred.js';
import { Fifo } from '../base/fifo.js';
import type { KubernetesObject } from '../meta/index.js';
import type { ListOptions, WatchEvent } from '../reflector/index.js';
import type { Change } from './fake-history.js';

/** What a watch needs of the source that serves it. */
export interface WatchSettings<T extends KubernetesObject> {
  readonly options: ListOptions;
  /** Must not have aborted yet. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Only changes after this version are sent. */
  readonly from: bigint;
  readonly matches: (object: T) => boolean;
  /** Hand over everything that is waiting as one array. */
  readonly batched: boolean;
  readonly onClosed: (watch: FakeWatch<T>) => void;
}

/**
 * The server's end of one watch and the stream its client reads.
 *
 * What was sent before an end or a reset arrives before it. When the signal aborts, the stream
 * throws its reason at once, as an HTTP client does, and what was not read is gone. A closed watch
 * holds neither a timer nor a listener.
 */
export class FakeWatch<T extends KubernetesObject> implements AsyncIterable<WatchEvent<T> | readonly WatchEvent<T>[]> {
  readonly #settings: WatchSettings<T>;
  readonly #sent = new Fifo<WatchEvent<T>>();
  /** Sent by the server but still on the way; nothing overtakes it. */
  readonly #held = new Fifo<WatchEvent<T>>();
  readonly #timers = new Set<Timer>();
  readonly #unlink: () => void;
  #holding = false;
  #holdTimer: Timer | undefined;
  #silent = false;
  #closed = false;
  #failure: { readonly error: unknown } | undefined;
  #wake: Deferred<void> = deferred();

  constructor(settings: WatchSettings<T>) {
    this.#settings = settings;
    this.#unlink = onAbort(settings.signal, () => {
      this.#sent.clear();
      this.#close({ error: settings.signal.reason });
    });
    const { timeoutSeconds = 0 } = settings.options;
    if (timeoutSeconds > 0) {
      this.after(timeoutSeconds * 1000, () => {
        this.end();
      });
    }
  }

  get wantsBookmarks(): boolean {
    return this.#settings.options.allowWatchBookmarks === true;
  }

  /** Whether a bookmark at this version would tell the client something true: never one that lies in its past. */
  canBookmark(version: bigint): boolean {
    return !this.#silent && this.wantsBookmarks && version >= this.#settings.from;
  }

  /**
   * The event this watch has for a change; undefined when it has none. An object that enters the
   * selector is ADDED, one that leaves it is DELETED, with its last selected state and the version
   * at which it left.
   */
  eventFor(change: Change<T>): WatchEvent<T> | undefined {
    if (this.#silent || change.version <= this.#settings.from) return undefined;
    const { matches } = this.#settings;
    const before = change.previous !== undefined && matches(change.previous);
    const after = change.type !== 'DELETED' && matches(change.object);
    if (after) return { type: before ? 'MODIFIED' : 'ADDED', object: structuredClone(change.object) };
    if (!before) return undefined;
    const object = structuredClone(change.previous);
    return {
      type: 'DELETED',
      object: { ...object, metadata: { ...object.metadata, resourceVersion: String(change.version) } },
    };
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Whether what is sent now has to wait on the way. */
  get holding(): boolean {
    return this.#holding;
  }

  send(event: WatchEvent<T>): void {
    if (this.#closed || this.#silent) return;
    (this.#holding ? this.#held : this.#sent).push(event);
    this.#changed();
  }

  /** Keeps what is sent from now on back, until `release()` or for some time. */
  hold(forMs?: number): void {
    this.#holding = true;
    this.#holdTimer?.cancel();
    this.#holdTimer = undefined;
    if (forMs !== undefined) {
      this.#holdTimer = this.after(forMs, () => {
        this.release();
      });
    }
  }

  release(): void {
    this.#holding = false;
    for (let event = this.#held.shift(); event !== undefined; event = this.#held.shift()) this.#sent.push(event);
    this.#changed();
  }

  /** The server says no more, and the client cannot tell. Only a reset or its own abort ends it then. */
  silence(): void {
    this.#silent = true;
    this.#stopTimers();
  }

  /** The server ends the stream in good order. */
  end(): void {
    if (!this.#silent) this.#close(undefined);
  }

  /** The server has a last word, after everything that is still on the way, and ends the stream. */
  endWith(event: WatchEvent<T>): void {
    this.release();
    this.send(event);
    this.end();
  }

  /** The connection breaks. */
  fail(error: unknown): void {
    this.#close({ error });
  }

  /** Runs `callback` on the clock unless the watch closes before. */
  after(delayMs: number, callback: () => void): Timer | undefined {
    if (this.#closed || this.#silent) return undefined;
    const timer = this.#settings.clock.setTimeout(() => {
      this.#timers.delete(timer);
      callback();
    }, delayMs);
    this.#timers.add(timer);
    return timer;
  }

  [Symbol.asyncIterator](): AsyncIterator<WatchEvent<T> | readonly WatchEvent<T>[], undefined> {
    return {
      next: () => this.#next(),
      return: () => {
        this.#sent.clear();
        this.#close(undefined);
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }

  async #next(): Promise<IteratorResult<WatchEvent<T> | readonly WatchEvent<T>[], undefined>> {
    for (;;) {
      // After the server's end nobody listens to the signal any more, but what is left must not be read either.
      if (this.#settings.signal.aborted) this.#sent.clear();
      if (this.#sent.length > 0) return { done: false, value: this.#take() };
      if (this.#closed) {
        const failure = this.#failure;
        this.#failure = undefined;
        if (failure !== undefined) throw failure.error;
        return { done: true, value: undefined };
      }
      await this.#wake.promise;
    }
  }

  #take(): WatchEvent<T> | readonly WatchEvent<T>[] {
    if (!this.#settings.batched) return this.#sent.shift() as WatchEvent<T>;
    const batch = [...this.#sent];
    this.#sent.clear();
    return batch;
  }

  #close(failure: { readonly error: unknown } | undefined): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#failure = failure;
    this.#held.clear();
    this.#stopTimers();
    this.#unlink();
    this.#settings.onClosed(this);
    this.#changed();
  }

  #stopTimers(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#timers.clear();
  }

  #changed(): void {
    const wake = this.#wake;
    this.#wake = deferred();
    wake.resolve();
  }
}
