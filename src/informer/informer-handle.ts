import type { KubernetesObject } from '../meta/index.js';
import type { Lister } from '../store/index.js';
import type { SourceResource } from './factory-options.js';
import type { SharedInformer } from './shared-informer.js';

/** What a handle asks of its factory. */
export interface HandleOwner<T extends KubernetesObject> {
  /** The informer, which from now on stays for as long as the factory does. */
  pin(): SharedInformer<T>;
  /** The informer, started if the factory is, and how to give back the share in it; that is called once. */
  lease(): { readonly informer: SharedInformer<T>; readonly release: () => Promise<void> };
  stop(): Promise<void>;
}

/** A share in an informer that is given back. */
export interface InformerLease<T extends KubernetesObject> extends AsyncDisposable {
  readonly informer: SharedInformer<T>;
  readonly lister: Lister<T>;
  /**
   * Gives the share back; the informer stops with the last one. Resolves when that is over. Safe to
   * call again.
   */
  release(): Promise<void>;
}

/**
 * A place in a factory for one informer. Inert: the informer is made when `informer` or `lister` is
 * first read, once for all handles that ask for the same.
 *
 * @example
 * const { informer, lister } = factory.for(pods);
 */
export class InformerHandle<T extends KubernetesObject> {
  /** What was asked for. */
  readonly resource: SourceResource<T>;
  readonly #owner: HandleOwner<T>;

  /** @internal */
  constructor(resource: SourceResource<T>, owner: HandleOwner<T>) {
    this.resource = resource;
    this.#owner = owner;
  }

  /**
   * The informer. One that was stopped by itself is replaced by a new one, to be started by `factory.start()`, unless it is
   * its source that was closed: then it stays, and so does what it cached.
   */
  get informer(): SharedInformer<T> {
    return this.#owner.pin();
  }

  /** The informer's lister. */
  get lister(): Lister<T> {
    return this.#owner.pin().lister;
  }

  /**
   * A share for part of the program's life: the informer is started as soon as the factory is, and
   * stops when the last share is given back, unless somebody also read `informer` or `lister`.
   * Throws `ERR_LIFECYCLE` when the factory was stopped.
   *
   * @example
   * await using lease = factory.for(widgets).lease();
   * await lease.informer.waitForSync({ signal });
   */
  lease(): InformerLease<T> {
    const { informer, release: giveBack } = this.#owner.lease();
    let released: Promise<void> | undefined;
    const release = (): Promise<void> => (released ??= giveBack());
    return { informer, lister: informer.lister, release, [Symbol.asyncDispose]: release };
  }

  /**
   * Stops this one informer and takes it out of the factory, whoever else uses it; resolves when
   * nothing of it is left. Asking again makes a new one.
   */
  async stop(): Promise<void> {
    await this.#owner.stop();
  }
}
