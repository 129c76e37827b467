import { ObjectRecord, apiVersionOf } from '../../meta/index.js';
import type { KubernetesObject, ObjectName } from '../../meta/index.js';
import type { As, TypeMeta } from '../../wire/index.js';
import { assertNotPartial } from './incomplete.js';
import { assertNamespace, assertPathName, attempt, refused } from './names.js';
import type { KnownResource, Target } from './names.js';
import { callFields, writeQuery } from './options.js';
import type { GetOptions, PatchOptions, WriteOptions } from './options.js';
import { patchMediaType } from './patch.js';
import type { Patch } from './patch.js';
import { objectOf } from './rest-api.js';
import type { RestApi } from './rest-api.js';

/** An object that is about to be sent, whatever its type said. */
interface Sent {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
  readonly metadata?: Partial<KubernetesObject['metadata']> & { readonly generateName?: string };
}

/** Which resource, or part of it, where. */
export interface EndpointOptions {
  readonly resource: KnownResource;
  /** `''`: not bound to one. */
  readonly namespace: string;
  readonly subresource?: string;
  /** What bodies are, where they do not say it. */
  readonly type?: TypeMeta;
  /** Asks for the metadata alone. */
  readonly metadataOnly?: boolean;
}

/** The verbs on single objects of one resource or subresource, and the checks before anything is sent. */
export class Endpoint {
  readonly api: RestApi;
  readonly #options: EndpointOptions;

  constructor(api: RestApi, options: EndpointOptions) {
    this.api = api;
    this.#options = options;
  }

  /** The collection. */
  get collection(): Target {
    const { resource, namespace } = this.#options;
    return { resource, namespace };
  }

  async get<T extends KubernetesObject>(name: string | ObjectName, options: GetOptions): Promise<T> {
    const target = this.target('get', name);
    const call = {
      verb: 'get',
      method: 'GET',
      target,
      query: { resourceVersion: options.resourceVersion === '' ? undefined : options.resourceVersion },
      ...callFields(options),
      ...this.#as(),
    };
    const item = await this.api.object<T>(call, { asksAgain: true });
    // Asked again in JSON, which loses nothing: it may be meant for an update.
    const isWhole = !(item instanceof ObjectRecord) || item.unknownFields === 0;
    return objectOf(isWhole ? item : await this.api.object<T>({ ...call, protobuf: false })) as T;
  }

  async create<T extends KubernetesObject>(
    name: string | ObjectName | undefined,
    object: object,
    options: WriteOptions,
  ): Promise<T> {
    const { subresource } = this.#options;
    const sent = object as Sent;
    const target =
      subresource === undefined
        ? this.#collectionFor('create', sent)
        : this.target('create', name ?? nameIn(sent, attempt('create', this.collection)));
    const body = this.#body(object, target, attempt('create', target));
    const query = writeQuery(options);
    const item = await this.api.object<T>({
      verb: 'create',
      method: 'POST',
      target,
      query,
      body,
      ...callFields(options),
      ...this.#as(),
    });
    return (objectOf(item) ?? item) as T;
  }

