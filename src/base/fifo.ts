const SMALLEST = 16;

/**
 * A first-in, first-out queue on a ring of slots. It doubles when full and halves when three
 * quarters are empty, so a burst does not pin memory, and a removed slot is cleared at once.
 */
export class Fifo<T> {
  #slots: (T | undefined)[] = new Array<T | undefined>(SMALLEST);
  #head = 0;
  /** How many items there are. Only the queue writes it. */
  length = 0;

  push(item: T): void {
    if (this.length === this.#slots.length) this.#resize(this.#slots.length * 2);
    this.#slots[(this.#head + this.length) & (this.#slots.length - 1)] = item;
    this.length++;
  }

  /** Removes and returns the oldest item; undefined when empty. */
  shift(): T | undefined {
    if (this.length === 0) return undefined;
    const item = this.#slots[this.#head];
    this.#slots[this.#head] = undefined;
    this.#head = (this.#head + 1) & (this.#slots.length - 1);
    this.length--;
    if (this.#slots.length > SMALLEST && this.length <= this.#slots.length / 4) {
      this.#resize(this.#slots.length / 2);
    }
    return item;
  }

  /** The oldest item, left in place; undefined when empty. */
  peek(): T | undefined {
    return this.#slots[this.#head];
  }

  clear(): void {
    this.#slots = new Array<T | undefined>(SMALLEST);
    this.#head = 0;
    this.length = 0;
  }

  /** Oldest first. The queue must not change while it is walked. */
  *[Symbol.iterator](): IterableIterator<T> {
    for (let offset = 0; offset < this.length; offset++) {
      yield this.#slots[(this.#head + offset) & (this.#slots.length - 1)] as T;
    }
  }

  // Sizes are powers of two, so that a position is masked, not divided.
  #resize(size: number): void {
    const slots = new Array<T | undefined>(size);
    for (let offset = 0; offset < this.length; offset++) {
      slots[offset] = this.#slots[(this.#head + offset) & (this.#slots.length - 1)];
    }
    this.#slots = slots;
    this.#head = 0;
  }
}
