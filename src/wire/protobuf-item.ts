import { ownMemory } from '../base/loose-bytes.js';
import type { ItemMemory } from '../base/loose-bytes.js';
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
  readonly #memory: ItemMemory;
  #kind: MessageKind | undefined;

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

  /** The object whose message is from `start` to `end`, where it need not stay. Throws `ERR_WIRE_MALFORMED`. */
  read(bytes: Buffer, start: number, end: number, kind: MessageKind): WireItem<T> {
    const { codec, type } = kind;
    const scan = codec.scan(type, bytes, start, end, this.#keepManagedFields);
    const { name, namespace } = scan;
    // Bytes of the item's own: no chunk of a socket is kept alive.
    const place = this.#memory.reserve(scan.length);
    const kept = place.chunk.bytes;
    scan.copyTo(kept, place.start);
    let { unknownFields } = scan;
    // What is kept, and not what came: the walk would parse the JSON inside managedFields.
    if (unknownFields < 0) unknownFields = codec.validateMessage(type, kept, place.start, place.start + place.length);
    // What no Go program writes is not worth a record that could expect it anywhere.
    if (name === '' || name.includes('/') || namespace.includes('/') || !scan.isOrdered) {
      return decodeWithType(kind, kept, place.start, place.start + place.length) as T;
    }
    return new ProtobufRecord<T>(place, kind, scan, unknownFields);
  }
}