  async update<T extends KubernetesObject>(object: object, options: WriteOptions): Promise<T> {
    const sent = object as Sent;
    const target = this.target('update', nameIn(sent, attempt('update', this.collection)));
    const attempted = attempt('update', target);
    assertNotPartial(object, this.#options, attempted);
    this.api.incomplete.assertWhole(sent as Partial<KubernetesObject>, attempted);
    const item = await this.api.object<T>({
      verb: 'update',
      method: 'PUT',
      target,
      query: writeQuery(options),
      body: this.#body(object, target, attempted),
      ...callFields(options),
      ...this.#as(),
    });
    return objectOf(item) as T;
  }

  async patch<T extends KubernetesObject>(name: string | ObjectName, patch: Patch, options: PatchOptions): Promise<T> {
    const verb = options.type === 'apply' ? 'apply' : 'patch';
    const target = this.target(verb, name);
    const attempted = attempt(verb, target);
    const contentType = patchMediaType(patch, options, attempted);
    const item = await this.api.object<T>({
      verb,
      method: 'PATCH',
      target,
      query: { ...writeQuery(options), force: options.force },
      contentType,
      body: options.type === 'apply' ? this.#applied(patch, target, attempted) : JSON.stringify(patch),
      ...callFields(options),
      ...this.#as(),
    });
    return objectOf(item) as T;
  }

  /** The name in an object that is applied. */
  nameOf(verb: string, object: object): ObjectName {
    return nameIn(object, attempt(verb, this.collection));
  }

  /** Where an object is. Throws `ERR_INVALID_ARGUMENT`. */
  target(verb: string, given: string | ObjectName): Target & { readonly name: string } {
    const { subresource, resource } = this.#options;
    const { name, namespace } = typeof given === 'string' ? { name: given, namespace: undefined } : given;
    const attempted = attempt(verb, this.collection);
    assertPathName(name, 'the name', attempted);
    return {
      resource,
      namespace: this.#namespaceFor(namespace, `${attempted}, ${JSON.stringify(name)}`),
      name,
      ...(subresource === undefined ? {} : { subresource }),
    };
  }

  /** The namespace to use: that of this client, or of the object; both, if they are the same. */
  #namespaceFor(given: string | undefined, attempted: string): string {
    const { namespace, resource } = this.#options;
    const own = given ?? '';
    if (resource.scope === 'Cluster') {
      if (own === '') return '';
      throw refused(attempted, `it is in namespace ${JSON.stringify(own)}, and ${resource.resource} are in none.`);
    }
    if (own !== '') assertNamespace(own, attempted);
    if (namespace !== '' && own !== '' && own !== namespace) {
      throw refused(
        attempted,
        `the object is in namespace ${JSON.stringify(own)}, and this client in ${JSON.stringify(namespace)}.`,
      );
    }
    const chosen = namespace === '' ? own : namespace;
    if (chosen === '' && resource.scope === 'Namespaced') {
      throw refused(
        attempted,
        `${resource.resource} are in namespaces, and none was given. Use .namespace('…') first, or give an object with its namespace.`,
      );
    }
    return chosen;
  }

  #collectionFor(verb: string, object: Sent): Target {
    const { resource } = this.#options;
    const namespace = this.#namespaceFor(object.metadata?.namespace, attempt(verb, this.collection));
    return { resource, namespace };
  }

  #applied(patch: Patch, target: Target & { readonly name: string }, attempted: string): string {
    const metadata: unknown = (patch as Sent).metadata;
    const named = { ...(patch as object), metadata: { ...(metadata as object | undefined), name: target.name } };
    return this.#body(named, target, attempted);
  }

  /** The object with its type and namespace filled in. */
  #body(object: object, target: Target, attempted: string): string {
    const sent = object as Sent;
    const { resource, type = typeOf(resource) } = this.#options;
    const apiVersion = sent.apiVersion ?? type?.apiVersion;
    const kind = sent.kind ?? type?.kind;
    if (typeof kind !== 'string' || typeof apiVersion !== 'string') {
      throw refused(attempted, 'the object has no apiVersion and kind, and those of the resource are not known here.');
    }
    if (type !== undefined && (type.kind !== kind || type.apiVersion !== apiVersion)) {
      throw refused(
        attempted,
        `the object is a ${apiVersion} ${kind}, and a ${type.apiVersion} ${type.kind} belongs there.`,
      );
    }
    const metadata = target.namespace === '' ? sent.metadata : { ...sent.metadata, namespace: target.namespace };
    return JSON.stringify({ ...object, apiVersion, kind, ...(metadata === undefined ? {} : { metadata }) });
  }

  #as(): { as?: As } {
    return this.#options.metadataOnly === true ? { as: 'PartialObjectMetadata' } : {};
  }
}

/** The name that an object says; it must. */
function nameIn(object: Sent, attempted: string): ObjectName {
  const { name, namespace } = object.metadata ?? {};
  assertPathName(name, 'metadata.name', attempted);
  return { name, ...(namespace === undefined ? {} : { namespace }) };
}

function typeOf(resource: KnownResource): TypeMeta | undefined {
  return resource.kind === undefined ? undefined : { apiVersion: apiVersionOf(resource), kind: resource.kind };
}
