import { KubeInformerError } from '../../errors/index.js';
import { Reader } from './reader.js';
import { textOf } from './text.js';
import { Writer } from './writer.js';

/** `k8s\0`: what every protobuf body of Kubernetes begins with, and every object inside a watch event. */
export const MAGIC: readonly number[] = [0x6b, 0x38, 0x73, 0x00];

/** What stands around the bytes of an object. */
export interface Unknown {
  readonly apiVersion: string;
  readonly kind: string;
  /** The message itself, not copied. */
  readonly raw: Uint8Array;
  /** Empty: nobody has ever used it. */
  readonly contentEncoding: string;
  /** Empty for protobuf. */
  readonly contentType: string;
}

/** Whether bytes begin as an envelope does. */
export function hasMagic(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, index) => bytes[index] === byte);
}

/** Opens an envelope. Throws `ERR_WIRE_MALFORMED`. */
export function readUnknown(bytes: Uint8Array): Unknown {
  const reader = new Reader('an object in its envelope', bytes);
  if (!hasMagic(bytes)) throw reader.malformed('no "k8s\\0" stands');
  reader.at = MAGIC.length;
  const { end } = reader;
  const unknown = { apiVersion: '', kind: '', raw: bytes.subarray(0, 0), contentEncoding: '', contentType: '' };
  while (reader.at < end) {
    const tag = reader.tag(end);
    if (tag === 0x0a) {
      readTypeMeta(reader, reader.length(end), unknown);
    } else if (tag === 0x12) {
      const to = reader.length(end);
      unknown.raw = bytes.subarray(reader.at, to);
      reader.at = to;
    } else if (tag === 0x1a) unknown.contentEncoding = readText(reader, end);
    else if (tag === 0x22) unknown.contentType = readText(reader, end);
    else if (tag >>> 3 <= 4) throw reader.wrongWireType(tag, String(tag >>> 3));
    else reader.skip(tag, end, 0);
  }
  return unknown;
}

function readTypeMeta(reader: Reader, end: number, unknown: { apiVersion: string; kind: string }): void {
  while (reader.at < end) {
    const tag = reader.tag(end);
    if (tag === 0x0a) unknown.apiVersion = readText(reader, end);
    else if (tag === 0x12) unknown.kind = readText(reader, end);
    else reader.skip(tag, end, 0);
  }
}

function readText(reader: Reader, end: number): string {
  const to = reader.length(end);
  const text = textOf(reader.bytes, reader.at, to);
  reader.at = to;
  return text;
}

/** Puts a message into its envelope, byte for byte as Go does. */
export function writeUnknown(unknown: {
  readonly apiVersion: string;
  readonly kind: string;
  readonly raw: Uint8Array;
  readonly contentEncoding?: string;
  readonly contentType?: string;
}): Uint8Array {
  if (unknown.apiVersion === '' || unknown.kind === '') {
    throw new KubeInformerError('ERR_INVALID_ARGUMENT', 'Cannot write an envelope without apiVersion and kind.');
  }
  const writer = new Writer();
  writer.text(unknown.contentType ?? '');
  writer.tag(0x22);
  writer.text(unknown.contentEncoding ?? '');
  writer.tag(0x1a);
  writer.bytes(unknown.raw);
  writer.tag(0x12);
  const before = writer.length;
  writer.text(unknown.kind);
  writer.tag(0x12);
  writer.text(unknown.apiVersion);
  writer.tag(0x0a);
  writer.close(before);
  writer.tag(0x0a);
  const message = writer.finish();
  const bytes = new Uint8Array(MAGIC.length + message.length);
  bytes.set(MAGIC);
  bytes.set(message, MAGIC.length);
  return bytes;
}
