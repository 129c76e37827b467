/**
 * Runs one piece of work at a time: a call that comes while the work runs gets that run's outcome, a failure included.
 */
export class SingleFlight<T> {
  #running: Promise<T> | undefined;

  run(work: () => Promise<T>): Promise<T> {
    this.#running ??= this.#begin(work);
    return this.#running;
  }

  async #begin(work: () => Promise<T>): Promise<T> {
    try {
      // Not before the promise is in place: work that fails at once must not clear what is not set yet.
      await Promise.resolve();
      return await work();
    } finally {
      this.#running = undefined;
    }
  }
}
