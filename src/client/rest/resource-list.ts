import { isExpired } from '../../errors/index.js';
import { ObjectRecord } from '../../meta/index.js';
import type { KubernetesObject } from '../../meta/index.js';
import { decodeList } from '../../wire/index.js';
import type { ListInfo } from '../../wire/index.js';
import { inPlace } from '../http/in-place.js';
import type { Target } from './names.js';
import { nextPage } from './next-page.js';
import { callFields, selectQuery } from './options.js';
import type { ListQuery, Query } from './options.js';
import { decodeOptions } from './rest-api.js';
import type { Accepted, RestApi } from './rest-api.js';

/** A list, or a page of one, as the server says it. */
export interface ResourceList<T> {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    /** The state that the list shows: a watch from here misses nothing. */
    readonly resourceVersion: string;
    /** Set on a page when there are more. */
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
  readonly items: readonly T[];
}

// What client-go's pager asks for: few requests, and none that keeps the server busy for long.
const PAGE_SIZE = 500;

/** Which list. */
export interface ListTarget {
  readonly api: RestApi;
  readonly target: Target;
  readonly metadataOnly: boolean;
}

/** The pages of a list, one request each. */
export async function* listPages<T extends KubernetesObject>(
  list: ListTarget,
  query: ListQuery,
): AsyncGenerator<ResourceList<T>, void, undefined> {
  for (let next = query.continue, isFirst = true; isFirst || next !== undefined; isFirst = false) {
    const accepted = await request(list, query, next);
    const items: T[] = [];
    let info: ListInfo = {};
    for await (const part of parts<T>(list, accepted)) {
      info = part.info;
      for (const item of part.items) items.push(item);
    }
    next = nextPage(next, info.continue, accepted.attempted);
    yield asList(info, items);
  }
}

/** The objects of a list one by one, as they come in; none is kept here. */
export async function* listEach<T extends KubernetesObject>(
  list: ListTarget,
  query: ListQuery,
): AsyncGenerator<T, void, undefined> {
  for (let next = query.continue, isFirst = true; isFirst || next !== undefined; isFirst = false) {
    const accepted = await request(list, query, next);
    let got: string | undefined;
    for await (const part of parts<T>(list, accepted)) {
      got = part.info.continue;
      yield* part.items;
    }
    next = nextPage(next, got, accepted.attempted);
  }
}

/** The whole list. When the server no longer has the state of the first page, it is asked for again in one. */
export async function listAll<T extends KubernetesObject>(
  list: ListTarget,
  query: ListQuery,
): Promise<ResourceList<T>> {
  const items: T[] = [];
  let first: ResourceList<T> | undefined;
  try {
    for await (const page of listPages<T>(list, query)) {
      for (const item of page.items) items.push(item);
      first ??= page;
    }
  } catch (error) {
    if (first === undefined || !isExpired(error)) throw error;
    const { continue: _start, ...rest } = query;
    return listAll(list, { ...rest, limit: 0 });
  }
  const whole = first as ResourceList<T>;
  // Should a later page show a newer state, a watch from the older one misses nothing.
  return { ...whole, metadata: { resourceVersion: whole.metadata.resourceVersion }, items };
}

function request(list: ListTarget, query: ListQuery, next: string | undefined): Promise<Accepted> {
  const { api, target, metadataOnly } = list;
  return api.send({
    verb: 'list',
    method: 'GET',
    target,
    query: pageQuery(query, next),
    ...callFields(query),
    ...(metadataOnly ? { as: 'PartialObjectMetadataList' } : {}),
  });
}

/** The token of a page stands for the state as well: the server refuses a resourceVersion beside it. */
function pageQuery(query: ListQuery, next: string | undefined): Query {
  const { limit = PAGE_SIZE, resourceVersion = '' } = query;
  const selected: Query = { ...selectQuery(query), limit: limit === 0 ? undefined : limit };
  if (next !== undefined) return { ...selected, continue: next };
  return {
    ...selected,
    resourceVersion: resourceVersion === '' ? undefined : resourceVersion,
    // Without a word the server takes one beside a limit for exactly that state, and else for the least that it must show.
    resourceVersionMatch: query.resourceVersionMatch ?? (Number(resourceVersion) === 0 ? undefined : 'NotOlderThan'),
  };
}

async function* parts<T extends KubernetesObject>(
  { api, target, metadataOnly }: ListTarget,
  { response, contentType, attempted }: Accepted,
): AsyncGenerator<{ readonly items: readonly T[]; readonly info: ListInfo }, void, undefined> {
  // The items of a list of metadata are of another kind than the resource, which they say themselves.
  const options = decodeOptions(metadataOnly ? { ...target, subresource: '' } : target, attempted);
  for await (const { items, list } of decodeList<T>(contentType, inPlace(response.body), options)) {
    yield {
      items: items.map((item) => {
        api.incomplete.note(item);
        return item instanceof ObjectRecord ? item.object : item;
      }),
      info: list,
    };
  }
}

function asList<T>({ apiVersion = '', kind = '', ...metadata }: ListInfo, items: readonly T[]): ResourceList<T> {
  const { resourceVersion = '', ...rest } = metadata;
  return { apiVersion, kind, metadata: { resourceVersion, ...rest }, items };
}
