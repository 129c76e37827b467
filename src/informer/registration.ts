import type { HandlerStatus } from './listener.js';

/** What a registration needs of its handler, whatever the type of its objects. */
interface RegisteredListener {
  readonly name: string;
  readonly synced: Promise<void>;
  readonly isSynced: boolean;
  readonly status: HandlerStatus;
}

/** A handler's place in an informer. */
export class HandlerRegistration {
  readonly #listener: RegisteredListener;
  readonly #remove: (options: { readonly drain: boolean }) => Promise<void>;

  /** @internal */
  constructor(listener: RegisteredListener, remove: (options: { readonly drain: boolean }) => Promise<void>) {
    this.#listener = listener;
    this.#remove = remove;
  }

  get name(): string {
    return this.#listener.name;
  }

  /**
   * Resolves when the informer has synced and this handler's calls for the whole first list have
   * ended, well or not; rejects with `ERR_CLOSED` if the handler is removed, or the informer stops, before.
   */
  get synced(): Promise<void> {
    return this.#listener.synced;
  }

  get hasSynced(): boolean {
    return this.#listener.isSynced;
  }

  get status(): HandlerStatus {
    return this.#listener.status;
  }

  /**
   * Takes the handler off. No change that comes from now on reaches it; what waits for it is dropped,
   * or with `drain` still handled. Resolves when its last call has ended, or at once when it is called
   * from within that call before its first `await`. After one it cannot be told who calls, and the call would wait for
   * itself: do not await it there. A call that does not end is given up and reported: after
   * 10 s, or with `drain` after `stuckAfterMs` if that is longer. Safe to call again, and after the informer has stopped.
   */
  async remove({ drain = false }: { readonly drain?: boolean | undefined } = {}): Promise<void> {
    await this.#remove({ drain });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.remove();
  }
}
