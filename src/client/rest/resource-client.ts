import { findResource } from '../../generated/index.js';
import { assertResource } from '../../meta/index.js';
import type { KubernetesObject, ObjectName, WholeObject } from '../../meta/index.js';
import { Endpoint } from './endpoint.js';
import type { Manifest } from './manifest.js';
import { assertNamespace, assertPathName, attempt, refused } from './names.js';
import type { KnownResource } from './names.js';
import { assertQuery, callFields, deleteBody, selectQuery } from './options.js';
import type {
  ApplyOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  GetOptions,
  ListQuery,
  PatchOptions,
  WatchQuery,
  WithoutBookmarks,
  WriteOptions,
} from './options.js';
import type { Patch } from './patch.js';
import { PodLog } from './pod-log.js';
import type { LogOptions } from './pod-log.js';
import { listAll, listEach, listPages } from './resource-list.js';
import type { ListTarget, ResourceList } from './resource-list.js';
import { watchObjects } from './resource-watch.js';
import type { ObjectChange, ObjectEvent } from './resource-watch.js';
import { objectOf } from './rest-api.js';
import type { RestApi } from './rest-api.js';
import { SCALE_TYPE } from './scale.js';
import type { Scale } from './scale.js';
import { SubresourceClient } from './subresource-client.js';

/** Where a resource client works. */
export interface ResourceClientOptions {
  /** `''`: all namespaces, or a resource that has none. */
  readonly namespace?: string;
  /** Reads and watches bring the metadata alone. */
  readonly metadataOnly?: boolean;
}

/**
 * The verbs on one resource. What is read is read-only; `mutableCopy` gives a copy to change. Names are checked before
 * anything is sent, and what the server refuses is an `ApiStatusError` that says what was attempted.
 *
 * An object is named by its name, or by an object with `name` and `namespace`, such as the metadata of any object.
 *
 * @example
 * const pods = client.core.v1.pods.namespace('default');
 * const pod = await pods.get('web-1');
 * await pods.patch('web-1', { metadata: { labels: { seen: 'true' } } });
 * for await (const { type, object } of pods.watch({ resourceVersion: list.metadata.resourceVersion, signal })) …
 */
export class ResourceClient<T extends KubernetesObject> {
  /** What it works on. */
  readonly resource: KnownResource;
  readonly #api: RestApi;
  readonly #namespace: string;
  readonly #metadataOnly: boolean;
  readonly #endpoint: Endpoint;

  /** @internal */
  constructor(api: RestApi, resource: KnownResource, options: ResourceClientOptions = {}) {
    assertResource(resource, 'Cannot make a client');
    const { namespace = '', metadataOnly = false } = options;
    this.resource = completed(resource);
    if (namespace !== '') {
      const attempted = attempt('use', { resource, namespace: '' });
      assertNamespace(namespace, attempted);
      if (this.resource.scope === 'Cluster') {
        throw refused(attempted, `in namespace ${JSON.stringify(namespace)}: ${resource.resource} are in none.`);
      }
    }
    this.#api = api;
    this.#namespace = namespace;
    this.#metadataOnly = metadataOnly;
    this.#endpoint = new Endpoint(api, { resource: this.resource, namespace, metadataOnly });
  }

  /** The object as it is now. A 404 is an error, one for which `isNotFound` of `kube-informer/errors` is true. */
  async get(name: string | ObjectName, options: GetOptions = {}): Promise<T> {
    return this.#endpoint.get<T>(name, options);
  }

