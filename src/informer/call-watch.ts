import type { Clock, Timer } from '../base/clock.js';
import type { KubeInformerError } from '../errors/index.js';
import { handlerStuck } from './handler-errors.js';

export interface CallWatchOptions {
  readonly name: string;
  readonly stuckAfterMs: number;
  readonly timeoutMs: number | undefined;
  readonly clock: Clock;
  readonly onError: (error: KubeInformerError) => void;
}

/** The call that is watched. */
interface Call {
  readonly key: string;
  readonly since: number;
}

/**
 * Waits for the promises of a handler's calls, reports a call that takes too long, and gives it up
 * when it takes longer than allowed. One timer serves call after call: most calls end long before it,
 * and a timer of its own would cost each more than the call.
 */
export class CallWatch {
  readonly #options: CallWatchOptions;
  #call: Call | undefined;
  #reported = false;
  #giveUp: (() => void) | undefined;
  #timer: Timer | undefined;

  constructor(options: CallWatchOptions) {
    this.#options = options;
  }

  /** Resolves to whether the result came in time; rejects as it does. One at a time. */
  async settle(result: PromiseLike<unknown>, call: Call): Promise<boolean> {
    this.#call = call;
    if (this.#timer === undefined) this.#arm();
    try {
      if (this.#options.timeoutMs === undefined) {
        await result;
        return true;
      }
      let inTime = true;
      const late = new Promise<void>((resolve) => {
        this.#giveUp = () => {
          inTime = false;
          resolve();
        };
      });
      await Promise.race([result, late]);
      return inTime;
    } finally {
      this.#call = undefined;
      this.#giveUp = undefined;
      // The timer has moved on to a later limit of that call, too late for the next one.
      if (this.#reported) this.rest();
    }
  }

  /** Leaves no timer behind until the next call. */
  rest(): void {
    this.#reported = false;
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #limit(): number {
    const { stuckAfterMs, timeoutMs = Infinity } = this.#options;
    return this.#reported ? timeoutMs : Math.min(stuckAfterMs, timeoutMs);
  }

  #arm(): void {
    const { clock } = this.#options;
    if (this.#call === undefined) return;
    const leftMs = this.#call.since + this.#limit() - clock.now();
    if (!Number.isFinite(leftMs)) return;
    this.#timer = clock.setTimeout(() => {
      this.#timer = undefined;
      this.#check();
    }, leftMs);
  }

  #check(): void {
    const { name, stuckAfterMs, timeoutMs = Infinity, clock, onError } = this.#options;
    const call = this.#call;
    if (call === undefined) return;
    const lasted = clock.now() - call.since;
    if (lasted >= timeoutMs) {
      this.#giveUp?.();
      return;
    }
    if (lasted >= stuckAfterMs && !this.#reported) {
      this.#reported = true;
      onError(handlerStuck(name, call.key, stuckAfterMs, 'It is still waited for.'));
    }
    this.#arm();
  }
}
