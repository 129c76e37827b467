import type { HandlerStatus } from './listener.js';

/** What a registration needs of its handler, whatever the type of its objects. */
interface RegisteredListener {
  readonly name: string;
  readonly synced: Promise<void>;
  readonly isSynced: boolean;
  readonly status: HandlerStatus;
  close(options: { drain: boolean }): Promise<void>;
}

/** A handler's place in an informer. */
export class HandlerRegistration {
  readonly #listener: RegisteredListener;
  readonly #unregister: () => void;

  /** @internal */
  constructor(listener: RegisteredListener, unregister: () => void) {
    this.#listener = listener;
    this.#unregister = unregister;
  }

  get name(): string {
    return this.#listener.name;
  }

  /** Resolves when this handler's calls for the whole first list have ended; stays pending if it is removed before. */
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
   * in the handler itself. Safe to call again, and after the informer has stopped.
   */
  async remove({ drain = false }: { readonly drain?: boolean } = {}): Promise<void> {
    this.#unregister();
    await this.#listener.close({ drain });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.remove();
  }
}
