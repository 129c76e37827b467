import { realClock } from '../../base/clock.js';
import type { Clock } from '../../base/clock.js';
import type { ApiObject } from '../contract.js';
import type { Verbs } from '../http/contract.js';
import { methodNotAllowed } from '../status-error.js';
import type { Storage } from '../storage/contract.js';
import { get } from './get.js';
import { list } from './list.js';
import { watch } from './watch.js';

// About what a kube-apiserver takes.
const BOOKMARK_INTERVAL_MS = 60_000;

export interface ReadingOptions {
  readonly storage: Storage;
  readonly clock?: Clock;
  /** How often a watch that allows bookmarks gets one. */
  readonly bookmarkIntervalMs?: number;
  /** Not needed by reading itself: the HTTP part converts what it sends. */
  readonly convert?: (object: ApiObject, toApiVersion: string) => ApiObject;
}

/** get, list and watch. */
export function readingVerbs(options: ReadingOptions): Verbs {
  const { storage, clock = realClock, bookmarkIntervalMs = BOOKMARK_INTERVAL_MS } = options;
  return {
    handle: (request) => {
      switch (request.verb) {
        case 'get':
          return get(storage, request);
        case 'list':
          return list(storage, request);
        case 'watch':
          return watch({ storage, clock, bookmarkIntervalMs }, request);
        default:
          throw methodNotAllowed(request.resource, request.verb);
      }
    },
  };
}
