import type { Clock } from '../../base/clock.js';
import { keyOf } from '../../meta/index.js';
import type {
  ApiObject,
  ResourceCatalogue,
  ResourceRequest,
  ServedResource,
  Strategy,
  WriteContext,
} from '../contract.js';
import { DEFINITIONS } from '../crd/definition.js';
import type { Answer } from '../http/contract.js';
import { forgetEmptyLists } from '../schema/index.js';
import { servedEntry } from '../served-entry.js';
import type { Entry, Storage } from '../storage/contract.js';
import { storedApiVersion, storedName } from '../stored-as.js';
import { timestamp } from '../timestamp.js';
import { orderMetadata } from './system-metadata.js';

/** Turns an object into another version of its kind without changing the one it is given. */
export type Convert = (object: ApiObject, toApiVersion: string) => ApiObject;

/** Told of every accepted change right after it is stored, before it is answered; it may write to the storage itself. */
export interface WriteFollower {
  afterWrite(change: {
    readonly groupResource: string;
    readonly entry: Entry;
    readonly removed: boolean;
    readonly now: string;
  }): void;
}

/** What writing needs of the rest of the server. */
export interface WritingOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly catalogue: ResourceCatalogue & Partial<WriteFollower>;
  readonly convert: Convert;
  /** For generated names; Math.random when absent. */
  readonly random?: () => number;
  /** For uids; crypto.randomUUID when absent. */
  readonly uuid?: () => string;
  /**
   * Whether the user of a PUT or an apply that turns out to be a creation may create. Throws StatusError 403. Absent:
   * everyone who may update may create.
   */
  readonly authorizeCreate?: (request: ResourceRequest) => void;
  /** Subresources that are not writing's own, by `resource/subresource`: `serviceaccounts/token`. */
  readonly subresources?: Readonly<Record<string, SubresourceHandler>>;
}

/** A subresource whose POST or PUT is somebody else's. `object` is the stored parent; `body` is in the subresource's kind. */
export type SubresourceHandler = (
  request: ResourceRequest,
  body: ApiObject,
  object: ApiObject | undefined,
) => Answer | Promise<Answer>;

/** One write under way: what it is about, and the rules it follows. */
export class Write {
  readonly tools: WritingOptions;
  readonly request: ResourceRequest;
  readonly resource: ServedResource;
  readonly strategy: Strategy;
  readonly dryRun: boolean;
  readonly storedName: string;
  readonly context: WriteContext;

  constructor(
    tools: WritingOptions,
    request: ResourceRequest,
    options: { readonly dryRun: boolean; readonly resource?: ServedResource },
  ) {
    this.tools = tools;
    this.request = request;
    this.resource = options.resource ?? request.resource;
    this.strategy = this.resource.strategy;
    this.dryRun = options.dryRun;
    this.storedName = storedName(this.resource);
    const { storage } = tools;
    this.context = {
      resource: this.resource,
      request,
      user: request.user,
      namespace: request.namespace,
      subresource: request.subresource,
      dryRun: options.dryRun,
      now: timestamp(tools.clock.now()),
      lookup: (groupResource, namespace, name) => storage.get(groupResource, keyOf(namespace, name))?.object,
      lookupAll: (groupResource, namespace) => objectsOf(storage, groupResource, namespace),
      warn: (message) => {
        request.warn(message);
      },
    };
  }

  /** Adds a `Warning` header to the answer. */
  readonly warn = (message: string): void => {
    this.request.warn(message);
  };

  get now(): string {
    return this.context.now;
  }

  /** The namespace objects of this write are in; none for a cluster-scoped one, `namespaces` included. */
  get namespace(): string {
    return this.resource.namespaced ? this.request.namespace : '';
  }

  key(name: string): string {
    return keyOf(this.namespace, name);
  }

  entry(name: string): Entry | undefined {
    return this.tools.storage.get(this.storedName, this.key(name));
  }

  /** In the version of the storage. A custom object loses what that version does not have. */
  toStored(object: ApiObject): ApiObject {
    const apiVersion = storedApiVersion(this.resource);
    if (this.resource.custom && object.apiVersion !== apiVersion) {
      const stored = this.tools.catalogue.stored(this.resource.groupResource);
      if (stored !== undefined) return stored.schema.normalise({ ...object, apiVersion }).object;
    }
    return this.#convert(object, storedApiVersion(this.resource));
  }

  /** As `toStored`, of an object whose fields have their owners. CRDs are kept as JSON, which loses nothing. */
  settled(object: ApiObject): ApiObject {
    const stored = this.toStored(object);
    if (!this.resource.custom && this.resource.groupResource !== DEFINITIONS) forgetEmptyLists(stored);
    return stored;
  }

  /** As `toStored`, of a state that is stored: what this request sees of it, which is what it may be said to change. */
  seen(entry: Entry): ApiObject {
    return this.resource.custom ? this.toStored(servedEntry(this.resource, entry).object) : entry.object;
  }

  /** An object of the storage, or one that could be stored, in the version that was asked for. */
  toServed(object: ApiObject): ApiObject {
    return this.resource.fromStorage?.(object) ?? this.#convert(object, this.resource.apiVersion);
  }

  #convert(object: ApiObject, apiVersion: string): ApiObject {
    if (object.apiVersion === apiVersion) return object;
    return this.resource.custom ? { ...object, apiVersion } : this.tools.convert(object, apiVersion);
  }

  put(name: string, object: ApiObject): Entry {
    // A place for the version that the storage gives it.
    object.metadata.resourceVersion ??= '';
    orderMetadata(object, this.resource.custom);
    const entry = this.tools.storage.put(this.storedName, this.key(name), object);
    this.#follow(entry, false);
    return entry;
  }

  remove(name: string, object?: ApiObject): Entry {
    const entry = this.tools.storage.remove(this.storedName, this.key(name), object);
    this.#follow(entry, true);
    return entry;
  }

  #follow(entry: Entry, removed: boolean): void {
    this.tools.catalogue.afterWrite?.({ groupResource: this.storedName, entry, removed, now: this.now });
  }

  /** The answer that shows a stored state. */
  stored(code: number, entry: Entry): Answer {
    const shown = servedEntry(this.resource, entry);
    return { type: 'object', code, object: this.#convert(shown.object, this.resource.apiVersion), entry: shown };
  }

  /** The answer that shows an object that is not stored as it is. */
  shown(code: number, object: ApiObject): Answer {
    return { type: 'object', code, object: this.toServed(object) };
  }
}

function* objectsOf(storage: Storage, groupResource: string, namespace: string): Iterable<ApiObject> {
  const range = namespace === '' ? {} : { namespace };
  for (const { object } of storage.snapshot(groupResource).entries(range)) yield object;
}
