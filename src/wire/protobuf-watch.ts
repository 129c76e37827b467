import { LooseBytes } from '../base/loose-bytes.js';
import type { KubernetesObject } from '../meta/index.js';
import { FrameSplitter } from './frames.js';
import type { StreamOptions } from './list-part.js';
import type { ObjectCodec } from './object-codec.js';
import { openEnvelope, readStatus } from './proto-envelope.js';
import { FieldReader } from './proto-fields.js';
import { ProtobufItemReader } from './protobuf-item.js';
import { decodeWithType } from './protobuf-record.js';
import { TextMemo } from './text-memo.js';
import { WatchBatches } from './watch-batches.js';
import type { WatchDecoder, WatchOptions } from './watch-batches.js';
import type { WireEvent } from './watch-event.js';
import { malformed } from './wire-errors.js';

/**
 * Decodes a watch in protobuf: frames of WatchEvent { 1: type, 2: { 1: `k8s\0` + Unknown } }. Yields the
 * events that came together, together.
 *
 * Throws `ERR_WIRE_MALFORMED`, `ERR_WIRE_TRUNCATED`, `ERR_WIRE_TOO_LARGE` and `ERR_WIRE_UNKNOWN_TYPE`.
 */
export function decodeProtobufWatch<T extends KubernetesObject>(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  codec: ObjectCodec,
  options: WatchOptions<T> = {},
): WatchBatches<T> {
  return new WatchBatches<T>(chunks, new FrameDecoder<T>(codec, options), options);
}

class FrameDecoder<T extends KubernetesObject> implements WatchDecoder<T> {
  size = 0;
  readonly #splitter: FrameSplitter;
  readonly #items: ProtobufItemReader<T>;
  readonly #what: string;
  readonly #types = new TextMemo();

  constructor(codec: ObjectCodec, options: StreamOptions) {
    this.#what = options.what ?? 'the watch';
    this.#splitter = new FrameSplitter(options);
    this.#items = new ProtobufItemReader<T>(codec, { ...options, what: this.#what }, new LooseBytes());
  }

  push(chunk: Uint8Array): void {
    this.#splitter.push(chunk);
  }

  next(): WireEvent<T> | undefined {
    const frame = this.#splitter.next();
    if (frame === undefined) return undefined;
    this.size = frame.length;
    return this.#read(frame, this.#splitter.offset);
  }

  end(): undefined {
    this.#splitter.end();
  }

  #read(frame: Buffer, offset: number): WireEvent<T> {
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
