import { Fifo } from '../../base/fifo.js';
import type { Entry } from '../storage/contract.js';

// What 100 watchers that started together need to share each other's encodings, and little beside the objects themselves.
const BUDGET_BYTES = 64 * 1024 * 1024;

interface Held {
  readonly derived: Map<string, unknown>;
  readonly key: string;
  readonly size: number;
}

/**
 * Encodings of stored states, kept on the states so that everyone who sends one shares it. The oldest ones are
 * forgotten when all of them together take more than the budget.
 */
export class EncodingCache {
  readonly #budget: number;
  readonly #held = new Fifo<Held>();
  #size = 0;

  constructor(budgetBytes: number = BUDGET_BYTES) {
    this.#budget = budgetBytes;
  }

  /** How many bytes are kept now. */
  get size(): number {
    return this.#size;
  }

  get(entry: Entry, key: string, make: () => Buffer): Buffer {
    const known = entry.derived.get(key);
    if (known !== undefined) return known as Buffer;
    const made = make();
    entry.derived.set(key, made);
    this.#held.push({ derived: entry.derived, key, size: made.length });
    this.#size += made.length;
    while (this.#size > this.#budget) {
      const oldest = this.#held.shift() as Held;
      oldest.derived.delete(oldest.key);
      this.#size -= oldest.size;
    }
    return made;
  }
}
