import { ownMemory } from '../base/loose-bytes.js';
import type { ItemMemory, LoosePlace } from '../base/loose-bytes.js';
import type { KubernetesObject } from '../meta/index.js';
import type { RecordBytes } from './byte-record.js';
import { asBuffer } from './chunk-buffer.js';
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
  readonly #memory: ItemMemory;
  #kind: MessageKind | undefined;
  /** Where the item has got its place already. */
  #place: LoosePlace | undefined;
  readonly #room = (length: number): Buffer => {
    const { chunk, start } = (this.#place = this.#memory.reserve(length));
    return chunk.bytes.subarray(start, start + length);
  };

  constructor(
    codec: ObjectCodec,
    options: DecodeOptions & { readonly what?: string } = {},
    memory: ItemMemory = ownMemory,
  ) {
    this.#codec = codec;
    this.#memory = memory;
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
    this.#place = undefined;
    // Before the walk, which would parse the JSON inside them.
    const wanted = this.#keepManagedFields ? message : codec.dropManagedFields(type, message, this.#room);
    const unknownFields = codec.validateMessage(type, wanted);
    const identity = codec.identityOf(type, wanted);
    const { name, namespace } = identity;
    if (name === '' || name.includes('/') || namespace.includes('/')) return decodeWithType(kind, wanted) as T;
    return new ProtobufRecord<T>(this.#keep(wanted), kind, identity, unknownFields);
  }

  /** Bytes of the item's own: no chunk of a socket is kept alive. */
  #keep(bytes: Uint8Array): RecordBytes {
    const { length } = bytes;
    const place = this.#place ?? this.#memory.put(asBuffer(bytes), 0, length);
    return { chunk: place.chunk, start: place.start, length };
  }
}
