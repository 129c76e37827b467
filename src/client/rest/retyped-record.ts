import type { SlabArena } from '../../base/slab.js';
import { ObjectRecord, markPartial } from '../../meta/index.js';
import type { FieldPath, KubernetesObject, Projection } from '../../meta/index.js';
import type { TypeMeta } from '../../wire/index.js';

/** What the server calls an object of which it sends the metadata alone. */
export const PARTIAL: TypeMeta = { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata' };

/**
 * The metadata of an object, which the wire calls a `PartialObjectMetadata`, under the name of its kind: a cache of
 * metadata holds pods, whichever way it got them.
 */
export class RetypedRecord<T extends KubernetesObject> extends ObjectRecord<T> {
  readonly #inner: ObjectRecord<T>;
  readonly #type: TypeMeta;
  #object: T | undefined;

  constructor(inner: ObjectRecord<T>, type: TypeMeta) {
    super();
    this.#inner = inner;
    this.#type = type;
  }

  get namespace(): string {
    return this.#inner.namespace;
  }

  get name(): string {
    return this.#inner.name;
  }

  get key(): string {
    return this.#inner.key;
  }

  get uid(): string {
    return this.#inner.uid;
  }

  get resourceVersion(): string {
    return this.#inner.resourceVersion;
  }

  override get unknownFields(): number {
    return this.#inner.unknownFields;
  }

  get object(): T {
    // Frozen all the way down, since the metadata of a record is.
    return (this.#object ??= this.#retyped(Object.freeze({ ...this.#type, metadata: this.#inner.object.metadata })));
  }

  field(path: FieldPath): unknown {
    const [first] = path;
    if (first === 'kind' || first === 'apiVersion') return path.length === 1 ? this.#type[first] : undefined;
    return this.#inner.field(path);
  }

  label(name: string): string | undefined {
    return this.#inner.label(name);
  }

  /** @internal */
  override get labelBits(): number {
    return this.#inner.labelBits;
  }

  forTransform(): T {
    return this.#retyped({ ...this.#type, metadata: this.#inner.forTransform().metadata });
  }

  project(projection: Projection): ObjectRecord<T> {
    // There is nothing but metadata here.
    if (projection === 'full' || projection === 'metadata') return this;
    return new RetypedRecord(this.#inner.project(projection), this.#type);
  }

  /** There is more of it on the server. */
  #retyped(object: object): T {
    return markPartial(object) as unknown as T;
  }

  override settle(arena: SlabArena): void {
    this.#inner.settle(arena);
  }

  override release(arena: SlabArena): void {
    this.#inner.release(arena);
  }
}

/** The item under its kind, if it is a `PartialObjectMetadata`; else as it is. Bookmarks are plain objects. */
export function retype<T extends KubernetesObject, Item>(item: Item, type: TypeMeta): Item {
  if (item instanceof ObjectRecord) {
    if (item.field(['kind']) !== PARTIAL.kind) return item;
    return new RetypedRecord(item as ObjectRecord<T>, type) as unknown as Item;
  }
  if (typeof item !== 'object' || item === null) return item;
  return (item as { kind?: unknown }).kind === PARTIAL.kind ? { ...item, ...type } : item;
}
