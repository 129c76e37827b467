import type { KubernetesObject, ObjectName, WholeObject } from '../../meta/index.js';
import type { Endpoint } from './endpoint.js';
import type { Manifest } from './manifest.js';
import type { ApplyOptions, GetOptions, PatchOptions, WriteOptions } from './options.js';
import type { Patch } from './patch.js';

/**
 * The verbs on a part of an object that has a path of its own. Not every part has every verb: what the server does not
 * know it answers with 404 or 405.
 *
 * @example
 * const pod = await pods.status.patch('web-1', { status: { phase: 'Failed' } });
 * await deployments.scale.patch('web', { spec: { replicas: 3 } });
 * await pods.subresource<Eviction>('eviction').create('web-1', eviction);
 */
export class SubresourceClient<T extends KubernetesObject> {
  readonly #endpoint: Endpoint;

  /** @internal */
  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
  }

  /** The part as it is now. */
  async get(name: string | ObjectName, options: GetOptions = {}): Promise<T> {
    return this.#endpoint.get<T>(name, options);
  }

  /** For parts that are asked for: `eviction`, `token`, `binding`. */
  async create(name: string | ObjectName, object: Manifest<T>, options: WriteOptions = {}): Promise<T> {
    return this.#endpoint.create<T>(name, object, options);
  }

  /**
   * Replaces the part. An object that was read before and has changed since is a conflict. Throws `ERR_INCOMPLETE_OBJECT`
   * as the update of the whole does: labels and annotations are written with some parts too.
   */
  async update(object: Manifest<T> & WholeObject, options: WriteOptions = {}): Promise<T> {
    return this.#endpoint.update<T>(object, options);
  }

  /** Changes the part; see {@link PatchOptions.type}. */
  async patch(name: string | ObjectName, patch: Patch, options: PatchOptions = {}): Promise<T> {
    return this.#endpoint.patch<T>(name, patch, options);
  }

  /** Server-side apply of what is given, which need not be a whole object. */
  async apply(object: object, options: ApplyOptions): Promise<T> {
    const name = this.#endpoint.nameOf('apply', object);
    return this.#endpoint.patch<T>(name, object, { ...options, type: 'apply' });
  }
}
