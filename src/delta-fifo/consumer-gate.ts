import { onAbort } from '../base/abort.js';
import { Fifo } from '../base/fifo.js';

/**
 * Lets consumers through one at a time, in the order they came, and lets the one whose turn it is
 * wait for something to consume.
 *
 * No async function is resumed for an entry: each change of a cache passes here, mostly alone, and V8 takes long to make
 * those fast.
 */
export class ConsumerGate {
  #closed = false;
  // True from the moment a consumer is let in until it leaves.
  #occupied = false;
  readonly #line = new Fifo<() => void>();
  // Wakes the consumer that is in and found nothing to take.
  #wakeUp: (() => void) | undefined;

  get closed(): boolean {
    return this.#closed;
  }

  /**
   * Waits for its turn, then until `take` returns something, and runs `process` on that.
   * Resolves to true afterwards, or to false if the gate is closed and there is nothing to take;
   * rejects with what `process` threw.
   */
  async consume<E>(take: () => E | undefined, process: (entry: E) => void | Promise<void>): Promise<boolean> {
    let isOver = false;
    const processOne = (entry: E): void | Promise<void> => {
      isOver = true;
      return process(entry);
    };
    await this.#run(take, processOne, () => isOver);
    return isOver;
  }

  /**
   * As `consume`, for one entry after the other, until the signal aborts or the gate is closed and there is nothing to take.
   * Consumers that wait in line have their turn after each entry; while it waits in line itself, it ends when its turn has
   * come. Rejects with the first thing that `process` throws.
   */
  async consumeAll<E>(
    take: () => E | undefined,
    process: (entry: E) => void | Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    if (signal.aborted) return;
    let isOver = false;
    const unlink = onAbort(signal, () => {
      isOver = true;
      this.wake();
    });
    try {
      await this.#run(take, process, () => isOver);
    } finally {
      unlink();
    }
  }

  #run<E>(
    take: () => E | undefined,
    process: (entry: E) => void | Promise<void>,
    isOver: () => boolean,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (error: unknown): void => {
        this.#leave();
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- what the user's code threw, as it is
        reject(error);
      };
      /** Consumes an entry, being in, or waits for one. */
      const step = (): void => {
        try {
          const entry = isOver() ? undefined : take();
          if (entry !== undefined) {
            // Later in any case, so that what the entry has led to is seen to before the next.
            Promise.resolve(process(entry)).then(next, fail);
            return;
          }
        } catch (error) {
          fail(error);
          return;
        }
        if (isOver() || this.#closed) {
          this.#leave();
          resolve();
        } else this.#awake().then(step, fail);
      };
      /** After an entry: those who wait in line come first. */
      const next = (): void => {
        if (isOver() || this.#line.length === 0) {
          step();
          return;
        }
        this.#enter().then(step, fail);
        this.#leave();
      };
      if (this.#occupied) this.#enter().then(step, fail);
      else {
        this.#occupied = true;
        step();
      }
    });
  }

  /** Resolves when those who wait in line have had their turn, and the consumer that asks is in. */
  #enter(): Promise<void> {
    return new Promise((enter) => {
      this.#line.push(enter);
    });
  }

  /**
   * Resolves when something has come, perhaps: what waits for it runs after the code that wakes it, which may be in the middle
   * of a change, and in its own async context.
   */
  #awake(): Promise<void> {
    return new Promise((wakeUp) => {
      this.#wakeUp = wakeUp;
    });
  }

  /** Something to take has come. Cheap when nobody waits. */
  wake(): void {
    const wakeUp = this.#wakeUp;
    this.#wakeUp = undefined;
    wakeUp?.();
  }

  close(): void {
    this.#closed = true;
    this.wake();
  }

  // The place is handed to the next in line without becoming free, so that nobody can slip in between.
  #leave(): void {
    const next = this.#line.shift();
    if (next === undefined) this.#occupied = false;
    else next();
  }
}
