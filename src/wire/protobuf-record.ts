import { ObjectRecord, keyOf, projectObject } from '../meta/index.js';
import type { FieldPath, KubernetesObject, Projection } from '../meta/index.js';
import { JsonItemReader } from './json-item.js';
import { freezeTree, lazyObject } from './lazy-object.js';
import type { FieldSource } from './lazy-object.js';
import type { MessageIdentity } from './codec/index.js';
import type { ObjectCodec } from './object-codec.js';
import type { TypeMeta } from './type-meta.js';

/** A kind, and how its messages are read. One for all records of a stream. */
export interface MessageKind<Type = unknown> extends TypeMeta {
  readonly codec: ObjectCodec<Type>;
  readonly type: Type;
}

/** A record over the protobuf message of an object, which is decoded field by field for who reads the object. */
export class ProtobufRecord<T extends KubernetesObject = KubernetesObject> extends ObjectRecord<T> {
  readonly namespace: string;
  readonly key: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly #kind: MessageKind;
  readonly #bytes: Uint8Array;
  readonly #unknownFields: number;
  #object: T | undefined;

  /** `bytes` are one valid message, the record's own. */
  constructor(bytes: Uint8Array, kind: MessageKind, identity: MessageIdentity, unknownFields = 0) {
    super();
    this.namespace = identity.namespace;
    this.key = keyOf(identity.namespace, identity.name);
    this.uid = identity.uid;
    this.resourceVersion = identity.resourceVersion;
    this.#kind = kind;
    this.#bytes = bytes;
    this.#unknownFields = unknownFields;
  }

  // Most of the key over again: not worth a string of its own in each record of a cache.
  get name(): string {
    return this.namespace === '' ? this.key : this.key.slice(this.namespace.length + 1);
  }

  /** How many fields the server sent that there is no table for here. They are in no object made of this. */
  override get unknownFields(): number {
    return this.#unknownFields;
  }

  /** How many bytes are kept. */
  get byteLength(): number {
    return this.#bytes.length;
  }

  get object(): T {
    return (this.#object ??= lazyObject<T & object>(new MessageFields(this.#bytes, this.#kind)));
  }

  field(path: FieldPath): unknown {
    const { codec, type } = this.#kind;
    const [first] = path;
    if (first === 'kind' || first === 'apiVersion') return path.length === 1 ? this.#kind[first] : undefined;
    return codec.readPath(type, this.#bytes, path);
  }

  label(name: string): string | undefined {
    const value = this.#kind.codec.readPath(this.#kind.type, this.#bytes, ['metadata', 'labels', name]);
    return typeof value === 'string' ? value : undefined;
  }

  /** A fresh object on every call: what one transform wrote before it failed is not seen by the next. */
  forTransform(): T {
    return decodeWithType(this.#kind, this.#bytes) as T;
  }

  /** What is left is kept as JSON: a message cannot lack fields that its type always has. */
  project(projection: Projection): ObjectRecord<T> {
    if (projection === 'full') return this;
    const json = Buffer.from(JSON.stringify(projectObject(this.object, projection)));
    const reader = new JsonItemReader<T>({ keepManagedFields: true });
    reader.read(json, 0, json.length);
    return reader.item as ObjectRecord<T>;
  }
}

/** The whole object, plain, with the kind and apiVersion in front as the server writes them. */
export function decodeWithType({ codec, type, kind, apiVersion }: MessageKind, bytes: Uint8Array): object {
  return { kind, apiVersion, ...codec.decodeMessage(type, bytes) };
}

class MessageFields implements FieldSource {
  readonly names: readonly string[];
  readonly #bytes: Uint8Array;
  readonly #kind: MessageKind;

  constructor(bytes: Uint8Array, kind: MessageKind) {
    this.names = namesOf(kind.codec.presentFields(kind.type, bytes));
    this.#bytes = bytes;
    this.#kind = kind;
  }

  decode(index: number): unknown {
    const name = this.names[index] as string;
    if (name === 'kind' || name === 'apiVersion') return this.#kind[name];
    return freezeTree(this.#kind.codec.decodeField(this.#kind.type, this.#bytes, name));
  }
}

// Objects of one kind mostly have the same fields: the few lists of names that there are, by their text.
const knownNames = new Map<string, readonly string[]>();

function namesOf(fields: readonly string[]): readonly string[] {
  const text = fields.join(' ');
  let names = knownNames.get(text);
  if (names === undefined) {
    names = ['kind', 'apiVersion', ...fields.filter((name) => name !== 'kind' && name !== 'apiVersion')];
    knownNames.set(text, names);
  }
  return names;
}
