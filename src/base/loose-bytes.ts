import { copyBytes } from './copy-bytes.js';

// Half of a socket's chunk: a dozen objects of the usual size, so that making chunks costs nothing, and one object that
// is kept keeps no more than this alive.
const CHUNK_BYTES = 32 * 2 ** 10;

/** What is longer than a quarter of a chunk has memory of its own: the end of a chunk that it does not fit into is lost. */
export const LONGEST_SHARED = CHUNK_BYTES / 4;

// As many as a decoder fills before it hands over what it has found, half of that again for those who are slower.
const MOST_SPARES = 12;

/** Memory that several ranges share, for as long as the collector finds any of their holders. */
export class LooseChunk {
  readonly bytes: Buffer;
  /** The ranges that are read still. Who has no more use for one takes itself off, once. */
  residents = 0;
  /** No more ranges are put there until it is taken up again, empty. */
  isFull = false;
  readonly #owner: LooseBytes | undefined;

  constructor(bytes: Buffer, owner: LooseBytes | undefined) {
    this.bytes = bytes;
    this.#owner = owner;
  }

  /** Nobody is left: for who has taken the last off `residents`. */
  emptied(): void {
    if (this.isFull) this.#owner?.takeBack(this);
  }
}

/** Where bytes were put. */
export interface LoosePlace {
  readonly chunk: LooseChunk;
  readonly start: number;
  readonly length: number;
}

/** Where to put bytes that come one by one. */
export interface ItemMemory {
  /** Room for `length` bytes, which the caller writes before anyone reads. */
  reserve(length: number): LoosePlace;
}

/**
 * Memory for bytes that stay for a moment, or for as long as somebody unknown holds on to them. A range need not be given
 * back: the collector takes a chunk when nobody holds any range of it. A chunk whose every range was given back is used
 * again, so that a stream of objects that all move on at once needs the same few chunks over and over.
 */
export class LooseBytes implements ItemMemory {
  #current: LooseChunk | undefined;
  #at = 0;
  readonly #spares: LooseChunk[] = [];

  reserve(length: number): LoosePlace {
    if (length > LONGEST_SHARED) return ownMemory.reserve(length);
    let chunk = this.#current;
    if (chunk === undefined || this.#at + length > CHUNK_BYTES) {
      chunk = this.#current = this.#nextAfter(chunk);
      this.#at = 0;
    }
    const start = this.#at;
    this.#at += length;
    chunk.residents++;
    return { chunk, start, length };
  }

  #nextAfter(full: LooseChunk | undefined): LooseChunk {
    if (full?.residents === 0) return full;
    if (full !== undefined) full.isFull = true;
    const spare = this.#spares.pop();
    if (spare === undefined) return new LooseChunk(Buffer.allocUnsafeSlow(CHUNK_BYTES), this);
    spare.isFull = false;
    return spare;
  }

  /** A copy of bytes. */
  put(source: Buffer, from: number, to: number): LoosePlace {
    const place = this.reserve(to - from);
    copyBytes(source, from, to, place.chunk.bytes, place.start);
    return place;
  }

  /** @internal A chunk that was full is empty. */
  takeBack(chunk: LooseChunk): void {
    if (this.#spares.length < MOST_SPARES) this.#spares.push(chunk);
  }
}

/** Memory of one holder alone. */
export function ownChunk(bytes: Buffer): LooseChunk {
  const chunk = new LooseChunk(bytes, undefined);
  chunk.residents = 1;
  return chunk;
}

/** For a single object: exactly as much memory as it needs, so that keeping it keeps nothing else. */
export const ownMemory: ItemMemory = {
  reserve: (length) => ({ chunk: ownChunk(Buffer.allocUnsafeSlow(length)), start: 0, length }),
};
