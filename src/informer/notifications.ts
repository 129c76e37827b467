import { onAbort } from '../base/abort.js';
import type { Unlink } from '../base/abort.js';
import { deferred } from '../base/deferred.js';
import { Fifo } from '../base/fifo.js';
import { KubeInformerError } from '../errors/index.js';
import type { KubernetesObject } from '../meta/index.js';
import { notificationHandler } from './notification.js';
import type { Notification, ResourceEventHandler } from './notification.js';
import type { HandlerRegistration } from './registration.js';

interface Offer<T extends KubernetesObject> {
  readonly notification: Notification<T>;
  /** Ends the handler's call. */
  readonly taken: () => void;
}

type Result<T extends KubernetesObject> = IteratorResult<Notification<T>, void>;

const OVER = { done: true, value: undefined } as const;

/** The changes of an informer as values. */
export interface NotificationStream<T extends KubernetesObject> extends AsyncGenerator<Notification<T>, void, void> {
  /** Resolves when the reader has taken the whole first list and asked for more; rejects when it ends before that. */
  readonly synced: Promise<void>;
}

/**
 * A handler turned inside out. The handler's call lasts until the reader asks for the next value, so
 * whatever holds for handlers holds here: order, one at a time, a bounded backlog.
 *
 * Not a generator function: `return()` of one waits for a `next()` that is pending, which here may be for ever.
 */
export class Notifications<T extends KubernetesObject> implements NotificationStream<T> {
  readonly #register: (handler: ResourceEventHandler<T>) => HandlerRegistration;
  readonly #signals: readonly AbortSignal[];
  readonly #readers = new Fifo<(result: Result<T>) => void>();
  #registration: HandlerRegistration | undefined;
  #unlinks: readonly Unlink[] = [];
  /** Came, and nobody has asked for it yet. */
  #offered: Offer<T> | undefined;
  /** With the reader, who has not asked for another one yet. */
  #inHand: Offer<T> | undefined;
  #isOver = false;
  #removed: Promise<void> | undefined;
  readonly #synced = deferred();

  /** Registers at the first `next()`; ends when any of the signals aborts. */
  constructor(
    register: (handler: ResourceEventHandler<T>) => HandlerRegistration,
    signals: readonly (AbortSignal | undefined)[],
  ) {
    this.#register = register;
    this.#signals = signals.filter((signal) => signal !== undefined);
    // Who does not ask is not told.
    this.#synced.promise.catch(() => undefined);
  }

  get synced(): Promise<void> {
    // It may end before anybody reads.
    this.#link();
    return this.#synced.promise;
  }

  async next(): Promise<Result<T>> {
    this.#begin();
    if (this.#isOver) {
      await this.#removed;
      return OVER;
    }
    this.#inHand?.taken();
    this.#inHand = this.#offered;
    this.#offered = undefined;
    if (this.#inHand !== undefined) return { done: false, value: this.#inHand.notification };
    return new Promise((resolve) => {
      this.#readers.push(resolve);
    });
  }

  async return(): Promise<Result<T>> {
    this.#end();
    await this.#removed;
    return OVER;
  }

  async throw(error: unknown): Promise<Result<T>> {
    await this.return();
    throw error;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #begin(): void {
    if (this.#registration !== undefined) return;
    // First, since what is no signal throws here, and a handler would be left behind.
    this.#link();
    if (this.#isOver) return;
    this.#registration = this.#register(
      notificationHandler(
        (notification) =>
          new Promise<void>((taken) => {
            this.#offer({ notification, taken });
          }),
      ),
    );
    this.#registration.synced.then(
      () => {
        this.#synced.resolve();
      },
      (reason: unknown) => {
        this.#synced.reject(reason);
      },
    );
  }

  /** Ends with the signals. */
  #link(): void {
    if (this.#isOver || this.#unlinks.length > 0) return;
    if (this.#signals.some(({ aborted }) => aborted)) {
      this.#end();
      return;
    }
    this.#unlinks = this.#signals.map((signal) =>
      onAbort(signal, () => {
        this.#end();
      }),
    );
  }

  #offer(offer: Offer<T>): void {
    const reader = this.#readers.shift();
    if (this.#isOver) offer.taken();
    else if (reader === undefined) this.#offered = offer;
    else {
      reader({ done: false, value: offer.notification });
      if (this.#readers.length > 0) offer.taken();
      else this.#inHand = offer;
    }
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const unlink of this.#unlinks) unlink();
    this.#removed = this.#registration?.remove();
    this.#synced.reject(
      new KubeInformerError('ERR_NOT_SYNCED', 'The notifications have ended before the first list was taken.'),
    );
    this.#inHand?.taken();
    this.#offered?.taken();
    this.#inHand = this.#offered = undefined;
    for (let reader = this.#readers.shift(); reader !== undefined; reader = this.#readers.shift()) reader(OVER);
  }
}
