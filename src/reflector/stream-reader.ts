/** An item of a stream; undefined after the last one. */
type Item<T> = { readonly value: T } | undefined;

/**
 * Reads an async iterable that may hang: `interrupt()` ends a read that is under way, whether or
 * not the source reacts to its signal. (`Promise.race` against one long-lived promise would do the
 * same, but keeps a reaction for every item ever read.)
 */
export class StreamReader<T> {
  readonly #iterator: AsyncIterator<T> | Iterator<T>;
  #interrupted = false;
  /** End the read that is under way. */
  #done: ((item: Item<T>) => void) | undefined;
  #failed: ((error: unknown) => void) | undefined;
  // Made once: a stream is read for each event of a quiet watch.
  readonly #onResult = (result: IteratorResult<T> | undefined): void => {
    // A source of the user's own may hand over anything: what cannot be read is its failure, not ours.
    try {
      this.#end(result === undefined || result.done === true ? undefined : result);
    } catch (error) {
      this.#onFailure(error);
    }
  };
  readonly #onFailure = (error: unknown): void => {
    this.#failed?.(error);
  };

  constructor(source: AsyncIterable<T> | Iterable<T>) {
    this.#iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  }

  /** The next item; undefined after the last one, or once interrupted. Rejects as the source does. */
  next(): Promise<Item<T>> {
    return new Promise((resolve, reject) => {
      this.read(resolve, reject);
    });
  }

  /**
   * The same for who makes a promise of its own of it: `done` is called once, unless the source fails. Throws when the
   * source does so on the spot. One read at a time.
   */
  read(done: (item: Item<T>) => void, failed: (error: unknown) => void): void {
    if (this.#interrupted) {
      done(undefined);
      return;
    }
    this.#done = done;
    this.#failed = failed;
    Promise.resolve(this.#iterator.next()).then(this.#onResult, this.#onFailure);
  }

  interrupt(): void {
    this.#interrupted = true;
    this.#end(undefined);
  }

  #end(item: Item<T>): void {
    const done = this.#done;
    this.#done = undefined;
    done?.(item);
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
