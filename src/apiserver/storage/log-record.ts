import { crc32 } from 'node:zlib';
import type { ApiObject } from '../contract.js';

/** A change as it is on disk. Without an object it is a removal. */
export interface LogRecord {
  /** The version of the change. */
  readonly v: number;
  /** The resource. */
  readonly r: string;
  readonly k: string;
  readonly o?: ApiObject;
}

// Length and checksum of what follows, four bytes each, least significant first.
const HEADER_BYTES = 8;
// Bodies of requests end at 3 MiB; a longer record is none.
const MAX_RECORD_BYTES = 64 * 1024 * 1024;

/** The first bytes of every file, with the version of the format. */
export const MAGIC = Buffer.from('KINFOBJ1');

export function encodeRecord(value: unknown): Buffer {
  const text = JSON.stringify(value);
  const size = Buffer.byteLength(text);
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + size);
  bytes.write(text, HEADER_BYTES);
  bytes.writeUInt32LE(size, 0);
  bytes.writeUInt32LE(crc32(bytes.subarray(HEADER_BYTES)), 4);
  return bytes;
}

/**
 * The records of a file up to the first that is not whole, and where that is. A record counts only if its length and
 * checksum are right, so a torn write, zeros or garbage end the file.
 */
export function decodeRecords<T>(bytes: Buffer, onRecord: (record: T) => void): { readonly end: number } {
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) return { end: 0 };
  let at = MAGIC.length;
  while (at + HEADER_BYTES <= bytes.length) {
    const size = bytes.readUInt32LE(at);
    const start = at + HEADER_BYTES;
    // No record is empty: zeros would be one, with the right checksum.
    if (size === 0 || size > MAX_RECORD_BYTES || start + size > bytes.length) break;
    const body = bytes.subarray(start, start + size);
    if (crc32(body) !== bytes.readUInt32LE(at + 4)) break;
    let record: T;
    try {
      record = JSON.parse(body.toString()) as T;
    } catch {
      break;
    }
    onRecord(record);
    at = start + size;
  }
  return { end: at };
}
