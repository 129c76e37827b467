import type { FieldPath } from '../meta/index.js';
import {
  ObjectScan,
  decodeField,
  decodeMessage,
  decodeMetadataField,
  isSameObject,
  labelOf,
  messageTypeOf,
  metadataFields,
  presentFields,
  readPath,
  uidOf,
  validateMessage,
} from './codec/index.js';
import type { MessageIdentity, MessageType } from './codec/index.js';

/**
 * The protobuf codec as far as records need it. `Type` is its own idea of a message type, opaque here.
 * A message is the bytes of one object, without the `k8s\0` envelope; apiVersion and kind are not in it. Where there are a
 * start and an end it is what stands between them.
 */
export interface ObjectCodec<Type = unknown> {
  /** Undefined when there is no table for that kind. */
  messageTypeOf(apiVersion: string, kind: string): Type | undefined;
  /** The whole message as plain JSON, fresh and writable. */
  decodeMessage(type: Type, bytes: Uint8Array, start?: number, end?: number): object;
  /** The JSON names of the top-level fields that the decoded message has, in order. */
  presentFields(type: Type, bytes: Uint8Array, start?: number, end?: number): readonly string[];
  /** One of those, decoded, and frozen all the way down. */
  decodeField(type: Type, bytes: Uint8Array, name: string, start?: number, end?: number): unknown;
  /** What stands at a path of the decoded message. */
  readPath(type: Type, bytes: Uint8Array, path: FieldPath, start?: number, end?: number): unknown;
  /** As `presentFields` of its metadata, in a message that a scan found to be ordered. */
  metadataFields(type: Type, bytes: Buffer, start?: number, end?: number): readonly string[];
  /** As `decodeField` of its metadata, in such a message. */
  decodeMetadataField(type: Type, bytes: Buffer, name: string, start?: number, end?: number): unknown;
  /** What stands at metadata.labels under that name, in a message that a scan found to be ordered. */
  labelOf(type: Type, bytes: Buffer, label: string, start?: number, end?: number): string | undefined;
  /** What stands at metadata.uid, in such a message; `''` when there is nothing. */
  uidOf(type: Type, bytes: Buffer, start?: number, end?: number): string;
  /** Whether two such messages are states of one object: their uids are the same, or one has none. */
  isSameObject(
    type: Type,
    bytes: Buffer,
    start: number,
    end: number,
    others: Buffer,
    othersStart: number,
    othersEnd: number,
  ): boolean;
  /** Who the object is, and what is kept of it. Good until the next call. Throws `ERR_WIRE_MALFORMED`. */
  scan(type: Type, bytes: Buffer, start: number, end: number, keepManagedFields: boolean): ScannedObject;
  /**
   * Walks to the end. Throws `ERR_WIRE_MALFORMED`; after it, nothing else throws for these bytes. Gives the
   * number of fields that are not in the tables, and are lost.
   */
  validateMessage(type: Type, bytes: Uint8Array, start?: number, end?: number): number;
}

/** What a scan of an object has found. */
export interface ScannedObject extends MessageIdentity {
  /** How many bytes are kept. */
  readonly length: number;
  /** Whether what asks for an ordered message may be asked about it. */
  readonly isOrdered: boolean;
  /** How many fields are not in the tables, and are lost; below 0 when it takes `validateMessage` of what is kept to know. */
  readonly unknownFields: number;
  /** Writes them to where there is room. */
  copyTo(target: Buffer, at: number): void;
}

const scan = new ObjectScan();

/** The codec of the built-in kinds. */
export const builtInCodec: ObjectCodec<MessageType> = {
  messageTypeOf,
  decodeMessage,
  presentFields,
  decodeField,
  readPath,
  metadataFields,
  decodeMetadataField,
  isSameObject,
  labelOf,
  uidOf,
  scan: (type, bytes, start, end, keepManagedFields) => {
    scan.scan(type, bytes, start, end, keepManagedFields);
    return scan;
  },
  validateMessage,
};
