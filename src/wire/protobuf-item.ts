import type { KubernetesObject } from '../meta/index.js';
import type { DecodeOptions, WireItem } from './json-item.js';
import type { ObjectCodec } from './object-codec.js';
import { ProtobufRecord, decodeWithType } from './protobuf-record.js';
import type { MessageKind } from './protobuf-record.js';
import { unknownType } from './wire-errors.js';

/** Reads objects in protobuf, one after the other. */
export class ProtobufItemReader<T extends KubernetesObject = KubernetesObject> {
  readonly #codec: ObjectCodec;
  readonly #keepManagedFields: boolean;
  readonly #what: string;
  #kind: MessageKind | undefined;

  constructor(codec: ObjectCodec, options: DecodeOptions & { readonly what?: string } = {}) {
    this.#codec = codec;
    this.#keepManagedFields = options.keepManagedFields ?? false;
    this.#what = options.what ?? 'the object';
  }

  /** How messages of a kind are read. Throws `ERR_WIRE_UNKNOWN_TYPE` when there is no table for it. */
  kindOf(apiVersion: string, kind: string): MessageKind {
    const last = this.#kind;
    if (last?.kind === kind && last.apiVersion === apiVersion) return last;
    const type = this.#codec.messageTypeOf(apiVersion, kind);
    if (type === undefined) throw unknownType(this.#what, apiVersion, kind);
    return (this.#kind = { apiVersion, kind, codec: this.#codec, type });
  }

  /** The object in `message`, which is not kept. Throws `ERR_WIRE_MALFORMED`. */
  read(message: Uint8Array, kind: MessageKind): WireItem<T> {
    const { codec, type } = kind;
    // Before the walk, which would parse the JSON inside them.
    const wanted = this.#keepManagedFields ? message : codec.dropManagedFields(type, message);
    const unknownFields = codec.validateMessage(type, wanted);
    const identity = codec.identityOf(type, wanted);
    const { name, namespace } = identity;
    if (name === '' || name.includes('/') || namespace.includes('/')) return decodeWithType(kind, wanted) as T;
    return new ProtobufRecord<T>(ownCopy(wanted, message), kind, identity, unknownFields);
  }
}

/** The bytes in memory of their own, so that they keep no chunk of a socket alive. */
function ownCopy(bytes: Uint8Array, source: Uint8Array): Uint8Array {
  if (bytes.buffer !== source.buffer && bytes.buffer.byteLength === bytes.byteLength) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}
