import { Fifo } from '../base/fifo.js';

/**
 * Lets consumers through one at a time, in the order they came, and lets the one whose turn it is
 * wait for something to consume.
 *
 * Without async functions: each change of a cache passes here, mostly alone, and V8 takes long to make those fast.
 */
export class ConsumerGate {
  #closed = false;
  // True from the moment a consumer is let in until what it took has been processed.
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
  consume<E>(take: () => E | undefined, process: (entry: E) => void | Promise<void>): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const done = (): void => {
        resolve(true);
        this.#leave();
      };
      const failed = (error: unknown): void => {
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- what the user's code threw, as it is
        reject(error);
        this.#leave();
      };
      const look = (): void => {
        try {
          const entry = take();
          if (entry !== undefined) {
            const processing = process(entry);
            if (processing === undefined) done();
            else Promise.resolve(processing).then(done, failed);
          } else if (this.#closed) {
            resolve(false);
            this.#leave();
          } else {
            later(look, (wakeUp) => {
              this.#wakeUp = wakeUp;
            });
          }
        } catch (error) {
          failed(error);
        }
      };
      if (this.#occupied) {
        later(look, (enter) => {
          this.#line.push(enter);
        });
      } else {
        this.#occupied = true;
        look();
      }
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

/**
 * Runs what never throws when it is told to: after the code that tells it, which may be in the middle of a change, and in
 * the async context of this call, which is the consumer's.
 */
function later(look: () => void, tell: (run: () => void) => void): void {
  new Promise<void>(tell).then(look, look);
}
