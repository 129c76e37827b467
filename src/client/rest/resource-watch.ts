import { Leavable } from '../../base/leavable.js';
import { ApiStatusError, KubeInformerError } from '../../errors/index.js';
import { ObjectRecord } from '../../meta/index.js';
import type { KubernetesObject } from '../../meta/index.js';
import { decodeWatch } from '../../wire/index.js';
import { inPlace } from '../http/in-place.js';
import { callFields, selectQuery } from './options.js';
import type { WatchQuery } from './options.js';
import { decodeOptions } from './rest-api.js';
import type { ListTarget } from './resource-list.js';

/** What a watch of the client yields. */
export interface ObjectChange<T> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: T;
}

/** What a watch that asks for bookmarks yields. */
export type ObjectEvent<T> =
  | ObjectChange<T>
  /** The state up to here has been sent. `isEndMark`: with `sendInitialEvents`, all of the present state. */
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string; readonly isEndMark: boolean };

/** The annotation by which a bookmark ends the first part of a WatchList. */
const END_MARK = 'k8s.io/initial-events-end';

/**
 * One watch, from the first `next()` until the server ends it. Throws `ApiStatusError` when the server refuses it or
 * ends it with an error (410: the resourceVersion is too old), and `HttpError` when the connection breaks.
 */
export function watchObjects<T extends KubernetesObject>(
  list: ListTarget,
  options: WatchQuery,
): AsyncGenerator<ObjectEvent<T>, void, undefined> {
  return new Leavable(options.signal, (signal) => events<T>(list, { ...options, signal }));
}

async function* events<T extends KubernetesObject>(
  { api, target, metadataOnly }: ListTarget,
  options: WatchQuery,
): AsyncGenerator<ObjectEvent<T>, void, undefined> {
  const { resourceVersion, timeoutSeconds, sendInitialEvents, allowWatchBookmarks = sendInitialEvents } = options;
  const { response, contentType, attempted } = await api.send({
    verb: 'watch',
    method: 'GET',
    target,
    purpose: 'watch',
    query: {
      watch: true,
      ...selectQuery(options),
      resourceVersion: resourceVersion === '' ? undefined : resourceVersion,
      resourceVersionMatch: sendInitialEvents === undefined ? undefined : 'NotOlderThan',
      timeoutSeconds,
      sendInitialEvents,
      allowWatchBookmarks,
    },
    ...callFields(options),
    ...(metadataOnly ? { as: 'PartialObjectMetadata' } : {}),
  });
  const decode = decodeOptions(metadataOnly ? { ...target, subresource: '' } : target, attempted);
  for await (const events of decodeWatch<T>(contentType, inPlace(response.body), decode)) {
    for (const { type, object } of events) {
      // A server may send what was not asked for.
      if (type === 'BOOKMARK' && allowWatchBookmarks !== true) continue;
      api.incomplete.note(object);
      yield eventOf<T>(type, object, attempted);
    }
  }
}

function eventOf<T extends KubernetesObject>(type: string, object: unknown, attempted: string): ObjectEvent<T> {
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
      return { type, object: (object instanceof ObjectRecord ? object.object : object) as T };
    case 'BOOKMARK': {
      const { metadata } = object as Partial<KubernetesObject>;
      return {
        type,
        resourceVersion: metadata?.resourceVersion ?? '',
        isEndMark: metadata?.annotations?.[END_MARK] === 'true',
      };
    }
    case 'ERROR':
      throw new ApiStatusError(object ?? {}, { attempted });
    default:
      throw new KubeInformerError(
        'ERR_UNKNOWN_EVENT_TYPE',
        `${attempted}: the server sent an event of type ${JSON.stringify(type)}, which is none of those of a watch.`,
      );
  }
}
