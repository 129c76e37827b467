import type { Clock, Timer } from '../base/clock.js';

// A resync shows every cached object once more; more often than this is a mistake in units.
const SHORTEST_PERIOD_MS = 1_000;

/** The period that is kept; undefined: none. 0 is never, and so is what is no number: a timer would fire without end. */
export function keptPeriod(periodMs: number): number | undefined {
  return periodMs > 0 ? Math.max(periodMs, SHORTEST_PERIOD_MS) : undefined;
}

interface Entry<Member> {
  readonly member: Member;
  readonly periodMs: number;
  dueAt: number;
}

/**
 * Who is due for a resync, and when. Every member has a period of its own, counted from when it
 * joined or, if that is later, from the start; one timer serves the earliest. It belongs to the
 * informer, so no relist puts it off. Before the start and after the close there is no timer.
 */
export class ResyncSchedule<Member> {
  readonly #clock: Clock;
  readonly #onDue: (members: readonly Member[]) => void;
  readonly #entries = new Map<Member, Entry<Member>>();
  #timer: Timer | undefined;
  #started = false;

  constructor(clock: Clock, onDue: (members: readonly Member[]) => void) {
    this.#clock = clock;
    this.#onDue = onDue;
  }

  /** A period of 0 is never; one below a second is taken as a second. */
  join(member: Member, periodMs: number): void {
    const period = keptPeriod(periodMs);
    if (period === undefined) return;
    this.#entries.set(member, { member, periodMs: period, dueAt: this.#clock.now() + period });
    this.#arm();
  }

  leave(member: Member): void {
    if (this.#entries.delete(member)) this.#arm();
  }

  /** Counts the periods of those who are there from now on. */
  start(): void {
    this.#started = true;
    const now = this.#clock.now();
    for (const entry of this.#entries.values()) entry.dueAt = now + entry.periodMs;
    this.#arm();
  }

  /** When the next resync is due; undefined before the start and when nobody wants one. */
  get nextAt(): number | undefined {
    if (!this.#started) return undefined;
    let next: number | undefined;
    for (const { dueAt } of this.#entries.values()) next = Math.min(next ?? dueAt, dueAt);
    return next;
  }

  close(): void {
    this.#started = false;
    this.#entries.clear();
    this.#arm();
  }

  #arm(): void {
    this.#timer?.cancel();
    const next = this.nextAt;
    if (next === undefined) return;
    this.#timer = this.#clock.setTimeout(() => {
      this.#fire();
    }, next - this.#clock.now());
  }

  #fire(): void {
    const now = this.#clock.now();
    const due: Member[] = [];
    for (const entry of this.#entries.values()) {
      if (entry.dueAt > now) continue;
      due.push(entry.member);
      // From now, not from when it was due: after a pause one resync is enough.
      entry.dueAt = now + entry.periodMs;
    }
    this.#arm();
    if (due.length > 0) this.#onDue(due);
  }
}
