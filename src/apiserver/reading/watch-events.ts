import type { ServedResource } from '../contract.js';
import type { ServedEvent } from '../http/contract.js';
import { servedEntry } from '../served-entry.js';
import type { Change, Entry } from '../storage/contract.js';
import { restamped } from '../storage/index.js';
import type { Selection } from './selection.js';

/**
 * What a change means to a watch with a selector: an object that comes to match is ADDED, one that no longer does is
 * DELETED, with what it was when it matched under the version of the change. What is matched is what is shown.
 */
export function eventOf(change: Change, resource: ServedResource, selection: Selection): ServedEvent | undefined {
  const { type, previous } = change;
  const entry = servedEntry(resource, change.entry);
  if (selection.isEmpty) return { type, entry };
  const before = previous !== undefined && selection.matches(servedEntry(resource, previous).object);
  if (type === 'DELETED') return before ? { type, entry } : undefined;
  const now = selection.matches(entry.object);
  if (now) return { type: before ? 'MODIFIED' : 'ADDED', entry };
  return before ? { type: 'DELETED', entry: servedEntry(resource, departed(change.entry, previous)) } : undefined;
}

/** The same for every watch that an object leaves by this change, so that they share its encodings. */
function departed(entry: Entry, previous: Entry): Entry {
  const made = entry.derived.get('departed') as Entry | undefined;
  if (made !== undefined) return made;
  const state = restamped(previous, entry.version);
  entry.derived.set('departed', state);
  return state;
}
