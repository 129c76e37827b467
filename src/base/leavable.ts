import { childController } from './abort.js';
import type { Unlink } from './abort.js';

interface Running<T> {
  readonly inner: AsyncGenerator<T, void, undefined>;
  readonly controller: AbortController;
  readonly unlink: Unlink;
}

const OVER = { done: true, value: undefined } as const;

/**
 * A generator that can be left while it waits. `return()` of a generator function takes effect when a `next()` that is
 * pending has ended, which for a watch may be in hours: `Readable.from(watch).destroy()` would leave the request open.
 *
 * `make` is given a signal that aborts when `parent` does, and when the generator is left while it waits; what it throws
 * then is nobody's news.
 */
export class Leavable<T> implements AsyncGenerator<T, void, undefined> {
  readonly #begin: () => Running<T>;
  /** From the first `next()` on. */
  #running: Running<T> | undefined;
  #pending = 0;
  #isLeft = false;

  constructor(parent: AbortSignal | undefined, make: (signal: AbortSignal) => AsyncGenerator<T, void, undefined>) {
    this.#begin = () => {
      const { controller, unlink } = childController(parent);
      return { inner: make(controller.signal), controller, unlink };
    };
  }

  async next(): Promise<IteratorResult<T, void>> {
    if (this.#isLeft) return OVER;
    const { inner, unlink } = (this.#running ??= this.#begin());
    this.#pending++;
    try {
      const result = await inner.next();
      if (result.done === true) unlink();
      return result;
    } catch (error) {
      unlink();
      if (this.#wasLeft()) return OVER;
      throw error;
    } finally {
      this.#pending--;
    }
  }

  /** Resolves when it has ended. */
  async return(): Promise<IteratorResult<T, void>> {
    this.#isLeft = true;
    if (this.#running === undefined) return OVER;
    const { inner, controller, unlink } = this.#running;
    unlink();
    if (this.#pending > 0) controller.abort();
    return inner.return();
  }

  // Asked again after an await, of which the compiler does not know that it may change the answer.
  #wasLeft(): boolean {
    return this.#isLeft;
  }

  async throw(error: unknown): Promise<IteratorResult<T, void>> {
    await this.return();
    throw error;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
