import { LooseBytes } from '../base/loose-bytes.js';
import type { KubernetesObject } from '../meta/index.js';
import { Envelope, Reader } from './codec/index.js';
import { FrameSplitter } from './frames.js';
import type { StreamOptions } from './list-part.js';
import type { ObjectCodec } from './object-codec.js';
import { assertPlain, readStatus } from './proto-envelope.js';
import { ProtobufItemReader } from './protobuf-item.js';
import { decodeWithType } from './protobuf-record.js';
import { UsualEvent } from './usual-event.js';
import { WatchBatches } from './watch-batches.js';
import type { WatchDecoder, WatchOptions } from './watch-batches.js';
import type { WireEvent } from './watch-event.js';

// The tags of WatchEvent and of the RawExtension in it: numbers 1, 2 and 1, all of wire type 2 (a length).
const TYPE = 0x0a;
const OBJECT = 0x12;
const RAW = 0x0a;

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
  /** What errors call an event. */
  readonly #event: string;
  readonly #envelope = new Envelope();
  readonly #usual = new UsualEvent();

  constructor(codec: ObjectCodec, options: StreamOptions) {
    this.#what = options.what ?? 'the watch';
    this.#event = `an event of ${this.#what}`;
    this.#splitter = new FrameSplitter(options);
    this.#items = new ProtobufItemReader<T>(codec, { ...options, what: this.#what }, new LooseBytes());
  }

  push(chunk: Uint8Array): void {
    this.#splitter.push(chunk);
  }

  next(): WireEvent<T> | undefined {
    const splitter = this.#splitter;
    if (!splitter.next()) return undefined;
    const { bytes, from, to } = splitter;
    this.size = to - from;
    return this.#read(bytes, from, to);
  }

  end(): undefined {
    this.#splitter.end();
  }

  #read(bytes: Buffer, start: number, end: number): WireEvent<T> {
    const usual = this.#usual;
    if (usual.open(bytes, start, end)) {
      return { type: usual.type, object: this.#items.read(bytes, usual.start, usual.end, usual.kind) };
    }
    return this.#readAny(bytes, start, end);
  }

  #readAny(bytes: Buffer, start: number, end: number): WireEvent<T> {
    const reader = new Reader(this.#event, bytes, start, end);
    const envelope = this.#envelope;
    let type = '';
    let hasObject = false;
    while (reader.at < end) {
      const tag = reader.tag(end);
      if (tag === TYPE) type = reader.text(end);
      else if (tag === OBJECT) hasObject = this.#open(reader, reader.length(end)) || hasObject;
      else reader.skip(tag, end, 0);
    }
    if (!hasObject) throw reader.malformed(`no object of the event of type ${JSON.stringify(type)} stands`, start);
    assertPlain(envelope.contentEncoding, envelope.contentType, this.#what);
    const { apiVersion, kind } = envelope;
    if (kind === 'Status' && apiVersion === 'v1') {
      return { type, object: readStatus(bytes.subarray(envelope.start, envelope.end)) };
    }
    const messageKind = this.#items.kindOf(apiVersion, kind);
    if (type !== 'BOOKMARK') {
      this.#usual.expect(messageKind);
      return { type, object: this.#items.read(bytes, envelope.start, envelope.end, messageKind) };
    }
    messageKind.codec.validateMessage(messageKind.type, bytes, envelope.start, envelope.end);
    return { type, object: decodeWithType(messageKind, bytes, envelope.start, envelope.end) };
  }

  /** Opens the envelope in a RawExtension, and tells whether there is one. */
  #open(reader: Reader, end: number): boolean {
    let isThere = false;
    while (reader.at < end) {
      const tag = reader.tag(end);
      if (tag === RAW) {
        const to = reader.length(end);
        this.#envelope.open(reader.bytes, reader.at, to);
        isThere = true;
        reader.at = to;
      } else reader.skip(tag, end, 0);
    }
    return isThere;
  }
}
