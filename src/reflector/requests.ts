import type { ListOptions } from './contract.js';
import type { State } from './state.js';

// What client-go's pager asks for: large enough to need few requests, small enough to decode in one go.
const PAGE_SIZE = 500;

/** What may be set of the requests a Reflector makes. */
export interface RequestSettings {
  /** Objects a page of every list; undefined leaves it to the rules below. */
  readonly pageSize: number | undefined;
  /** The server is asked to end a watch after a random time between this and twice this. */
  readonly minWatchTimeoutMs: number;
}

/** The request of the `listing` phase. */
export function listRequest(state: State, settings: RequestSettings): ListOptions {
  // "0" lets the server answer from its cache; a number asks for a state not older than what we have shown.
  const resourceVersion = state.readNewest ? '' : state.resourceVersion === '' ? '0' : state.resourceVersion;
  const limit = pageLimit(state, resourceVersion, settings);
  if (resourceVersion === '' || resourceVersion === '0') return { resourceVersion, limit };
  // With a limit and no match a server takes a number to mean exactly that state. That may be one from which it
  // refuses to watch, and we would list it again and again.
  return { resourceVersion, resourceVersionMatch: 'NotOlderThan', limit };
}

function pageLimit(state: State, resourceVersion: string, { pageSize }: RequestSettings): number {
  if (state.wholeList) return 0;
  if (pageSize !== undefined) return pageSize;
  if (state.alwaysPage || resourceVersion === '' || resourceVersion === '0') return PAGE_SIZE;
  // With a limit the server would pass over its cache and read from etcd.
  return 0;
}

/** The request of the `streaming` phase: the present state as events, then what follows, on one connection. */
export function streamRequest(state: State, settings: RequestSettings, random: () => number): ListOptions {
  return {
    ...watchRequest(state, settings, random),
    resourceVersion: state.readNewest ? '' : state.resourceVersion,
    resourceVersionMatch: 'NotOlderThan',
    sendInitialEvents: true,
  };
}

/** The request of the `connecting` phase. */
export function watchRequest(state: State, settings: RequestSettings, random: () => number): ListOptions {
  return {
    resourceVersion: state.resourceVersion,
    allowWatchBookmarks: true,
    // Spread, so that the watches of many clients do not end together.
    timeoutSeconds: Math.floor((settings.minWatchTimeoutMs / 1000) * (1 + random())),
  };
}

/** The request of the `probing` phase: the server answers 504 when it has not reached this resourceVersion. */
export function probeRequest(state: State): ListOptions {
  return { resourceVersion: state.resourceVersion, resourceVersionMatch: 'NotOlderThan', limit: 1 };
}
