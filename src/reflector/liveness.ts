import type { Clock, Timer } from '../base/clock.js';

// How much longer than it was asked to a watch may last before it is taken for dead.
const OVERDUE_GRACE_MS = 15_000;

// Of a silent stream: bookmarks normally come about once a minute, with jitter, so one may be missed.
const MISSED_INTERVALS = 2;

/**
 * Notices that a watch is dead although nobody closed it: a half-open connection, or a proxy that
 * keeps the connection but lost the server.
 *
 * - A watch that outlasts the time it was asked to last is dead.
 * - Once two periodic bookmarks came on this stream, their longest gap is known, and a silence of
 *   twice that is death. Before that silence means nothing: some resources send no bookmarks.
 */
export class Liveness {
  readonly #clock: Clock;
  readonly #onSilent: () => void;
  readonly #overdue: Timer;
  #silence: Timer | undefined;
  #lastBookmarkAt: number | undefined;
  #intervalMs = 0;

  constructor(clock: Clock, timeoutMs: number, onSilent: () => void) {
    this.#clock = clock;
    this.#onSilent = onSilent;
    this.#overdue = clock.setTimeout(onSilent, timeoutMs + OVERDUE_GRACE_MS);
  }

  /** A bookmark that the server sends from time to time, not the end mark of a WatchList. */
  bookmark(): void {
    const now = this.#clock.now();
    if (this.#lastBookmarkAt !== undefined) this.#intervalMs = Math.max(this.#intervalMs, now - this.#lastBookmarkAt);
    this.#lastBookmarkAt = now;
    if (this.#intervalMs === 0) return;
    this.#silence?.cancel();
    this.#silence = this.#clock.setTimeout(this.#onSilent, this.#intervalMs * MISSED_INTERVALS);
  }

  stop(): void {
    this.#overdue.cancel();
    this.#silence?.cancel();
  }
}
