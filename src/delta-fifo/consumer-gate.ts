import { Fifo } from '../base/fifo.js';

/**
 * Lets consumers through one at a time, in the order they came, and lets the one whose turn it is
 * wait for something to consume.
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
  async consume<E>(take: () => E | undefined, process: (entry: E) => void | Promise<void>): Promise<boolean> {
    if (this.#occupied) await this.#turn();
    this.#occupied = true;
    try {
      for (let entry = take(); ; entry = take()) {
        if (entry !== undefined) {
          const processing = process(entry);
          if (processing !== undefined) await processing;
          return true;
        }
        if (this.#closed) return false;
        await new Promise<void>((resolve) => {
          this.#wakeUp = resolve;
        });
      }
    } finally {
      this.#leave();
    }
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

  #turn(): Promise<void> {
    return new Promise((resolve) => {
      this.#line.push(resolve);
    });
  }

  // The place is handed to the next in line without becoming free, so that nobody can slip in between.
  #leave(): void {
    const next = this.#line.shift();
    if (next === undefined) this.#occupied = false;
    else next();
  }
}
