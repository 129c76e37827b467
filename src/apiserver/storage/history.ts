import type { Change } from './contract.js';

/** How much of the past is kept. */
export interface HistoryLimits {
  /** Never more changes than this. */
  readonly size: number;
  /** Changes older than this go, in milliseconds... */
  readonly ageMs: number;
  /** ...except the newest few, so that the past of a quiet resource does not run out by waiting. */
  readonly keep: number;
}

/** The recent changes of one resource, in the order of versions. */
export class History {
  readonly #limits: HistoryLimits;
  #changes: (Change | undefined)[] = [];
  #times: number[] = [];
  /** Changes before this place are forgotten; their slots are given back in bulk. */
  #start = 0;
  /** Every change above this version is here. */
  #oldest: number;

  constructor(limits: HistoryLimits, oldest: number) {
    this.#limits = limits;
    this.#oldest = oldest;
  }

  get oldest(): number {
    return this.#oldest;
  }

  get size(): number {
    return this.#changes.length - this.#start;
  }

  push(change: Change, now: number): void {
    this.#changes.push(change);
    this.#times.push(now);
    const { size, ageMs, keep } = this.#limits;
    while (this.size > size || (this.size > keep && (this.#times[this.#start] as number) < now - ageMs)) this.#drop();
  }

  /** The changes above a version, which must not be below `oldest`. */
  after(version: number): Change[] {
    return this.#changes.slice(this.#placeAfter(version)) as Change[];
  }

  /** Forgets everything up to a version. */
  forget(version: number): void {
    this.#start = this.#placeAfter(version);
    this.#oldest = Math.max(this.#oldest, version);
    this.#compact();
  }

  #drop(): void {
    this.#oldest = (this.#changes[this.#start] as Change).entry.version;
    this.#changes[this.#start] = undefined;
    this.#start++;
    // Moving the rest down costs as much as it frees once half is free.
    if (this.#start > 64 && this.#start * 2 > this.#changes.length) this.#compact();
  }

  #compact(): void {
    this.#changes = this.#changes.slice(this.#start);
    this.#times = this.#times.slice(this.#start);
    this.#start = 0;
  }

  #placeAfter(version: number): number {
    let low = this.#start;
    let high = this.#changes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#changes[middle] as Change).entry.version <= version) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
