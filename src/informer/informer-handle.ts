import type { KubernetesObject, ResourceRef } from '../meta/index.js';
import type { Lister } from '../store/index.js';
import type { SharedInformer } from './shared-informer.js';

/** What a handle asks of its factory. */
interface Shared<T extends KubernetesObject> {
  pin(): SharedInformer<T>;
  lease(): SharedInformer<T>;
  release(): Promise<void>;
  stop(): Promise<void>;
}

/** A share in an informer that is given back. */
export interface InformerLease<T extends KubernetesObject> extends AsyncDisposable {
  readonly informer: SharedInformer<T>;
  readonly lister: Lister<T>;
  /** Gives the share back; the informer stops with the last one. Safe to call again. */
  release(): Promise<void>;
}

/**
 * A place in a factory for one informer. Inert: the informer is made when `informer` or `lister` is
 * first read, once for all handles that ask for the same.
 */
export class InformerHandle<T extends KubernetesObject> {
  readonly resource: ResourceRef<T>;
  readonly #shared: Shared<T>;

  /** @internal */
  constructor(resource: ResourceRef<T>, shared: Shared<T>) {
    this.resource = resource;
    this.#shared = shared;
  }

  get informer(): SharedInformer<T> {
    return this.#shared.pin();
  }

  get lister(): Lister<T> {
    return this.#shared.pin().lister;
  }

  /**
   * A share for part of the program's life: the informer is started if the factory is, and stops when
   * the last share is given back, unless somebody also read `informer` or `lister`.
   *
   * @example
   * await using lease = factory.for(widgets).lease();
   * await lease.informer.waitForSync({ signal });
   */
  lease(): InformerLease<T> {
    const informer = this.#shared.lease();
    let released: Promise<void> | undefined;
    const release = (): Promise<void> => (released ??= this.#shared.release());
    return { informer, lister: informer.lister, release, [Symbol.asyncDispose]: release };
  }

  /** Stops this one informer and takes it out of the factory, whoever else uses it; asking again makes a new one. */
  async stop(): Promise<void> {
    await this.#shared.stop();
  }
}
