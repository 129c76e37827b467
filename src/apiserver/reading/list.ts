import { keyOf } from '../../meta/index.js';
import type { ResourceRequest, ServedResource } from '../contract.js';
import type { Answer, ListAnswer } from '../http/contract.js';
import { servedEntry } from '../served-entry.js';
import { StatusError, badRequest, expired } from '../status-error.js';
import type { Entry, Snapshot, Storage } from '../storage/contract.js';
import { storedName } from '../stored-as.js';
import { mannersOf, tooLarge } from './caching.js';
import { decodeContinue, encodeContinue } from './continue-token.js';
import { listOptionsOf, versionOrBadRequest } from './list-options.js';
import type { ListOptions } from './list-options.js';
import { namespaceOf, selectionOf, selectionOfName } from './selection.js';
import type { Selection } from './selection.js';

const LIST_EXPIRED = 'The resourceVersion for the provided list is too old.';
const CONTINUE_EXPIRED =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without ' +
  'the continue parameter, or use the continue token in this response to retrieve the remainder of the results. ' +
  'Continuing with the provided token results in an inconsistent list - objects that were created, modified, or ' +
  'deleted between the time the first chunk was returned and now may show up in the list.';

/** A collection at one version, or a page of it. */
export async function list(storage: Storage, request: ResourceRequest): Promise<Answer> {
  const { resource, name, query } = request;
  const options = listOptionsOf(query);
  const selected = selectionOf(resource, query);
  const selection = name === '' ? selected : selectionOfName(selected, name);
  const namespace = namespaceOf(request, selection);
  const start = startOf(storage, resource, namespace, options);
  await storage.durable(start.snapshot.version);
  // Only a resource with a watch cache answers "any version" from it, and then whole.
  const whole = options.resourceVersion === '0' && mannersOf(resource).cached;
  const limit = whole ? 0 : options.limit;
  if (selection.name !== undefined && (namespace !== '' || !resource.namespaced)) {
    const entry = start.snapshot.get(keyOf(namespace, selection.name));
    const entries = entry === undefined ? [] : [...matching(resource, [entry], selection)];
    return { type: 'list', list: { resourceVersion: String(start.snapshot.version), entries } };
  }
  return { type: 'list', list: page(resource, namespace, start, selection, limit) };
}

interface Start {
  readonly snapshot: Snapshot;
  /** The first key that may come; undefined for the whole collection. */
  readonly from: string | undefined;
}

function startOf(storage: Storage, resource: ServedResource, namespace: string, options: ListOptions): Start {
  const groupResource = storedName(resource);
  const current = (): Snapshot => storage.snapshot(groupResource);
  const asked = options.resourceVersion;
  if (options.continue !== '') {
    const { version, start } = decodeContinue(options.continue);
    if (asked !== '' && asked !== '0') {
      throw badRequest('specifying resource version is not allowed when using continue');
    }
    const from = namespace === '' ? start : `${namespace}/${start}`;
    if (version < 0) return { snapshot: current(), from };
    const snapshot = snapshotAt(storage, resource, version);
    if (snapshot === undefined) throw continueExpired(resource, start);
    return { snapshot, from };
  }
  if (asked === '') return { snapshot: current(), from: undefined };
  const version = versionOrBadRequest(asked);
  const legacyExact = options.resourceVersionMatch === '' && options.limit > 0 && version > 0;
  if (options.resourceVersionMatch === 'Exact' || legacyExact) {
    const snapshot = snapshotAt(storage, resource, version);
    if (snapshot === undefined) throw expired(LIST_EXPIRED);
    return { snapshot, from: undefined };
  }
  if (version > storage.version) throw tooLarge(asked, storage.version, mannersOf(resource).readRetrySeconds);
  return { snapshot: current(), from: undefined };
}

function snapshotAt(storage: Storage, resource: ServedResource, version: number): Snapshot | undefined {
  if (version > storage.version) throw tooLarge(version, storage.version, mannersOf(resource).readRetrySeconds);
  return storage.snapshotAt(storedName(resource), version);
}

function page(
  resource: ServedResource,
  namespace: string,
  start: Start,
  selection: Selection,
  limit: number,
): ListAnswer {
  const { snapshot, from } = start;
  const range = { namespace, ...(from === undefined ? {} : { from }) };
  const resourceVersion = String(snapshot.version);
  const all = snapshot.entries(range);
  if (limit === 0) {
    return {
      resourceVersion,
      entries:
        selection.isEmpty && resource.fromStorage === undefined
          ? all
          : { [Symbol.iterator]: () => matching(resource, all, selection) },
    };
  }
  const entries: Entry[] = [];
  let more = false;
  for (const entry of all) {
    more = entries.length === limit;
    if (more) break;
    const shown = servedEntry(resource, entry);
    if (selection.matches(shown.object)) entries.push(shown);
  }
  const last = entries.at(-1);
  if (!more || last === undefined) return { resourceVersion, entries };
  const next = `${namespace === '' ? last.key : last.name}\0`;
  return {
    resourceVersion,
    continue: encodeContinue({ version: snapshot.version, start: next }, mannersOf(resource).cached),
    // What remains is counted before selection, so with a selector there is no telling.
    ...(selection.isEmpty ? { remainingItemCount: snapshot.count(range) - limit } : {}),
    entries,
  };
}

/** What is selected, as it is served: a selector looks at what the client would see. */
function* matching(resource: ServedResource, entries: Iterable<Entry>, selection: Selection): IterableIterator<Entry> {
  for (const entry of entries) {
    const shown = servedEntry(resource, entry);
    if (selection.matches(shown.object)) yield shown;
  }
}

/** 410 with a token that goes on from the same place in the newest version. */
function continueExpired(resource: ServedResource, start: string): StatusError {
  const token = encodeContinue({ version: -1, start }, mannersOf(resource).cached);
  return new StatusError(410, 'Expired', CONTINUE_EXPIRED, { metadata: { continue: token } });
}
