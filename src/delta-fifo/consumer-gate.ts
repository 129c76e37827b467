import { Fifo } from '../base/fifo.js';

/**
 * Lets consumers through one at a time, in the order they came, and lets the one whose turn it is
 * wait for something to consume.
 *
 * Mostly without async functions: each change of a cache passes here, mostly alone, and V8 takes long to make those fast.
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
    if (this.#occupied) {
      return new Promise<void>((enter) => {
        this.#line.push(enter);
      }).then(() => this.#serve(take, process));
    }
    this.#occupied = true;
    try {
      const served = this.#serve(take, process);
      return typeof served === 'boolean' ? Promise.resolve(served) : served;
    } catch (error) {
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- what the user's code threw, as it is
      return Promise.reject(error);
    }
  }

  /** Serves the consumer that is in; at once where there is nothing to wait for. */
  #serve<E>(
    take: () => E | undefined,
    process: (entry: E) => void | Promise<void>,
    isWoken = false,
  ): boolean | Promise<boolean> {
    let later: Promise<boolean> | undefined;
    try {
      const entry = take();
      if (entry !== undefined) {
        const processing = process(entry);
        if (processing !== undefined) later = this.#outlast(processing);
      } else if (this.#closed) return false;
      else if (isWoken) later = this.#waitOn(take, process);
      else later = this.#awake().then(() => this.#serve(take, process, true));
    } finally {
      if (later === undefined) this.#leave();
    }
    return later ?? true;
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

  /** For a consumer that was woken for nothing. A loop: promises that wait for each other would grow with each time. */
  async #waitOn<E>(take: () => E | undefined, process: (entry: E) => void | Promise<void>): Promise<boolean> {
    try {
      let entry: E | undefined;
      do {
        await this.#awake();
        entry = take();
      } while (entry === undefined && !this.#closed);
      if (entry === undefined) return false;
      await process(entry);
      return true;
    } finally {
      this.#leave();
    }
  }

  async #outlast(processing: Promise<void>): Promise<true> {
    try {
      await processing;
      return true;
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

  // The place is handed to the next in line without becoming free, so that nobody can slip in between.
  #leave(): void {
    const next = this.#line.shift();
    if (next === undefined) this.#occupied = false;
    else next();
  }
}
