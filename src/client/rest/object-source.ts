import { KubeInformerError } from '../../errors/index.js';
import { ObjectRecord, apiVersionOf, assertKnownOptions, resourceName } from '../../meta/index.js';
import type { KnownOptions, KubernetesObject, Projection } from '../../meta/index.js';
import { decodeList, decodeWatch } from '../../wire/index.js';
import type { ContentOptions, ListInfo, TypeMeta, WireEvent, WireItem } from '../../wire/index.js';
import { inPlace } from '../http/in-place.js';
import { assertNamespace, attempt } from './names.js';
import type { KnownResource, Target } from './names.js';
import { nextPage } from './next-page.js';
import type { Query } from './options.js';
import type { Accepted, RestApi } from './rest-api.js';
import { retype } from './retyped-record.js';

/** What an informer asks for with each request; names and meanings are the API server's. */
export interface SourceRequest {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly shardSelector?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan';
  readonly limit?: number;
  readonly continue?: string;
  readonly timeoutSeconds?: number;
  readonly allowWatchBookmarks?: boolean;
  readonly sendInitialEvents?: boolean;
  /** Only metadata will be read: it is asked for, and nothing else. */
  readonly metadataOnly?: boolean;
}

/** Some objects of a list. */
export interface SourcePage<T extends KubernetesObject> {
  readonly items: readonly (T | ObjectRecord<T>)[];
  /** `''` until the list has said it. */
  readonly resourceVersion: string;
  readonly continue?: string;
  readonly kind?: string;
}

/**
 * What to do about fields that are newer than the tables of this library, which protobuf objects lose. `'drop'` goes on
 * without them, as client-go does. `'json'` asks for JSON from then on, which has them and takes three times the bytes
 * and the server's work: the request that met the first one fails, is repeated, and no object without them is handed on.
 */
export type UnknownFields = 'drop' | 'json';

/** Events of a watch that came together. */
export type SourceEvents<T extends KubernetesObject> = AsyncIterable<readonly WireEvent<T>[]>;

/** What a source is made for. */
export interface ObjectSourceOptions {
  /** `''`: all namespaces, or a resource that has none. */
  readonly namespace: string;
  readonly projection: Projection;
  /** Keeps metadata.managedFields. Default: false. */
  readonly keepManagedFields?: boolean;
  /** Default: `'drop'`. */
  readonly unknownFields?: UnknownFields;
}

/**
 * Where an informer gets the objects of a resource from: lists in pages as they stream in, and watches. What comes out
 * are records over the bytes of the wire, without managedFields unless they are asked for.
 */
export class ObjectSource<T extends KubernetesObject> {
  readonly #api: RestApi;
  readonly #target: Target;
  readonly #metadataOnly: boolean;
  readonly #decode: ContentOptions;
  readonly #type: TypeMeta | undefined;
  readonly #unknownFields: UnknownFields;
  /** An object came with fields that protobuf loses, and is to have them: JSON is asked for from then on. */
  #useJson = false;

  constructor(api: RestApi, resource: KnownResource, options: ObjectSourceOptions) {
    const { namespace, projection, keepManagedFields = false, unknownFields = 'drop' } = options;
    if (namespace !== '') assertNamespace(namespace, `Cannot watch ${resourceName(resource)}`);
    this.#api = api;
    this.#target = { resource, namespace };
    this.#unknownFields = unknownFields;
    this.#metadataOnly = projection === 'metadata';
    this.#type = resource.kind === undefined ? undefined : { apiVersion: apiVersionOf(resource), kind: resource.kind };
    this.#decode = {
      keepManagedFields,
      // The items of a list of metadata are not of the kind of the resource, and say so.
      ...(this.#type === undefined || this.#metadataOnly ? {} : { type: this.#type }),
    };
  }

