import { AsyncResource } from 'node:async_hooks';
import type { Clock, Timer } from '../base/clock.js';
import { deferred } from '../base/deferred.js';
import { TimeSlicer } from '../base/time-slicer.js';
import { KubeInformerError, messageOf } from '../errors/index.js';
import type { KubernetesObject } from '../meta/index.js';
import { Backlog } from './backlog.js';
import type { Overflow, Segment } from './backlog.js';
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
  /** When the call that is under way began, and on which object. */
  readonly running: { readonly key: string; readonly since: number } | undefined;
}

/**
 * One handler and what waits for it. Calls are made one at a time and in order, in the async context
 * in which the handler was registered; a handler that is slow, fails or hangs holds up nobody else.
 */
export class Listener<T extends KubernetesObject> {
  readonly #handler: ResourceEventHandler<T>;
  readonly #options: ListenerOptions;
  readonly #backlog: Backlog<T>;
  readonly #context = new AsyncResource('kube-informer.handler');
  readonly #synced = deferred();
  readonly #ended = deferred();
  #isSynced = false;
  /** How many more changes must be handled until the first list was; undefined while its length is not known. */
  #untilSynced: number | undefined;
  #state: 'open' | 'draining' | 'closed' = 'open';
  #loop: Promise<void> | undefined;
  #running: { readonly key: string; readonly since: number } | undefined;
  #inSyncCall = false;
  #watchdog: Timer | undefined;
  #giveUp: (() => void) | undefined;
  #calls = 0;
  #errors = 0;

  constructor(handler: ResourceEventHandler<T>, options: ListenerOptions) {
    this.#handler = handler;
    this.#options = options;
    this.#backlog = new Backlog(options.highWaterMark, options.overflow);
  }

  get name(): string {
    return this.#options.name;
  }

  /** Resolves when the handler was shown the whole first list; stays pending if it is removed before. */
  get synced(): Promise<void> {
    return this.#synced.promise;
  }

  get isSynced(): boolean {
    return this.#isSynced;
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
      running: this.#running,
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
    if (this.#state !== 'open' || changes.length === 0) return;
    if (this.#backlog.takesSegment) {
      this.#backlog.pushSegment(changes);
      this.#wake();
      return;
    }
    const slicer = new TimeSlicer();
    for (let index = 0; index < changes.length; index++) {
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
   * call that is under way has ended, or at once when it is that call which asks.
   */
  async close({ drain }: { drain: boolean }): Promise<void> {
    if (this.#state === 'closed') return this.#inSyncCall ? undefined : this.#ended.promise;
    this.#state = drain && this.#backlog.length > 0 ? 'draining' : 'closed';
    if (this.#state === 'closed') this.#backlog.clear();
    if (this.#loop === undefined) this.#end();
    if (this.#inSyncCall) return;
    await this.#waitForEnd();
  }

  async #waitForEnd(): Promise<void> {
    const timer = this.#options.clock.setTimeout(() => {
      const running = this.#running;
      if (running === undefined) return;
      this.#options.onError(
        stuck(this.name, running.key, this.#options.graceMs, 'It is no longer waited for, and gets no more calls.'),
      );
      this.#state = 'closed';
      this.#end();
    }, this.#options.graceMs);
    await this.#ended.promise;
    timer.cancel();
  }

  // The loop ends when there is nothing to do, so an idle handler holds no promise and no timer.
  #wake(): void {
    this.#loop ??= this.#deliver();
  }

  async #deliver(): Promise<void> {
    // The caller is in the middle of changing the store; handlers run in a turn of their own.
    await Promise.resolve();
    const slicer = new TimeSlicer(1);
    while (this.#state !== 'closed') {
      const change = this.#backlog.shift();
      if (change === undefined) break;
      const { key } = change.record;
      this.#running = { key, since: this.#options.clock.now() };
      this.#calls++;
      try {
        this.#inSyncCall = true;
        const result = this.#context.runInAsyncScope(callHandler, undefined, this.#handler, change);
        this.#inSyncCall = false;
        if (isThenable(result)) await this.#settle(result, key);
      } catch (thrown) {
        this.#inSyncCall = false;
        this.#errors++;
        this.#options.onError(failed(this.name, change, thrown));
      }
      this.#running = undefined;
      this.#countDown(1);
      if (slicer.due()) await slicer.yield();
    }
    this.#loop = undefined;
    // What was merged away is not counted one by one; with nothing left the first list was handled.
    if (this.#backlog.length === 0) this.#countDown(Infinity);
    if (this.#state !== 'open') this.#end();
    else if (this.#backlog.length > 0) this.#wake();
  }

  /** Waits for an async handler, watched over by one timer for all its calls. */
  async #settle(result: PromiseLike<unknown>, key: string): Promise<void> {
    this.#watchdog ??= this.#watch(this.#limit());
    if (this.#options.timeoutMs === undefined) {
      await result;
      return;
    }
    let gaveUp = false;
    const abandoned = new Promise<void>((resolve) => {
      this.#giveUp = () => {
        gaveUp = true;
        resolve();
      };
    });
    await Promise.race([result, abandoned]);
    this.#giveUp = undefined;
    if (gaveUp) {
      Promise.resolve(result).catch(() => undefined);
      throw stuck(this.name, key, this.#options.timeoutMs, 'The next call is made without waiting for it.');
    }
  }

  #limit(): number {
    return Math.min(this.#options.stuckAfterMs, this.#options.timeoutMs ?? Infinity);
  }

  #watch(delayMs: number): Timer | undefined {
    if (!Number.isFinite(delayMs)) return undefined;
    return this.#options.clock.setTimeout(() => {
      this.#watchdog = undefined;
      const running = this.#running;
      if (running === undefined || this.#state === 'closed') return;
      const left = running.since + this.#limit() - this.#options.clock.now();
      if (left > 0) this.#watchdog = this.#watch(left);
      else if (this.#giveUp !== undefined && this.#limit() === this.#options.timeoutMs) this.#giveUp();
      else this.#options.onError(stuck(this.name, running.key, this.#options.stuckAfterMs, 'It is still waited for.'));
    }, delayMs);
  }

  #countDown(handled: number): void {
    if (this.#untilSynced === undefined || this.#isSynced) return;
    this.#untilSynced -= handled;
    if (this.#untilSynced > 0) return;
    this.#isSynced = true;
    this.#synced.resolve();
  }

  #end(): void {
    this.#watchdog?.cancel();
    this.#watchdog = undefined;
    this.#ended.resolve();
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

function failed<T extends KubernetesObject>(name: string, change: Change<T>, thrown: unknown): KubeInformerError {
  if (thrown instanceof KubeInformerError && thrown.code === 'ERR_HANDLER_STUCK') return thrown;
  const call = { add: 'onAdd', update: 'onUpdate', delete: 'onDelete' }[change.type];
  return new KubeInformerError(
    'ERR_HANDLER_FAILED',
    `Handler "${name}" failed in ${call} of ${change.record.key}: ${messageOf(thrown)}. ` +
      'The call is not repeated: handle the error, or put the key on a work queue.',
    { cause: thrown },
  );
}

function stuck(name: string, key: string, afterMs: number, then: string): KubeInformerError {
  return new KubeInformerError(
    'ERR_HANDLER_STUCK',
    `Handler "${name}" has not finished its call for ${key} after ${afterMs / 1000} s. ${then} ` +
      'Long work belongs on a work queue.',
  );
}
