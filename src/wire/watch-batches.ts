import type { KubernetesObject } from '../meta/index.js';
import { SLICE_BYTES } from './limits.js';
import type { StreamOptions } from './list-part.js';
import type { WireEvent } from './watch-event.js';

/** What turns the bytes of a watch into events, one by one. */
export interface WatchDecoder<T extends KubernetesObject> {
  /** How many bytes the last event took. */
  readonly size: number;
  push(chunk: Uint8Array): void;
  /** The next event; undefined when more bytes are needed. */
  next(): WireEvent<T> | undefined;
  /** No more bytes will come: what is left as an event, if it is one. Throws when the bytes end inside an event. */
  end(): WireEvent<T> | undefined;
}

/** How a watch is decoded. */
export interface WatchOptions<T extends KubernetesObject> extends StreamOptions {
  /** Sees events before they are handed out. May put others in their place; if it throws, the watch ends with that. */
  readonly accept?: ((events: WireEvent<T>[]) => void) | undefined;
}

const OVER = { done: true, value: undefined } as const;

type Result<T extends KubernetesObject> = IteratorResult<readonly WireEvent<T>[], undefined>;

/**
 * The events of a watch, those together that came together, and no more of them than fit in a slice. What fails comes
 * after the events before it. Leaving the loop early closes the source, at once, even while `next()` waits for it.
 *
 * Not a generator function: those of a chain take several promises for each event, which shows when events are rare and
 * each of them meets cold code.
 */
export class WatchBatches<T extends KubernetesObject> implements AsyncIterableIterator<
  readonly WireEvent<T>[],
  undefined
> {
  readonly #chunks: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;
  readonly #decoder: WatchDecoder<T>;
  readonly #accept: WatchOptions<T>['accept'];
  /** What the next read fails with. */
  #failure: { readonly error: unknown } | undefined;
  #isOver = false;
  /** How many calls of `next()` are under way, and the last of them: they are served in turn. */
  #reads = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    decoder: WatchDecoder<T>,
    { accept }: WatchOptions<T>,
  ) {
    this.#chunks = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
    this.#decoder = decoder;
    this.#accept = accept;
  }

  next(): Promise<Result<T>> {
    const result = this.#reads++ === 0 ? this.#read() : this.#last.catch(() => undefined).then(() => this.#read());
    this.#last = result;
    return result;
  }

  async return(): Promise<Result<T>> {
    if (!this.#isOver) {
      this.#isOver = true;
      await this.#chunks.return?.();
    }
    return OVER;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #read(): Promise<Result<T>> {
    try {
      while (!this.#isOver) {
        const events = this.#take();
        if (events.length > 0) {
          this.#accept?.(events);
          return { done: false, value: events };
        }
        const chunk = await this.#chunks.next();
        if (chunk.done === true) return this.#end();
        this.#decoder.push(chunk.value);
      }
      return OVER;
    } catch (error) {
      // What the source says while it is let go is no news beside this.
      this.return().catch(() => undefined);
      throw error;
    } finally {
      this.#reads--;
    }
  }

  #take(): WireEvent<T>[] {
    if (this.#failure !== undefined) throw this.#failure.error;
    const decoder = this.#decoder;
    const events: WireEvent<T>[] = [];
    try {
      for (let left = SLICE_BYTES; left > 0; left -= decoder.size) {
        const event = decoder.next();
        if (event === undefined) break;
        events.push(event);
      }
    } catch (error) {
      if (events.length === 0) throw error;
      this.#failure = { error };
    }
    return events;
  }

  #end(): Result<T> {
    if (this.#isOver) return OVER;
    this.#isOver = true;
    const event = this.#decoder.end();
    if (event === undefined) return OVER;
    const events = [event];
    this.#accept?.(events);
    return { done: false, value: events };
  }
}
