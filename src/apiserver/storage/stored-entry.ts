import type { ApiObject, Metadata } from '../contract.js';
import type { Entry } from './contract.js';

/** A state of an object. The place for derived things is made when first used: most old states never need it. */
export class StoredEntry implements Entry {
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly version: number;
  readonly object: ApiObject;
  #derived: Map<string, unknown> | undefined;

  constructor(key: string, version: number, object: ApiObject) {
    const slash = key.indexOf('/');
    this.key = key;
    this.namespace = slash === -1 ? '' : key.slice(0, slash);
    this.name = slash === -1 ? key : key.slice(slash + 1);
    this.version = version;
    this.object = object;
  }

  get derived(): Map<string, unknown> {
    return (this.#derived ??= new Map());
  }

  /** Frees what was derived. It is derived again by whoever asks for this state later. */
  forgetDerived(): void {
    this.#derived?.clear();
  }
}

/** A state with the same object under a new version: what a watch gets of an object that went away. */
export function restamped(entry: Entry, version: number): StoredEntry {
  const metadata = Object.freeze({ ...entry.object.metadata, resourceVersion: String(version) });
  return new StoredEntry(entry.key, version, Object.freeze({ ...entry.object, metadata }));
}

/** The same state in another form, with a place of its own for what is derived from that. The object is frozen. */
export function reshaped(entry: Entry, object: ApiObject): StoredEntry {
  return new StoredEntry(entry.key, entry.version, deepFreeze(object));
}

/** Gives an object its version and freezes it. A frozen object (a stored one) is not touched; a copy is made. */
export function stampedEntry(key: string, version: number, object: ApiObject): StoredEntry {
  if (Object.isFrozen(object) || Object.isFrozen(object.metadata)) {
    object = { ...object, metadata: { ...object.metadata } };
  }
  if (object.metadata.resourceVersion === undefined) object.metadata = withRoomForVersion(object.metadata);
  object.metadata.resourceVersion = String(version);
  return new StoredEntry(key, version, deepFreeze(object));
}

/** What stands before resourceVersion where Go writes metadata. */
const BEFORE = new Set(['name', 'generateName', 'namespace', 'selfLink', 'uid']);

/** Puts the version where the real server shows it: custom objects have their fields sorted, all others in Go's order. */
function withRoomForVersion(metadata: Metadata): Metadata {
  const names = Object.keys(metadata).filter((name) => name !== 'resourceVersion');
  const sorted = names.every((name, index) => index === 0 || (names[index - 1] as string) < name);
  const comesBefore = (name: string): boolean => (sorted ? name < 'resourceVersion' : BEFORE.has(name));
  const place = names.findLastIndex(comesBefore) + 1;
  const values = metadata as Readonly<Record<string, unknown>>;
  const ordered: Record<string, unknown> = {};
  for (const name of names.slice(0, place)) ordered[name] = values[name];
  ordered['resourceVersion'] = '';
  for (const name of names.slice(place)) ordered[name] = values[name];
  return ordered;
}

/** Something frozen is taken to be frozen all the way down: it comes from a stored object. */
function deepFreeze<T extends object>(value: T): T {
  if (Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const key in value) {
    const inner = value[key];
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  }
  return value;
}