  /** All objects, read in pages and put together. */
  async list(options: ListQuery = {}): Promise<ResourceList<T>> {
    this.#assertQuery(options, 'list');
    return listAll<T>(this.#list, options);
  }

  /**
   * The pages of a list, as one request each. Between two the server may forget the state that the list shows; then it
   * throws Expired, and the list has to be begun again.
   */
  pages(options: ListQuery = {}): AsyncGenerator<ResourceList<T>, void, undefined> {
    this.#assertQuery(options, 'list');
    return listPages<T>(this.#list, options);
  }

  /** The objects of a list one by one as they come in, so that the list may be larger than the memory. */
  each(options: ListQuery = {}): AsyncGenerator<T, void, undefined> {
    this.#assertQuery(options, 'list');
    return listEach<T>(this.#list, options);
  }

  /**
   * One watch, from the first `next()` until the server ends it. It does not come back by itself: for a copy that is
   * kept up to date, use an informer. Throws what the signal aborts with, as every call does. It yields bookmarks only if it
   * is asked for them, or for the present state (`sendInitialEvents`), which ends in one.
   */
  watch(options?: WatchQuery & WithoutBookmarks): AsyncGenerator<ObjectChange<T>, void, undefined>;
  watch(options?: WatchQuery): AsyncGenerator<ObjectEvent<T>, void, undefined>;
  watch(options: WatchQuery = {}): AsyncGenerator<ObjectEvent<T>, void, undefined> {
    this.#assertQuery(options, 'watch');
    return watchObjects<T>(this.#list, options);
  }

  /** Makes an object. apiVersion, kind and namespace are filled in. Needs a name or a generateName. */
  async create(object: Manifest<T>, options: WriteOptions = {}): Promise<T> {
    // A caller without types may leave it out.
    const given = object.metadata as { name?: unknown; generateName?: unknown } | undefined;
    const { name, generateName } = given ?? {};
    const attempted = attempt('create', this.#endpoint.collection);
    if (name !== undefined) assertPathName(name, 'metadata.name', attempted);
    else if ((generateName ?? '') === '' && !isReview(this.resource)) {
      throw refused(attempted, 'the object has neither metadata.name nor metadata.generateName.');
    }
    return this.#endpoint.create<T>(undefined, object, options);
  }

  /**
   * Replaces an object. With a resourceVersion in it, as every object that was read has, it is a conflict when the
   * object has changed since: `retryOnConflict`. Throws `ERR_INCOMPLETE_OBJECT` for an object that lost fields on the
   * way here, and for one from a cache with a projection: what it lacks would be deleted.
   */
  async update(object: Manifest<T> & WholeObject, options: WriteOptions = {}): Promise<T> {
    return this.#endpoint.update<T>(object, options);
  }

  /** Changes an object; see {@link PatchOptions.type}. */
  async patch(name: string | ObjectName, patch: Patch, options: PatchOptions = {}): Promise<T> {
    return this.#endpoint.patch<T>(name, patch, options);
  }

  /**
   * Server-side apply: makes the object, or sets the fields that are given and takes away those that were applied
   * before under the same name and are not given any more.
   *
   * @example
   * await configMaps.apply({ metadata: { name: 'settings' }, data: { colour: 'green' } }, { fieldManager: 'my-operator' });
   */
  async apply(object: Manifest<T>, options: ApplyOptions): Promise<T> {
    const name = this.#endpoint.nameOf('apply', object);
    return this.#endpoint.patch<T>(name, object, { ...options, type: 'apply' });
  }

  /**
   * Deletes an object. Resolves to it if the server sent it: it may be there for a while, until its finalizers and its
   * grace period are over. Undefined when the server only says that it is done.
   */
  async delete(name: string | ObjectName, options: DeleteOptions = {}): Promise<T | undefined> {
    const target = this.#endpoint.target('delete', name);
    const body = deleteBody(options);
    const item = await this.#api.object<T>({
      verb: 'delete',
      method: 'DELETE',
      target,
      ...(body === undefined ? {} : { body }),
      ...callFields(options),
    });
    return objectOf<T>(item);
  }

  /** Deletes all objects that the selectors match; all of the namespace without one. */
  async deleteCollection(options: DeleteCollectionOptions = {}): Promise<void> {
    this.#assertQuery(options, 'delete all');
    const target = this.#endpoint.collection;
    if (this.resource.scope === 'Namespaced' && target.namespace === '') {
      throw refused(
        attempt('delete all', target),
        `the server deletes them in one namespace at a time. Use .namespace('…') first.`,
      );
    }
    const body = deleteBody(options);
    const { response } = await this.#api.send({
      verb: 'delete all',
      method: 'DELETE',
      target,
      query: selectQuery(options),
      ...(body === undefined ? {} : { body }),
      ...callFields(options),
    });
    // The deleted objects, which nobody asked for; read to the end so that the connection can be used again.
    for await (const _chunk of response.body);
  }

  /** The status of an object, which others than those who write the rest may write. */
  get status(): SubresourceClient<T> {
    return this.#part<T>('status', undefined);
  }

  /** How many copies there are to be. */
  get scale(): SubresourceClient<Scale> {
    return this.#part<Scale>('scale', SCALE_TYPE);
  }

  /** What a container of a pod has printed. Of pods only: the server knows no log of anything else. */
  log(name: string | ObjectName, options: LogOptions = {}): PodLog {
    return new PodLog(this.#api, { ...this.#endpoint.target('get', name), subresource: 'log' }, options);
  }

  /** Any part of an object with a path of its own: `eviction`, `ephemeralcontainers`, `resize`, `token`. */
  subresource<S extends KubernetesObject = T>(name: string): SubresourceClient<S> {
    assertPathName(name, 'the subresource', attempt('use', this.#endpoint.collection));
    const known = findResource(this.resource)?.subresources.find((part) => part.name === name);
    if (known === undefined) return this.#part<S>(name, undefined);
    const [kind, ...groupVersion] = known.kind.split('/').reverse() as [string, ...string[]];
    return this.#part<S>(
      name,
      groupVersion.length === 0 ? undefined : { apiVersion: groupVersion.reverse().join('/'), kind },
      kind,
    );
  }

  #assertQuery(options: object, verb: Parameters<typeof assertQuery>[1]): void {
    assertQuery(options, verb, attempt(verb, this.#endpoint.collection));
  }

  get #list(): ListTarget {
    return { api: this.#api, target: this.#endpoint.collection, metadataOnly: this.#metadataOnly };
  }

  #part<S extends KubernetesObject>(
    subresource: string,
    type: { apiVersion: string; kind: string } | undefined,
    kind = this.resource.kind,
  ): SubresourceClient<S> {
    const resource = kind === undefined ? this.resource : { ...this.resource, kind };
    return new SubresourceClient<S>(
      new Endpoint(this.#api, {
        resource,
        namespace: this.#namespace,
        subresource,
        metadataOnly: this.#metadataOnly,
        ...(type === undefined ? {} : { type }),
      }),
    );
  }
}

/** A resource client that can be bound to a namespace. Lists and watches without one are of all namespaces. */
export class NamespacedResourceClient<T extends KubernetesObject> extends ResourceClient<T> {
  readonly #bind: (namespace: string) => ResourceClient<T>;

  /** @internal */
  constructor(api: RestApi, resource: KnownResource, options: ResourceClientOptions = {}) {
    super(api, resource, options);
    this.#bind = (namespace) => new ResourceClient<T>(api, resource, { ...options, namespace });
  }

  /** The same in one namespace. Throws `ERR_INVALID_ARGUMENT` for what is no name of one. */
  namespace(name: string): ResourceClient<T> {
    assertNamespace(name, attempt('use', { resource: this.resource, namespace: '' }));
    return this.#bind(name);
  }
}

/** With the kind and scope that are known of built-in resources. */
function completed(resource: KnownResource): KnownResource {
  if (resource.kind !== undefined && resource.scope !== undefined) return resource;
  const known = findResource(resource)?.ref;
  return known === undefined ? resource : { kind: known.kind, scope: known.scope, ...resource };
}

/** Whether objects are only ever sent, not kept, and so need no name: a SubjectAccessReview for one. */
function isReview(resource: KnownResource): boolean {
  const verbs = findResource(resource)?.verbs;
  return verbs?.length === 1 && verbs[0] === 'create';
}