  /** The present state. Follows `continue` to the end; when that has expired it throws Expired. */
  async *list(
    request: SourceRequest,
    { signal }: { readonly signal: AbortSignal },
  ): AsyncGenerator<SourcePage<T>, void, undefined> {
    // Of a tweak, mostly.
    assertKnownOptions(request, SENDABLE, attempt('list', this.#target));
    let next: string | undefined = request.continue;
    do {
      const query = listQuery(request, next);
      const metadataOnly = this.#metadataOnly || request.metadataOnly === true;
      const accepted = await this.#send('list', query, signal, metadataOnly);
      next = nextPage(next, yield* this.#pages(accepted, metadataOnly), accepted.attempted);
    } while (next !== undefined);
  }

  /** Resolves when the server has accepted the watch. */
  async watch(request: SourceRequest, { signal }: { readonly signal: AbortSignal }): Promise<SourceEvents<T>> {
    assertKnownOptions(request, SENDABLE, attempt('watch', this.#target));
    const accepted = await this.#send('watch', watchQuery(request), signal, this.#metadataOnly);
    return this.#events(accepted);
  }

  #send(verb: 'list' | 'watch', query: Query, signal: AbortSignal, metadataOnly: boolean): Promise<Accepted> {
    const isWatch = verb === 'watch';
    return this.#api.send({
      verb,
      method: 'GET',
      target: this.#target,
      query,
      signal,
      purpose: isWatch ? 'watch' : 'request',
      protobuf: !this.#useJson,
      ...(metadataOnly ? { as: isWatch ? 'PartialObjectMetadata' : 'PartialObjectMetadataList' } : {}),
    });
  }

  /** The parts of one answer. Custom resources say the resourceVersion of the list after the items: it is `''` till then. */
  async *#pages(
    { response, contentType, attempted }: Accepted,
    metadataOnly: boolean,
  ): AsyncGenerator<SourcePage<T>, string | undefined> {
    const what = whatOf(attempted);
    // The items of a list of metadata are not of the kind of the resource, and say so.
    const { type, ...untyped } = this.#decode;
    const decode = metadataOnly || type === undefined ? untyped : this.#decode;
    let list: ListInfo = {};
    for await (const part of decodeList<T>(contentType, inPlace(response.body), { ...decode, what })) {
      list = part.list;
      const items = part.items.map((item) => this.#taken(item, metadataOnly, attempted));
      yield pageOf(items, list, part.isLast);
    }
    return list.continue;
  }

  #events({ response, contentType, attempted }: Accepted): SourceEvents<T> {
    return decodeWatch<T>(contentType, inPlace(response.body), {
      ...this.#decode,
      what: whatOf(attempted),
      accept: (events) => {
        for (let index = 0; index < events.length; index++) {
          const { type, object } = events[index] as WireEvent<T>;
          // As it is: an object of which nothing was lost, of a source that asks for whole objects. That is nearly all there are.
          if (!this.#metadataOnly && object instanceof ObjectRecord && object.unknownFields === 0) continue;
          if (type === 'ERROR') continue;
          const taken = this.#taken(object, this.#metadataOnly, attempted);
          if (taken !== object) events[index] = { type, object: taken };
        }
      },
    });
  }

  #taken<Item>(item: Item, metadataOnly: boolean, attempted: string): Item {
    // Where metadata alone was asked for by a source of whole objects, nobody reads more than who the objects are.
    const isKept = metadataOnly === this.#metadataOnly;
    if (isKept && this.#unknownFields === 'json' && this.#api.incomplete.count(item)) {
      this.#useJson = true;
      throw newerThanTables(attempted);
    }
    this.#api.incomplete.note(item);
    return metadataOnly && this.#type !== undefined ? retype<T, Item>(item, this.#type) : item;
  }
}

function newerThanTables(attempted: string): KubeInformerError {
  return new KubeInformerError(
    'ERR_INCOMPLETE_OBJECT',
    `${attempted}: the server sent fields that are newer than this version of kube-informer, which protobuf would lose. ` +
      'Nothing was lost: they are asked for as JSON from now on. A newer version of kube-informer may know them.',
    { retryable: true },
  );
}

function pageOf<T extends KubernetesObject>(
  items: readonly WireItem<T>[],
  list: ListInfo,
  isLast: boolean,
): SourcePage<T> {
  return {
    items,
    resourceVersion: list.resourceVersion ?? '',
    ...(list.kind === undefined ? {} : { kind: list.kind }),
    ...(isLast && list.continue !== undefined ? { continue: list.continue } : {}),
  };
}

const SENDABLE: KnownOptions<SourceRequest> = {
  labelSelector: true,
  fieldSelector: true,
  shardSelector: true,
  resourceVersion: true,
  resourceVersionMatch: true,
  limit: true,
  continue: true,
  timeoutSeconds: true,
  allowWatchBookmarks: true,
  sendInitialEvents: true,
  metadataOnly: true,
};

/** The query of one page. A page after the first is named by its token, which the server wants alone with the limit. */
function listQuery(request: SourceRequest, next: string | undefined): Query {
  const { labelSelector, fieldSelector, shardSelector, limit, timeoutSeconds } = request;
  const size = limit === 0 ? undefined : limit;
  const selected: Query = { labelSelector, fieldSelector, shardSelector, timeoutSeconds, limit: size };
  if (next !== undefined) return { ...selected, continue: next };
  const { resourceVersion, resourceVersionMatch } = request;
  return { ...selected, ...versionQuery(resourceVersion, resourceVersionMatch) };
}

function watchQuery(request: SourceRequest): Query {
  const { labelSelector, fieldSelector, shardSelector, timeoutSeconds } = request;
  const { allowWatchBookmarks, sendInitialEvents } = request;
  return {
    watch: true,
    labelSelector,
    fieldSelector,
    shardSelector,
    timeoutSeconds,
    allowWatchBookmarks,
    sendInitialEvents,
    ...versionQuery(request.resourceVersion, request.resourceVersionMatch),
  };
}

/** An empty resourceVersion and none are the same to the server. */
function versionQuery(resourceVersion: string | undefined, resourceVersionMatch: string | undefined): Query {
  return { resourceVersion: resourceVersion === '' ? undefined : resourceVersion, resourceVersionMatch };
}

function whatOf(attempted: string): string {
  return `the answer (${attempted.replace(/^Cannot /, '')})`;
}
