// Enough to see what is wrong, and whether it is always the same.
const MOST_A_MINUTE = 10;

const MINUTE_MS = 60_000;

/**
 * How much may be printed of failures that come by the thousand: a handler with a bug fails for each of 10,000 objects, and
 * everyone else's lines are lost among its stacks. Each source has ten a minute.
 */
export class LogQuota {
  readonly #sources = new Map<string, { since: number; printed: number }>();

  /** Whether one more of that source is printed, and whether it is the last for now. */
  take(source: string, now: number): 'print' | 'print-last' | 'skip' {
    for (const [known, { since }] of this.#sources) if (now - since >= MINUTE_MS) this.#sources.delete(known);
    let taken = this.#sources.get(source);
    if (taken === undefined) this.#sources.set(source, (taken = { since: now, printed: 0 }));
    if (taken.printed === MOST_A_MINUTE) return 'skip';
    return ++taken.printed === MOST_A_MINUTE ? 'print-last' : 'print';
  }
}
