import { decodeField, presentFields } from './decode.js';
import type { Field, MessageType } from './message-type.js';
import { Reader } from './reader.js';

/**
 * The keys of the metadata of an object, in their order. For a message that is ordered, see `ObjectScan`, so that metadata
 * comes first and once.
 */
export function metadataFields(type: MessageType, bytes: Uint8Array, start?: number, end?: number): readonly string[] {
  const reader = new Reader(type, bytes, start, end);
  const to = enter(reader);
  return presentFields(metadataType(type), bytes, reader.at, to);
}

/** What stands under one key of the metadata, and only that, frozen; undefined where there is no such key. */
export function decodeMetadataField(
  type: MessageType,
  bytes: Uint8Array,
  jsonName: string,
  start?: number,
  end?: number,
): unknown {
  const reader = new Reader(type, bytes, start, end);
  const to = enter(reader);
  return decodeField(metadataType(type), bytes, jsonName, reader.at, to);
}

function metadataType({ byNumber }: MessageType): MessageType {
  return (byNumber[1] as Field).inner;
}

/** Leaves the reader at the metadata, and gives its end. */
function enter(reader: Reader): number {
  if (reader.at === reader.end) return reader.end;
  reader.tag(reader.end);
  return reader.length(reader.end);
}
