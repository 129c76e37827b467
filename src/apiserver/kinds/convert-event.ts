import type { ApiObject } from '../contract.js';

type Fields = Record<string, unknown>;

/** Pairs of names of one field, in `v1` and in `events.k8s.io/v1`. */
const RENAMED: readonly (readonly [core: string, events: string])[] = [
  ['involvedObject', 'regarding'],
  ['source', 'deprecatedSource'],
  ['message', 'note'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
  ['reportingComponent', 'reportingController'],
];

function rename(object: ApiObject, apiVersion: string, from: 0 | 1): ApiObject {
  const names = new Map(RENAMED.map((pair) => [pair[from], pair[from === 0 ? 1 : 0]]));
  const result: Fields = {};
  for (const [name, value] of Object.entries(object)) result[names.get(name) ?? name] = value;
  result.apiVersion = apiVersion;
  return result as ApiObject;
}

/** What `v1` always shows of these two, and the newer version only when there is something. */
const REPORTER = ['reportingController', 'reportingInstance'] as const;

/** An event in `events.k8s.io/v1`. */
export function eventToEvents(object: ApiObject): ApiObject {
  const event = rename(object, 'events.k8s.io/v1', 0);
  for (const name of REPORTER) if (event[name] === '') Reflect.deleteProperty(event, name);
  return event;
}

/** An event in `v1`. */
export function eventToCore(object: ApiObject): ApiObject {
  const event = rename(object, 'v1', 1);
  event.reportingComponent ??= '';
  event.reportingInstance ??= '';
  return event;
}
