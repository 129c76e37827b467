import type { Clock, Timer } from '../base/clock.js';
import { SilenceTimer } from './silence-timer.js';

// How much longer than it was asked to a watch may last before it is taken for dead.
const OVERDUE_GRACE_MS = 15_000;

// Of a silent stream: bookmarks normally come about once a minute, with jitter, so one may be missed.
const MISSED_INTERVALS = 2;

// Two bookmarks in a burst say nothing about the interval. No sooner than an HTTP/2 ping would find out (5 s until it
// is sent, 5 s for the answer): a false alarm costs a probe and a new watch.
const LEAST_SILENCE_MS = 10_000;

/**
 * Notices that a watch is dead although nobody closed it: a half-open connection, or a proxy that
 * keeps the connection but lost the server.
 *
 * - A watch that outlasts the time it was asked to last is dead.
 * - Once two periodic bookmarks came on this stream, their longest gap is known, and a silence of
 *   twice that is death. Before that silence means nothing: some resources send no bookmarks. Any
 *   event breaks the silence: a busy server may drop bookmarks.
 */
export class Liveness extends SilenceTimer {
  readonly #clock: Clock;
  readonly #overdue: Timer;
  #lastBookmarkAt: number | undefined;
  #intervalMs = 0;

  constructor(clock: Clock, timeoutMs: number, onSilent: () => void) {
    super(clock, onSilent);
    this.#clock = clock;
    this.#overdue = clock.setTimeout(onSilent, timeoutMs + OVERDUE_GRACE_MS);
  }

  /** A bookmark came that the server sends from time to time, not the end mark of a WatchList. */
  bookmark(): void {
    const now = this.#clock.now();
    if (this.#lastBookmarkAt !== undefined) this.#intervalMs = Math.max(this.#intervalMs, now - this.#lastBookmarkAt);
    this.#lastBookmarkAt = now;
    if (this.#intervalMs > 0) this.allow(Math.max(this.#intervalMs * MISSED_INTERVALS, LEAST_SILENCE_MS));
  }

  override stop(): void {
    this.#overdue.cancel();
    super.stop();
  }
}
