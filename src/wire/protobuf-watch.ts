import { LooseBytes } from '../base/loose-bytes.js';
import type { KubernetesObject } from '../meta/index.js';
import { FrameSplitter } from './frames.js';
import { SLICE_BYTES } from './limits.js';
import type { StreamOptions } from './list-part.js';
import type { ObjectCodec } from './object-codec.js';
import { openEnvelope, readStatus } from './proto-envelope.js';
import { FieldReader } from './proto-fields.js';
import { ProtobufItemReader } from './protobuf-item.js';
import { decodeWithType } from './protobuf-record.js';
import { TextMemo } from './text-memo.js';
import type { WireEvent } from './watch-event.js';
import { malformed } from './wire-errors.js';

/**
 * Decodes a watch in protobuf: frames of WatchEvent { 1: type, 2: { 1: `k8s\0` + Unknown } }. Yields the
 * events that came together, together.
 *
 * Throws `ERR_WIRE_MALFORMED`, `ERR_WIRE_TRUNCATED`, `ERR_WIRE_TOO_LARGE` and `ERR_WIRE_UNKNOWN_TYPE`.
 */
export async function* decodeProtobufWatch<T extends KubernetesObject>(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  codec: ObjectCodec,
  options: StreamOptions = {},
): AsyncGenerator<readonly WireEvent<T>[], void, undefined> {
  const splitter = new FrameSplitter(options);
  const reader = new EventReader<T>(codec, options);
  for await (const chunk of chunks) {
    splitter.push(chunk);
    for (let events = take(splitter, reader); events.length > 0; events = take(splitter, reader)) yield events;
  }
  splitter.end();
}

function take<T extends KubernetesObject>(splitter: FrameSplitter, reader: EventReader<T>): WireEvent<T>[] {
  const events: WireEvent<T>[] = [];
  let left = SLICE_BYTES;
  while (left > 0) {
    const frame = splitter.next();
    if (frame === undefined) break;
    left -= frame.length;
    events.push(reader.read(frame, splitter.offset));
  }
  return events;
}

class EventReader<T extends KubernetesObject> {
  readonly #items: ProtobufItemReader<T>;
  readonly #what: string;
  readonly #types = new TextMemo();

  constructor(codec: ObjectCodec, options: StreamOptions) {
    this.#what = options.what ?? 'the watch';
    this.#items = new ProtobufItemReader<T>(codec, { ...options, what: this.#what }, new LooseBytes());
  }

  read(frame: Buffer, offset: number): WireEvent<T> {
    let type = '';
    let object: Uint8Array | undefined;
    for (const fields = new FieldReader(frame, this.#what, { base: offset }); fields.next();) {
      if (fields.number === 1) type = this.#types.read(frame, fields.start, fields.end, utf8);
      else if (fields.number === 2) object = rawOf(fields.message());
    }
    if (object === undefined)
      throw malformed(this.#what, offset, `an event of type ${JSON.stringify(type)} has no object`);
    const { apiVersion, kind, raw } = openEnvelope(object, this.#what);
    if (kind === 'Status' && apiVersion === 'v1') return { type, object: readStatus(raw) };
    const messageKind = this.#items.kindOf(apiVersion, kind);
    if (type !== 'BOOKMARK') return { type, object: this.#items.read(raw, messageKind) };
    messageKind.codec.validateMessage(messageKind.type, raw);
    return { type, object: decodeWithType(messageKind, raw) };
  }
}

function utf8(bytes: Buffer, start: number, end: number): string {
  return bytes.toString('utf8', start, end);
}

/** RawExtension { 1: raw }. */
function rawOf(fields: FieldReader): Uint8Array | undefined {
  let raw: Uint8Array | undefined;
  while (fields.next()) if (fields.number === 1) raw = fields.bytes();
  return raw;
}
