import type { ResourceRequest } from '../contract.js';
import type { Answer } from '../http/contract.js';
import { StatusError } from '../status-error.js';
import type { Storage } from '../storage/contract.js';
import { storedName } from '../stored-as.js';
import { mannersOf, tooLarge } from './caching.js';
import { listOptionsOf, versionOrInternalError } from './list-options.js';
import type { ListOptions } from './list-options.js';
import { namespaceOf, selectionOf, selectionOfName } from './selection.js';
import { WatchStream } from './watch-stream.js';
import type { WatchContext, WatchStart } from './watch-stream.js';

// A kube-apiserver ends a watch that names no time after half an hour to an hour, at random, so that watches that
// began together do not end together.
const LEAST_TIMEOUT_MS = 30 * 60_000;

/** Follows a collection. What is wrong with the version, but not with its text, is told inside the stream. */
export async function watch(context: WatchContext, request: ResourceRequest): Promise<Answer> {
  const { resource, name, query } = request;
  const options = listOptionsOf(query);
  const selected = selectionOf(resource, query);
  const selection = name === '' ? selected : selectionOfName(selected, name);
  const asked = versionOrInternalError(options.resourceVersion);
  let start: StatusError | WatchStart;
  try {
    start = startOf(context.storage, request, options, asked);
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    start = error;
  }
  // The initial state may show what is not durable yet.
  if ('initial' in start && start.initial !== undefined) await context.storage.durable(start.initial.version);
  return {
    type: 'watch',
    watch: new WatchStream(context, {
      resource,
      namespace: namespaceOf(request, selection),
      selection,
      start,
      manners: mannersOf(resource),
      bookmarks: options.allowWatchBookmarks,
      timeoutMs: timeoutOf(options),
    }),
  };
}

function startOf(storage: Storage, { resource }: ResourceRequest, options: ListOptions, asked: number): WatchStart {
  const { sendInitialEvents, allowWatchBookmarks } = options;
  if (sendInitialEvents === true) {
    if (asked > storage.version) {
      throw tooLarge(options.resourceVersion, storage.version, mannersOf(resource).watchRetrySeconds);
    }
    const initial = storage.snapshot(storedName(resource));
    return { initial, endMark: allowWatchBookmarks, version: initial.version };
  }
  if (asked > 0) return { initial: undefined, endMark: false, version: asked };
  if (sendInitialEvents === false) return { initial: undefined, endMark: false, version: storage.settled };
  const initial = storage.snapshot(storedName(resource));
  return { initial, endMark: false, version: initial.version };
}

function timeoutOf({ timeoutSeconds = 0 }: ListOptions): number {
  return timeoutSeconds === 0 ? LEAST_TIMEOUT_MS * (1 + Math.random()) : timeoutSeconds * 1000;
}
