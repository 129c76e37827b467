import { LONGEST_SHARED } from '../base/loose-bytes.js';
import type { LoosePlace } from '../base/loose-bytes.js';
import { leavesOut, projectObject } from '../meta/index.js';
import type { FieldPath, KubernetesObject, ObjectRecord, Projection } from '../meta/index.js';
import { ByteRecord } from './byte-record.js';
import { isSameUid, uniqueText } from './codec/index.js';
import type { MessageIdentity } from './codec/index.js';
import { partsOf, projectedRecord } from './json-record.js';
import { lazyMetadata, typedLazyObject } from './lazy-object.js';
import type { FieldSource } from './lazy-object.js';
import type { ObjectCodec } from './object-codec.js';
import type { TypeMeta } from './type-meta.js';

/** A kind, and how its messages are read. One for all records of a stream. */
export interface MessageKind<Type = unknown> extends TypeMeta {
  readonly codec: ObjectCodec<Type>;
  readonly type: Type;
}

/** A record over the protobuf message of an object, which is decoded field by field for who reads the object. */
export class ProtobufRecord<T extends KubernetesObject = KubernetesObject>
  extends ByteRecord<T>
  implements FieldSource
{
  readonly #kind: MessageKind;
  readonly #unknownFields: number;
  readonly #uidAt: number;
  #object: T | undefined;

  /** The bytes are one valid message. */
  constructor(bytes: LoosePlace, kind: MessageKind, identity: MessageIdentity, unknownFields = 0) {
    super(bytes, identity, identity.labelBits);
    this.#kind = kind;
    this.#unknownFields = unknownFields;
    this.#uidAt = identity.uidAt;
  }

  /** How many fields the server sent that there is no table for here. They are in no object made of this. */
  override get unknownFields(): number {
    return this.#unknownFields;
  }

  // Asked for by who reads metadata, which keeps it: a string of it in each record of a cache would be too much.
  get uid(): string {
    const { codec, type } = this.#kind;
    const { start } = this;
    const { bytes } = this.memory;
    if (this.#uidAt === 0) return codec.uidOf(type, bytes, start, this.end);
    const at = start + this.#uidAt;
    return uniqueText(bytes, at, at + (bytes[at - 1] as number));
  }

  override isSameObject(other: ObjectRecord): boolean {
    const { codec, type } = this.#kind;
    if (!(other instanceof ProtobufRecord) || other.#kind.type !== type) return super.isSameObject(other);
    if (this.#uidAt > 0 && other.#uidAt > 0) {
      return isSameUid(this.memory.bytes, this.start + this.#uidAt, other.memory.bytes, other.start + other.#uidAt);
    }
    return codec.isSameObject(
      type,
      this.memory.bytes,
      this.start,
      this.end,
      other.memory.bytes,
      other.start,
      other.end,
    );
  }

  get object(): T {
    return (this.#object ??= typedLazyObject<T & object>(this.#kind, this));
  }

  field(path: FieldPath): unknown {
    const { codec, type } = this.#kind;
    const first = path[0];
    if (first === 'kind') return path.length === 1 ? this.#kind.kind : undefined;
    if (first === 'apiVersion') return path.length === 1 ? this.#kind.apiVersion : undefined;
    return codec.readPath(type, this.memory.bytes, path, this.start, this.end);
  }

  label(name: string): string | undefined {
    const { codec, type } = this.#kind;
    return codec.labelOf(type, this.memory.bytes, name, this.start, this.end);
  }

  /** A fresh object on every call: what one transform wrote before it failed is not seen by the next. */
  forTransform(): T {
    return decodeWithType(this.#kind, this.memory.bytes, this.start, this.end) as T;
  }

  /** What is left is kept as JSON: a message cannot lack fields that its type always has. */
  project(projection: Projection): ObjectRecord<T> {
    if (projection === 'full') return this;
    const json = Buffer.from(JSON.stringify(projectObject(this.object, projection)));
    return projectedRecord<T>(json, partsOf(this, this.#kind), leavesOut(projection));
  }

  /** The names of the top-level fields, without those of its type: for the lazy object. */
  fieldNames(): readonly string[] {
    const { codec, type } = this.#kind;
    const present = codec.presentFields(type, this.memory.bytes, this.start, this.end);
    return present.includes('kind') || present.includes('apiVersion') ? present.filter(isNoType) : present;
  }

  /** One of them decoded and frozen: for the lazy object. */
  decodeField(name: string): unknown {
    const { codec, type } = this.#kind;
    if (name === 'metadata' && this.byteLength <= LONGEST_SHARED) return lazyMetadata(new MetadataSource(this));
    return codec.decodeField(type, this.memory.bytes, name, this.start, this.end);
  }

  /** The names of the fields of metadata: for the lazy object. */
  metadataNames(): readonly string[] {
    const { codec, type } = this.#kind;
    return codec.metadataFields(type, this.memory.bytes, this.start, this.end);
  }

  /** One of them decoded and frozen: for the lazy object. */
  decodeMetadata(name: string): unknown {
    const { codec, type } = this.#kind;
    return codec.decodeMetadataField(type, this.memory.bytes, name, this.start, this.end);
  }
}

// A message that has them, as some of meta.k8s.io/v1 do, is not asked.
function isNoType(name: string): boolean {
  return name !== 'kind' && name !== 'apiVersion';
}

/**
 * The metadata of an object, field by field as well, but for who and which state it is (see `lazyMetadata`): it is what
 * handlers read, and mostly one or two fields of it. All of it took a quarter of the time of an update to a handler that reads
 * one annotation. Who keeps it, and has not read all of it,
 * keeps the bytes of the object; so that of a long one, which has memory of its own, is decoded whole.
 */
class MetadataSource implements FieldSource {
  readonly #record: ProtobufRecord;

  constructor(record: ProtobufRecord) {
    this.#record = record;
  }

  fieldNames(): readonly string[] {
    return this.#record.metadataNames();
  }

  decodeField(name: string): unknown {
    const record = this.#record;
    switch (name) {
      case 'name':
        return record.name;
      case 'namespace':
        return record.namespace;
      case 'uid':
        return record.uid;
      case 'resourceVersion':
        return record.resourceVersion;
      default:
        return record.decodeMetadata(name);
    }
  }
}

/** The whole object, plain, with the kind and apiVersion in front as the server writes them. */
export function decodeWithType(
  { codec, type, kind, apiVersion }: MessageKind,
  bytes: Uint8Array,
  start?: number,
  end?: number,
): object {
  return { kind, apiVersion, ...codec.decodeMessage(type, bytes, start, end) };
}
