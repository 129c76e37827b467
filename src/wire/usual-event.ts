import { hasMagic } from './codec/index.js';
import type { MessageKind } from './protobuf-record.js';

const ADDED = 'ADDED';
const MODIFIED = 'MODIFIED';
const DELETED = 'DELETED';

// Tags, all of wire type 2 (a length): type and object of a WatchEvent, raw of a RawExtension, typeMeta and raw of Unknown.
const TYPE = 0x0a;
const OBJECT = 0x12;
const RAW_EXTENSION = 0x0a;
const TYPE_META = 0x0a;
const RAW = 0x12;

const MAGIC_BYTES = 4;

/** What Go writes after the message: the tags and no bytes of contentEncoding and contentType. */
const AFTER = [0x1a, 0x00, 0x22, 0x00] as const;

const NO_KIND: MessageKind = { apiVersion: '', kind: '', codec: {} as MessageKind['codec'], type: undefined };

/**
 * An event of a watch as nearly all of them are, opened where it lies: the change of an object of the same kind as the one
 * before, with nothing around it but what Go writes. One serves one event after the other.
 */
export class UsualEvent {
  type = '';
  /** Where the message is. */
  start = 0;
  end = 0;
  kind = NO_KIND;
  /** The kind as it stands in an envelope; empty: none is expected. */
  #typeMeta: Buffer = Buffer.alloc(0);
  #at = 0;

  /** Events of this kind are the usual ones from here on. */
  expect(kind: MessageKind): void {
    if (kind === this.kind) return;
    this.kind = kind;
    const [apiVersion, name] = [Buffer.from(kind.apiVersion), Buffer.from(kind.kind)];
    const length = apiVersion.length + name.length + 4;
    // All lengths in one byte.
    this.#typeMeta =
      length < 0x80
        ? Buffer.from([TYPE_META, length, 0x0a, apiVersion.length, ...apiVersion, 0x12, name.length, ...name])
        : Buffer.alloc(0);
  }

  /** False, and nothing said, for any other event, sound or not. */
  open(bytes: Buffer, start: number, end: number): boolean {
    const typeMeta = this.#typeMeta;
    if (typeMeta.length === 0 || end - start < 2 || bytes[start] !== TYPE) return false;
    const typeFrom = start + 2;
    this.#at = typeFrom + (bytes[start + 1] as number);
    const type = typeIn(bytes, typeFrom, this.#at);
    if (type === undefined) return false;
    if (!this.#enter(bytes, OBJECT, end) || !this.#enter(bytes, RAW_EXTENSION, end)) return false;
    const at = this.#at;
    const typeMetaAt = at + MAGIC_BYTES;
    if (end - typeMetaAt < typeMeta.length || !hasMagic(bytes, at)) return false;
    for (let index = 0; index < typeMeta.length; index++) {
      if (bytes[typeMetaAt + index] !== typeMeta[index]) return false;
    }
    this.#at = typeMetaAt + typeMeta.length;
    const messageEnd = end - AFTER.length;
    if (!this.#enter(bytes, RAW, messageEnd)) return false;
    for (let index = 0; index < AFTER.length; index++) if (bytes[messageEnd + index] !== AFTER[index]) return false;
    this.type = type;
    this.start = this.#at;
    this.end = messageEnd;
    return true;
  }

  /** Goes into a field that reaches to `end`. */
  #enter(bytes: Buffer, tag: number, end: number): boolean {
    let at = this.#at;
    if (at >= end || bytes[at++] !== tag) return false;
    let length = 0;
    for (let shift = 0; shift < 28 && at < end; shift += 7) {
      const byte = bytes[at++] as number;
      length |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        this.#at = at;
        return at + length === end;
      }
    }
    return false;
  }
}

/** Which of the usual types stands there. */
function typeIn(bytes: Buffer, from: number, to: number): string | undefined {
  const length = to - from;
  const type = length === 8 ? MODIFIED : length === 5 ? ADDED : DELETED;
  if (type.length !== length) return undefined;
  for (let index = 0; index < type.length; index++)
    if (bytes[from + index] !== type.charCodeAt(index)) return undefined;
  return type;
}
