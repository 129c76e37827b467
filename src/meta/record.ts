import type { SlabArena } from '../base/slab.js';
import { KubeInformerError } from '../errors/index.js';
import { readFieldPath } from './field-path.js';
import type { FieldPath } from './field-path.js';
import { keyOf } from './key.js';
import { ANY_LABELS, labelBitsOf } from './label-bits.js';
import type { KubernetesObject } from './object.js';
import { projectObject } from './projection.js';
import type { Projection } from './projection.js';
import { deepFreeze } from './read-only.js';

/**
 * What travels through the pipeline and lives in the store: the identity of an object, read once,
 * and the object itself, made only for who asks for it.
 *
 * Reflector, queue and store pass records and read identities and single fields; a record over
 * undecoded bytes answers those without decoding the rest. A record never changes.
 */
export abstract class ObjectRecord<T extends KubernetesObject = KubernetesObject> {
  /** `''` for a cluster-scoped object. */
  abstract readonly namespace: string;
  abstract readonly name: string;
  /** `namespace/name`, or `name`. */
  abstract readonly key: string;
  /** `''` when the source gave none; two records with no uid count as the same object. */
  abstract readonly uid: string;
  /** `''` when the source gave none; such a record is never taken as unchanged. */
  abstract readonly resourceVersion: string;

  /** The object, the same one on every call, read-only all the way down. */
  abstract get object(): T;

  /** How many fields the source sent that could not be read here, and that the object lacks; see `ERR_INCOMPLETE_OBJECT`. */
  // A field of its own would cost each record of a cache eight bytes.
  // eslint-disable-next-line @typescript-eslint/class-literal-property-style
  get unknownFields(): number {
    return 0;
  }

  /** What stands at a path, without making the object; undefined when nothing does. The value may be frozen. */
  abstract field(path: FieldPath): unknown;

  /** A label, without making the object; undefined when there is none. What selectors ask of every object of a cache. */
  abstract label(name: string): string | undefined;

  /**
   * What a selector can rule this object out by before it asks for labels: the bits of each label are there, and any others
   * may be.
   * @internal
   */
  get labelBits(): number {
    return ANY_LABELS;
  }

  /** Whether another record of this key is of the same object: their uids are the same, or one has none. @internal */
  isSameObject(other: ObjectRecord): boolean {
    const { uid } = this;
    return uid === other.uid || uid === '' || other.uid === '';
  }

  /** The object for a transform that may write to it. Only for a record nobody has read yet. */
  abstract forTransform(): T;

  /** A record of the same identity that keeps only what the projection keeps. */
  abstract project(projection: Projection): ObjectRecord<T>;

  /**
   * A cache takes this record in: bytes it keeps go into the cache's memory, unless they are in another's. Nothing else
   * about it changes, and nothing at all for a record that keeps no bytes.
   * @internal
   */
  settle(_arena: SlabArena): void {
    return;
  }

  /**
   * The cache lets go of this record: bytes it keeps in the cache's memory are taken out of it, to where only those who
   * hold the record keep them alive. It stays as readable as before. Harmless to repeat.
   * @internal
   */
  release(_arena: SlabArena): void {
    return;
  }
}

/** A record over a plain object. It owns the object: whoever hands it over keeps no right to write to it. */
export class PlainRecord<T extends KubernetesObject> extends ObjectRecord<T> {
  readonly namespace: string;
  readonly name: string;
  readonly key: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly #object: T;
  /** Made for the first selector that asks. */
  #labelBits: number | undefined;
  #frozen = false;

  /** Throws `ERR_INVALID_OBJECT` when the object cannot be identified. */
  constructor(object: T) {
    super();
    const { namespace, name, uid, resourceVersion } = identify(object);
    this.namespace = namespace;
    this.name = name;
    this.key = keyOf(namespace, name);
    this.uid = uid;
    this.resourceVersion = resourceVersion;
    this.#object = object;
  }

  get object(): T {
    if (!this.#frozen) {
      this.#frozen = true;
      deepFreeze(this.#object);
    }
    return this.#object;
  }

  field(path: FieldPath): unknown {
    return readFieldPath(this.#object, path);
  }

  label(name: string): string | undefined {
    // Read by their names, three times as fast as by a path. An inherited property is never text.
    const value: unknown = this.#object.metadata.labels?.[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** @internal */
  override get labelBits(): number {
    return (this.#labelBits ??= labelBitsOf(this.#object.metadata.labels));
  }

  forTransform(): T {
    return this.#object;
  }

  project(projection: Projection): ObjectRecord<T> {
    return projection === 'full' ? this : new PlainRecord(projectObject(this.#object, projection));
  }
}

/** The record of an object, or the record itself when given one. Throws `ERR_INVALID_OBJECT`. */
export function recordOf<T extends KubernetesObject>(item: T | ObjectRecord<T>): ObjectRecord<T> {
  return item instanceof ObjectRecord ? item : new PlainRecord(item);
}

/**
 * Whether two records are the same state of the same object, so that nothing has changed.
 * Records without a resourceVersion never are.
 */
export function sameVersion(a: ObjectRecord, b: ObjectRecord): boolean {
  return a.resourceVersion !== '' && a.resourceVersion === b.resourceVersion && sameObject(a, b);
}

/** Whether two records of one key are the same object, not one that was deleted and one created after it. */
export function sameObject(a: ObjectRecord, b: ObjectRecord): boolean {
  return a.isSameObject(b);
}

function identify(object: unknown): { namespace: string; name: string; uid: string; resourceVersion: string } {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) {
    throw invalid(
      `it is ${object === null ? 'null' : Array.isArray(object) ? 'an array' : `a ${typeof object}`}`,
      object,
    );
  }
  const metadata: unknown = (object as { metadata?: unknown }).metadata;
  if (typeof metadata !== 'object' || metadata === null) throw invalid('it has no metadata', object);
  const { name, namespace, uid, resourceVersion } = metadata as Record<string, unknown>;
  if (typeof name !== 'string' || name === '') throw invalid('metadata.name is missing', object);
  if (name.includes('/')) throw invalid(`metadata.name ${JSON.stringify(name)} has a slash`, object);
  const space = textOf('namespace', namespace, object);
  if (space.includes('/')) throw invalid(`metadata.namespace ${JSON.stringify(space)} has a slash`, object);
  return {
    namespace: space,
    name,
    uid: textOf('uid', uid, object),
    resourceVersion: textOf('resourceVersion', resourceVersion, object),
  };
}

function textOf(field: string, value: unknown, object: object): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  throw invalid(`metadata.${field} is a ${typeof value} where a string belongs`, object);
}

function invalid(what: string, object: unknown): KubeInformerError {
  return new KubeInformerError(
    'ERR_INVALID_OBJECT',
    `Cannot use ${describe(object)} as a Kubernetes object: ${what}. The source must send whole objects with metadata.name.`,
  );
}

function describe(object: unknown): string {
  if (typeof object !== 'object' || object === null) return 'a value';
  const { kind, metadata } = object as { kind?: unknown; metadata?: { name?: unknown; generateName?: unknown } | null };
  const name = metadata?.name ?? metadata?.generateName;
  return `${typeof kind === 'string' ? kind : 'an object'}${typeof name === 'string' ? ` ${JSON.stringify(name)}` : ''}`;
}
