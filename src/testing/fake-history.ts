import { NotFoundError } from '../errors/index.js';
import { PlainRecord } from '../meta/index.js';
import type { KubernetesObject } from '../meta/index.js';
import { apiError } from './fake-errors.js';

/** One write, as watches hear of it. */
export interface Change<T extends KubernetesObject> {
  readonly version: bigint;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly key: string;
  /** The state after the write; of a deletion the last state, with the version of the deletion. */
  readonly object: T;
  /** The state before the write; undefined for a creation. */
  readonly previous: T | undefined;
}

/** The state of a source at one moment, for `restore()`. */
export interface FakeSnapshot<T extends KubernetesObject> {
  readonly resourceVersion: string;
  readonly objects: readonly T[];
}

/**
 * The objects of a source and how they came to be: the part of an API server that is etcd.
 *
 * Invariants: a stored object is never written to and never handed out, only copies are; the
 * version only goes back in `restore()`; every change with a version above `floor` is kept.
 */
export class ObjectHistory<T extends KubernetesObject> {
  readonly #limit: number;
  readonly #objects = new Map<string, T>();
  #changes: Change<T>[] = [];
  #version: bigint;
  #floor: bigint;
  #uids = 0;

  constructor(start: bigint, limit: number) {
    this.#version = start;
    this.#floor = start;
    this.#limit = limit;
  }

  get version(): bigint {
    return this.#version;
  }

  /** The oldest version a watch can start from. */
  get floor(): bigint {
    return this.#floor;
  }

  read(key: string): T | undefined {
    return this.#objects.get(key);
  }

  create(object: T): Change<T> {
    const { key } = new PlainRecord(object);
    if (this.#objects.has(key)) {
      throw apiError(409, { reason: 'AlreadyExists', message: `Cannot create ${key}: it already exists.` });
    }
    return this.#write(key, object, undefined);
  }

  update(object: T): Change<T> {
    const { key, uid, resourceVersion } = new PlainRecord(object);
    const previous = this.#objects.get(key);
    if (previous === undefined) throw new NotFoundError('object', key);
    const { uid: currentUid, resourceVersion: currentVersion } = previous.metadata;
    if (uid !== '' && uid !== currentUid) {
      throw apiError(409, {
        message: `Cannot update ${key}: its uid is ${currentUid}, not ${uid}; it was re-created.`,
      });
    }
    if (resourceVersion !== '' && resourceVersion !== currentVersion) {
      throw apiError(409, {
        message: `Cannot update ${key}: it is at resourceVersion ${currentVersion}, not ${resourceVersion}; read it again.`,
      });
    }
    return this.#write(key, object, previous);
  }

  /** Creates or updates, whatever resourceVersion the object carries. A new uid makes it another object. */
  set(object: T): readonly Change<T>[] {
    const { key, uid } = new PlainRecord(object);
    const previous = this.#objects.get(key);
    if (previous === undefined || uid === '' || uid === previous.metadata.uid)
      return [this.#write(key, object, previous)];
    return [this.delete(key), this.#write(key, object, undefined)];
  }

  delete(key: string): Change<T> {
    const previous = this.#objects.get(key);
    if (previous === undefined) throw new NotFoundError('object', key);
    const version = ++this.#version;
    this.#objects.delete(key);
    return this.#record({ version, type: 'DELETED', key, object: stamped(previous, version), previous });
  }

  /** Moves the version without a change here, as writes to other resources do. */
  bump(by: bigint): void {
    this.#version += by;
  }

  /** The objects in key order, now or as they were at a version that is not below `floor`. */
  objectsAt(version: bigint = this.#version): readonly T[] {
    const state = new Map(this.#objects);
    for (let index = this.#changes.length - 1; index >= 0; index--) {
      const change = this.#changes[index];
      if (change === undefined || change.version <= version) break;
      if (change.previous === undefined) state.delete(change.key);
      else state.set(change.key, change.previous);
    }
    return [...state].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object);
  }

  /** What happened after a version that is not below `floor`, oldest first. */
  changesAfter(version: bigint): readonly Change<T>[] {
    let index = this.#changes.length;
    while (index > 0 && (this.#changes[index - 1]?.version ?? version) > version) index--;
    return this.#changes.slice(index);
  }

  /** Forgets how the present state came to be. */
  compact(): void {
    this.#changes = [];
    this.#floor = this.#version;
  }

  snapshot(): FakeSnapshot<T> {
    return { resourceVersion: String(this.#version), objects: structuredClone(this.objectsAt()) };
  }

  /** Takes the state and the version of a snapshot, and no history, as a server that starts on a backup has none. */
  restore(snapshot: FakeSnapshot<T>): void {
    this.#objects.clear();
    for (const object of structuredClone(snapshot.objects) as T[])
      this.#objects.set(new PlainRecord(object).key, object);
    this.#version = BigInt(snapshot.resourceVersion);
    this.compact();
  }

  #write(key: string, object: T, previous: T | undefined): Change<T> {
    const version = ++this.#version;
    const next = stamped(structuredClone<T>(object), version, previous?.metadata.uid ?? this.#uidOf(object));
    this.#objects.set(key, next);
    return this.#record({ version, type: previous === undefined ? 'ADDED' : 'MODIFIED', key, object: next, previous });
  }

  #record(change: Change<T>): Change<T> {
    this.#changes.push(change);
    if (this.#changes.length > this.#limit) this.#floor = this.#changes.shift()?.version ?? this.#floor;
    return change;
  }

  // Counted, not random, so that a failing test prints the same uids on every run.
  #uidOf(object: T): string {
    const { uid } = object.metadata;
    if (uid !== undefined && uid !== '') return uid;
    return `00000000-0000-4000-8000-${String(++this.#uids).padStart(12, '0')}`;
  }
}

function stamped<T extends KubernetesObject>(object: T, version: bigint, uid = object.metadata.uid): T {
  return { ...object, metadata: { ...object.metadata, uid, resourceVersion: String(version) } };
}
