import { KubeInformerError } from '../../errors/index.js';
import { Reader } from './reader.js';
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
export function hasMagic(bytes: Uint8Array, at = 0): boolean {
  return bytes[at] === 0x6b && bytes[at + 1] === 0x38 && bytes[at + 2] === 0x73 && bytes[at + 3] === 0x00;
}

/** An envelope, opened where it lies. One serves one object after the other. */
export class Envelope {
  apiVersion = '';
  kind = '';
  contentEncoding = '';
  contentType = '';
  /** Where the message is. */
  start = 0;
  end = 0;

  /** Throws `ERR_WIRE_MALFORMED`. */
  open(bytes: Uint8Array, start: number, end: number): void {
    const reader = new Reader('an object in its envelope', bytes, start, end);
    if (end - start < MAGIC.length || !hasMagic(bytes, start)) throw reader.malformed('no "k8s\\0" stands');
    reader.at += MAGIC.length;
    this.apiVersion = this.kind = this.contentEncoding = this.contentType = '';
    this.start = this.end = end;
    while (reader.at < end) {
      const tag = reader.tag(end);
      if (tag === 0x0a) this.#readType(reader, reader.length(end));
      else if (tag === 0x12) {
        this.end = reader.length(end);
        this.start = reader.at;
        reader.at = this.end;
      } else if (tag === 0x1a) this.contentEncoding = reader.text(end);
      else if (tag === 0x22) this.contentType = reader.text(end);
      else if (tag >>> 3 <= 4) throw reader.wrongWireType(tag, String(tag >>> 3));
      else reader.skip(tag, end, 0);
    }
  }

  #readType(reader: Reader, end: number): void {
    while (reader.at < end) {
      const tag = reader.tag(end);
      if (tag === 0x0a) this.apiVersion = reader.text(end);
      else if (tag === 0x12) this.kind = reader.text(end);
      else reader.skip(tag, end, 0);
    }
  }
}

/** Opens an envelope. Throws `ERR_WIRE_MALFORMED`. */
export function readUnknown(bytes: Uint8Array): Unknown {
  const envelope = new Envelope();
  envelope.open(bytes, 0, bytes.length);
  const { apiVersion, kind, contentEncoding, contentType, start, end } = envelope;
  return { apiVersion, kind, raw: bytes.subarray(start, end), contentEncoding, contentType };
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
