import { copyBytes } from '../../base/copy-bytes.js';

// Four records of TLS, which a socket brings at once when much comes.
export const BLOCK_BYTES = 64 * 2 ** 10;

// As much as a window begins with: a reader that is not further behind never waits for new memory.
const MOST_SPARES = 16;

/** Memory that bodies of one connection take turns in. Each block is used again when its reader asks for the next. */
export class BlockPool {
  readonly #spares: Buffer[] = [];

  take(): Buffer {
    return this.#spares.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);
  }

  give(block: Buffer): void {
    if (this.#spares.length < MOST_SPARES) this.#spares.push(block);
  }
}

/** The bytes of a body that wait for its reader. A stream that is read to its last byte holds no memory. */
export class BodyBlocks {
  readonly #pool: BlockPool;
  /** Filled one after the other; the last one up to `#end`. */
  #blocks: Buffer[] = [];
  #end = 0;
  #lent: Buffer | undefined;

  constructor(pool: BlockPool) {
    this.#pool = pool;
  }

  get isEmpty(): boolean {
    return this.#blocks.length === 0;
  }

  append(bytes: Uint8Array, start: number, end: number): void {
    for (let from = start; from < end;) {
      let block = this.#blocks.at(-1);
      if (block === undefined || this.#end === BLOCK_BYTES) {
        this.#blocks.push((block = this.#pool.take()));
        this.#end = 0;
      }
      const to = Math.min(end, from + BLOCK_BYTES - this.#end);
      copyBytes(bytes, from, to, block, this.#end);
      this.#end += to - from;
      from = to;
    }
  }

  /** The next bytes, good until the next `take`; undefined when none wait. */
  take(): Buffer | undefined {
    if (this.#lent !== undefined) this.#pool.give(this.#lent);
    const block = (this.#lent = this.#blocks.shift());
    return this.#blocks.length > 0 ? block : block?.subarray(0, this.#end);
  }

  /** Nobody reads what waits. What was lent stays the reader's. */
  drop(): void {
    for (const block of this.#blocks) this.#pool.give(block);
    this.#blocks = [];
    this.#lent = undefined;
  }
}
