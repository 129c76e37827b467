import type { Clock } from '../../base/clock.js';
import { SingleFlight } from './single-flight.js';

/** Something that is good until a moment, and then has to be fetched again. */
export interface Renewed<T> {
  readonly value: T;
  /** Milliseconds since the epoch; undefined: until the server refuses it. */
  readonly expiresAtMs: number | undefined;
}

// Renewal starts this long before the end, so that no request leaves with a credential that ends on its way: more than
// a request takes, and more than well-kept clocks differ.
const EARLY_MS = 60_000;

// …but never earlier than in the last fifth of its life, or a credential of one minute would be renewed at every use.
const EARLY_SHARE = 0.2;

// In the first half of that time the renewal runs beside the requests, which go on with what is still good: an exec
// plugin may take a minute, or ask somebody to log in. In the second half they wait for it.
const WAITING_SHARE = 0.5;

// What was just fetched is used for this long whatever its expiry says: a plugin that hands out what has expired, or a
// machine whose clock is wrong, must not start a process for every request.
const HOLD_MS = 5_000;

// After a failure the next attempt waits this long. A hundred watches that come back one by one would otherwise start a
// hundred processes one after the other.
const PAUSE_AFTER_FAILURE_MS = 1_000;

// The server refused a credential: refusals that arrive this long after its replacement are about the old one.
const REFUSALS_OF_OLD_MS = 10_000;

interface Held<T> extends Renewed<T> {
  readonly fetchedAtMs: number;
  readonly renewAtMs: number;
  /** From here on a request waits for the renewal. */
  readonly waitAtMs: number;
}

/**
 * Keeps a value that expires. Concurrent callers share one fetch; the fetch happens ahead of the expiry, at first
 * without anybody waiting for it, and if it fails then, the value that is still good is used on.
 *
 * The clock need not advance while the machine sleeps; a value that expired meanwhile is found by `refused()`.
 */
export class Renewable<T> {
  readonly #fetch: (current: T | undefined) => Promise<Renewed<T>>;
  readonly #same: (a: T, b: T) => boolean;
  readonly #clock: Clock;
  readonly #flight = new SingleFlight<Held<T>>();
  #held: Held<T> | undefined;
  #failure: { readonly error: Error; readonly atMs: number } | undefined;
  #replacement: { readonly atMs: number; readonly changed: boolean } | undefined;

  constructor(
    fetch: (current: T | undefined) => Promise<Renewed<T>>,
    options: { clock: Clock; same: (a: T, b: T) => boolean; initial?: Renewed<T> | undefined },
  ) {
    this.#fetch = fetch;
    this.#same = options.same;
    this.#clock = options.clock;
    if (options.initial !== undefined) this.#held = { ...this.#hold(options.initial), fetchedAtMs: -Infinity };
  }

  /** The current value. Waits for a fetch if there is none or it ends any moment. */
  async get(): Promise<T> {
    const now = this.#clock.now();
    const held = this.#held;
    if (held !== undefined && (now < held.renewAtMs || now - held.fetchedAtMs < HOLD_MS)) return held.value;
    if (held !== undefined && now < held.waitAtMs) {
      // A failure is kept and answered to whoever has to wait.
      this.#renew().catch(() => undefined);
      return held.value;
    }
    try {
      return (await this.#renew()).value;
    } catch (error) {
      if (held?.expiresAtMs !== undefined && now < held.expiresAtMs) return held.value;
      throw error;
    }
  }

  /** The value was refused: fetches another. Resolves to whether there is a reason to try again. */
  async refused(): Promise<boolean> {
    const last = this.#replacement;
    if (last !== undefined && this.#clock.now() - last.atMs < REFUSALS_OF_OLD_MS) return last.changed;
    const before = this.#held;
    const after = await this.#renew();
    const changed = before === undefined || !this.#same(before.value, after.value);
    this.#replacement = { atMs: this.#clock.now(), changed };
    return changed;
  }

  #renew(): Promise<Held<T>> {
    const failed = this.#failure;
    if (failed !== undefined && this.#clock.now() - failed.atMs < PAUSE_AFTER_FAILURE_MS) {
      return Promise.reject(failed.error);
    }
    return this.#flight.run(async () => {
      try {
        this.#held = this.#hold(await this.#fetch(this.#held?.value));
        this.#failure = undefined;
        return this.#held;
      } catch (error) {
        this.#failure = { error: error as Error, atMs: this.#clock.now() };
        throw error;
      }
    });
  }

  #hold(renewed: Renewed<T>): Held<T> {
    const now = this.#clock.now();
    const end = renewed.expiresAtMs ?? Infinity;
    const early = Math.min(EARLY_MS, Math.max(0, end - now) * EARLY_SHARE);
    return { ...renewed, fetchedAtMs: now, renewAtMs: end - early, waitAtMs: end - early * WAITING_SHARE };
  }
}
