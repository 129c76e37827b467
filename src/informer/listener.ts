import { AsyncResource } from 'node:async_hooks';
import type { Clock, Timer } from '../base/clock.js';
import { deferred } from '../base/deferred.js';
import { SLICE_MS, TimeSlicer } from '../base/time-slicer.js';
import type { KubeInformerError } from '../errors/index.js';
import type { KubernetesObject } from '../meta/index.js';
import { Backlog } from './backlog.js';
import type { Overflow, Segment } from './backlog.js';
import { CallWatch } from './call-watch.js';
import { handlerFailed, handlerStuck, removedBeforeSync } from './handler-errors.js';
import { callHandler } from './notification.js';
import type { Change, ResourceEventHandler } from './notification.js';

export interface ListenerOptions {
  /** Names the handler in errors, status and metrics. */
  readonly name: string;
  readonly highWaterMark: number;
  readonly overflow: Overflow;
  /** After this long in one call the handler is reported as stuck; it is still waited for. */
  readonly stuckAfterMs: number;
  /** After this long in one call the next one is made; undefined: never. */
  readonly timeoutMs: number | undefined;
  /** How long a removal waits for a call that is under way. */
  readonly graceMs: number;
  readonly clock: Clock;
  readonly onError: (error: KubeInformerError) => void;
  /** Told how much waits, whenever the handler has caught up or made way for others. */
  readonly onBacklog?: (length: number) => void;
}

/** What a handler is doing. */
export interface HandlerStatus {
  readonly name: string;
  /** Whether it has been shown the whole first list. */
  readonly synced: boolean;
  /** Changes that wait for it. */
  readonly backlog: number;
  readonly highestBacklog: number;
  /** Changes it was spared because a newer state of the same object took their place. */
  readonly merged: number;
  readonly calls: number;
  readonly errors: number;
  /** When the call that is under way began, to within 2 ms, and on which object. */
  readonly running: { readonly key: string; readonly since: number } | undefined;
}

const SETTLED = Promise.resolve();

// Not a whole number to V8, which drops what it compiled for an object when a field of it that was whole is not any more.
const NO_TIME = -0;

/**
 * One handler and what waits for it. Calls are made one at a time and in order, in the async context
 * in which the handler was registered; a handler that is slow, fails or hangs holds up nobody else.
 */
