/**
 * Reads an async iterable that may hang: `interrupt()` ends a read that is under way, whether or
 * not the source reacts to its signal. (`Promise.race` against one long-lived promise would do the
 * same, but keeps a reaction for every item ever read.)
 */
export class StreamReader<T> {
  readonly #iterator: AsyncIterator<T> | Iterator<T>;
  #interrupted = false;
  #wake: (() => void) | undefined;

  constructor(source: AsyncIterable<T> | Iterable<T>) {
    this.#iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  }

  /** The next item; undefined after the last one, or once interrupted. Rejects as the source does. */
  async next(): Promise<{ value: T } | undefined> {
    if (this.#interrupted) return undefined;
    const result = await new Promise<IteratorResult<T> | undefined>((resolve, reject) => {
      this.#wake = () => {
        resolve(undefined);
      };
      Promise.resolve(this.#iterator.next()).then(resolve, reject);
    });
    this.#wake = undefined;
    return result === undefined || result.done === true ? undefined : { value: result.value };
  }

  interrupt(): void {
    this.#interrupted = true;
    this.#wake?.();
  }

  /**
   * Tells the source that nobody reads on. Not awaited: a generator that hangs in its own await
   * takes notice only when that ends, and what it throws then concerns nobody.
   */
  release(): void {
    try {
      Promise.resolve(this.#iterator.return?.()).catch(() => undefined);
    } catch {
      // A source that throws while it is let go has nothing left to say.
    }
  }
}