export class Listener<T extends KubernetesObject> {
  readonly #handler: ResourceEventHandler<T>;
  readonly #options: ListenerOptions;
  readonly #backlog: Backlog<T>;
  readonly #context = new AsyncResource('kube-informer.handler');
  readonly #watch: CallWatch;
  readonly #synced = deferred();
  readonly #ended = deferred();
  #isSynced = false;
  #hasEnded = false;
  readonly #slicer = new TimeSlicer(1);
  readonly #resume = (): void => {
    this.#deliver();
  };
  /** How many more changes must be handled until the first list was; undefined while its length is not known. */
  #untilSynced: number | undefined;
  #state: 'open' | 'draining' | 'closed' = 'open';
  /** What the next call, or the end of the one that is under way, waits for; undefined when nothing is to be done. */
  #loop: Promise<void> | undefined;
  /** What the call that is under way is about. */
  #running: Change<T> | undefined;
  /** When it began, or an earlier one of the same slice: the clock is read once for all calls of a slice. */
  #since = NO_TIME;
  /** How long calls have taken since others last had a turn, in runs that ended before their slice did. */
  #spentMs = NO_TIME;
  #inCall = false;
  #calls = 0;
  #errors = 0;

  constructor(handler: ResourceEventHandler<T>, options: ListenerOptions) {
    this.#handler = handler;
    this.#options = options;
    this.#backlog = new Backlog(options.highWaterMark, options.overflow);
    this.#watch = new CallWatch(options);
    // Nobody has to ask: a rejection that is not looked at must not end the process.
    this.#synced.promise.catch(() => undefined);
  }

  get name(): string {
    return this.#options.name;
  }

  /** Resolves when the handler was shown the whole first list; rejects with `ERR_CLOSED` if it is removed before. */
  get synced(): Promise<void> {
    return this.#synced.promise;
  }

  get isSynced(): boolean {
    return this.#isSynced;
  }

  /** Whether it is closed and no call is under way. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /**
   * Whether the code that asks runs inside this handler's call, before its first `await`. To know it
   * after one takes AsyncLocalStorage, which makes every `await` of the process three times as slow on Node 20.
   */
  get isInCall(): boolean {
    return this.#inCall;
  }

  /** Changes that wait for it. */
  get backlog(): number {
    return this.#backlog.length;
  }

  get status(): HandlerStatus {
    return {
      name: this.name,
      synced: this.#isSynced,
      backlog: this.#backlog.length,
      highestBacklog: this.#backlog.highest,
      merged: this.#backlog.merged,
      calls: this.#calls,
      errors: this.#errors,
      running: this.#running === undefined ? undefined : { key: this.#running.record.key, since: this.#since },
    };
  }

  /** What the handler is shown before anything else. Call it at most once, first. */
  begin(replay: Segment<T>): void {
    if (replay.length === 0) return;
    this.#backlog.pushSegment(replay);
    this.#wake();
  }

  push(change: Change<T>): void {
    if (this.#state !== 'open') return;
    this.#backlog.push(change);
    this.#wake();
  }

  /** Takes many changes; resolves when all are queued. At once, unless the handler is behind. */
  async pushAll(changes: Segment<T>): Promise<void> {
    if (changes.length === 0) return;
    if (this.#state === 'open' && this.#backlog.takesSegment) {
      this.#backlog.pushSegment(changes);
      this.#wake();
      return;
    }
    const slicer = new TimeSlicer();
    for (let index = 0; index < changes.length; index++) {
      if (this.#state !== 'open') return;
      this.push(changes.at(index) as Change<T>);
      if (slicer.due()) await slicer.yield();
    }
  }

  /** The first list ends with what is queued now. */
  markFirstListQueued(): void {
    if (this.#untilSynced !== undefined) return;
    this.#untilSynced = this.#backlog.length + (this.#running === undefined ? 0 : 1);
    this.#countDown(0);
  }

  /**
   * Makes no more calls; with `drain`, only once everything queued was handled. Resolves when the
   * call that is under way has ended, or at once when it is that call which asks, before its first
   * `await`. After one it cannot be told, so the call waits for itself until the grace is over.
   */
  async close({ drain }: { drain: boolean }): Promise<void> {
    if (this.#state !== 'closed') {
      this.#state = drain && this.#backlog.length > 0 ? 'draining' : 'closed';
      if (this.#state === 'closed') this.#backlog.clear();
      if (this.#loop === undefined) this.#end();
    }
    if (this.#hasEnded || this.isInCall) return;
    // Who drains has asked for every call to be made: only one that counts as stuck is given up.
    const { graceMs, stuckAfterMs } = this.#options;
    await this.#waitForEnd(drain ? Math.max(graceMs, stuckAfterMs) : graceMs);
  }

  /** Closes it as ended, although a call may be under way: for a call that waits for its own end. */
  abandon(): void {
    this.#state = 'closed';
    this.#backlog.clear();
    this.#end();
  }

  async #waitForEnd(graceMs: number): Promise<void> {
    const { clock, onError } = this.#options;
    const from = clock.now();
    let timer: Timer | undefined;
    const wait = (ms: number): void => {
      if (Number.isFinite(ms)) timer = clock.setTimeout(check, ms);
    };
    const check = (): void => {
      const running = this.#running;
      // While it drains, each call has the grace to itself.
      const left = running === undefined ? graceMs : Math.max(from, this.#since) + graceMs - clock.now();
      if (left > 0) {
        wait(left);
        return;
      }
      const then = 'It is no longer waited for, and gets no more calls.';
      onError(handlerStuck(this.name, running?.record.key ?? '', graceMs, then));
      this.abandon();
    };
    wait(graceMs);
    await this.#ended.promise;
    timer?.cancel();
  }

  // The loop ends when there is nothing to do, so an idle handler holds no promise and no timer. The caller is in the
  // middle of changing the store: handlers run after it, in a microtask of their own.
  #wake(): void {
    this.#loop ??= SETTLED.then(this.#resume);
  }

  // Not async: a change that comes alone costs one promise, that of `#wake`, unless the handler returns another.
  #deliver(): void {
    this.#since = this.#options.clock.now();
    while (this.#state !== 'closed') {
      const change = this.#backlog.shift();
      if (change === undefined) {
        // Lone calls, too, must not keep others from the event loop when they come one after the other.
        this.#spentMs += this.#options.clock.now() - this.#since;
        if (this.#spentMs < SLICE_MS) break;
        this.#loop = this.#giveWay();
        return;
      }
      this.#running = change;
      this.#calls++;
      const result = this.#call(change);
      if (result !== undefined) {
        this.#loop = this.#outlast(result, change);
        return;
      }
      this.#handled();
      if (this.#backlog.length > 0 && this.#slicer.due()) {
        this.#loop = this.#giveWay();
        return;
      }
    }
    this.#rest();
  }

  /** Makes the call; what is to be waited for, if anything is. */
  #call(change: Change<T>): PromiseLike<unknown> | undefined {
    this.#inCall = true;
    try {
      const result: unknown = this.#context.runInAsyncScope(callHandler<T>, undefined, this.#handler, change);
      this.#inCall = false;
      if (!isThenable(result)) return undefined;
      if (!this.#hasEnded) return result;
      // A call that closed its own handler is not waited for, nor watched over.
      this.#reportLate(result, change);
    } catch (thrown) {
      this.#inCall = false;
      this.#failed(change, thrown);
    }
    return undefined;
  }

  async #outlast(result: PromiseLike<unknown>, change: Change<T>): Promise<void> {
    try {
      const inTime = await this.#watch.settle(result, { key: change.record.key, since: this.#since });
      if (!inTime) this.#leave(result, change);
    } catch (thrown) {
      this.#failed(change, thrown);
    }
    this.#handled();
    if (this.#slicer.due()) await this.#giveWay();
    else this.#deliver();
  }

  async #giveWay(): Promise<void> {
    this.#options.onBacklog?.(this.#backlog.length);
    await this.#slicer.yield();
    this.#spentMs = 0;
    this.#deliver();
  }

  #handled(): void {
    this.#running = undefined;
    if (!this.#isSynced) this.#countDown(1);
  }

  #rest(): void {
    this.#loop = undefined;
    this.#watch.rest();
    this.#options.onBacklog?.(this.#backlog.length);
    // What was merged away is not counted one by one; with nothing left the first list was handled.
    const isEmpty = this.#backlog.length === 0;
    if (isEmpty && !this.#isSynced && this.#state !== 'closed') this.#countDown(Infinity);
    if (this.#state !== 'open') this.#end();
    else if (!isEmpty) this.#wake();
  }

  /** The call took too long and the next is made; what becomes of it is still reported. */
  #leave(result: PromiseLike<unknown>, change: Change<T>): void {
    const { timeoutMs = 0, onError } = this.#options;
    this.#errors++;
    onError(handlerStuck(this.name, change.record.key, timeoutMs, 'The next call is made without waiting for it.'));
    this.#reportLate(result, change);
  }

  #reportLate(result: PromiseLike<unknown>, change: Change<T>): void {
    Promise.resolve(result).catch((thrown: unknown) => {
      this.#failed(change, thrown);
    });
  }

  #failed(change: Change<T>, thrown: unknown): void {
    this.#errors++;
    this.#options.onError(handlerFailed(this.name, change, thrown));
  }

  #countDown(handled: number): void {
    if (this.#untilSynced === undefined || this.#isSynced || this.#hasEnded) return;
    this.#untilSynced -= handled;
    if (this.#untilSynced > 0) return;
    this.#isSynced = true;
    this.#synced.resolve();
  }

  #end(): void {
    this.#hasEnded = true;
    this.#options.onBacklog?.(0);
    this.#watch.rest();
    this.#ended.resolve();
    if (!this.#isSynced) this.#synced.reject(removedBeforeSync(this.name));
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
