import { LooseBytes } from '../base/loose-bytes.js';
import { ApiStatusError } from '../errors/index.js';
import type { KubernetesObject } from '../meta/index.js';
import { ChunkBuffer } from './chunk-buffer.js';
import { hasMagic } from './codec/index.js';
import type { WireItem } from './json-item.js';
import { MAX_OBJECT_BYTES, SLICE_BYTES } from './limits.js';
import type { ListInfo, ListPart, StreamOptions } from './list-part.js';
import type { ObjectCodec } from './object-codec.js';
import { assertPlain, readListMeta, readStatus, readTypeMeta } from './proto-envelope.js';
import { FIXED32, FIXED64, FieldReader, LENGTH_DELIMITED, VARINT, Varint } from './proto-fields.js';
import { ProtobufItemReader } from './protobuf-item.js';
import type { MessageKind } from './protobuf-record.js';
import { itemKind } from './type-meta.js';
import { malformed, notAList, tooLarge, truncated } from './wire-errors.js';

/**
 * Decodes a list in protobuf item by item as its bytes come in: `k8s\0` + Unknown { 1: typeMeta, 2: raw },
 * raw being List { 1: ListMeta, 2: items }. Never more than one item is held.
 *
 * Throws `ERR_WIRE_MALFORMED`, `ERR_WIRE_TRUNCATED`, `ERR_WIRE_TOO_LARGE` (one item), `ERR_WIRE_UNKNOWN_TYPE`,
 * `ERR_LIST_INVALID` when the body is an object of another kind, and `ApiStatusError` when it is a Status.
 */
export async function* decodeProtobufList<T extends KubernetesObject>(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  codec: ObjectCodec,
  options: StreamOptions = {},
): AsyncGenerator<ListPart<T>, void, undefined> {
  const decoder = new ProtobufListDecoder<T>(codec, options);
  for await (const chunk of chunks) {
    decoder.push(chunk);
    for (let items = decoder.read(); items.length > 0; items = decoder.read()) {
      yield { items, list: decoder.list, isLast: false };
    }
  }
  yield { items: [], list: decoder.close(), isLast: true };
}

const INCOMPLETE = -1;

/** The length of `k8s\0`. */
const MAGIC_BYTES = 4;

class ProtobufListDecoder<T extends KubernetesObject> {
  readonly #what: string;
  readonly #maxObjectBytes: number;
  readonly #buffer = new ChunkBuffer();
  readonly #reader: ProtobufItemReader<T>;
  readonly #varint = new Varint();
  #hasBegun = false;
  /** Where in the body `raw` ends; undefined outside of it. */
  #rawEnd: number | undefined;
  #hasRaw = false;
  #kind: MessageKind | undefined;
  #list: ListInfo = {};
  // The field whose header was read last; `#length` is how many bytes its value has.
  #number = 0;
  #wireType = 0;
  #length = 0;

  constructor(codec: ObjectCodec, options: StreamOptions) {
    this.#what = options.what ?? 'the list';
    this.#maxObjectBytes = options.maxObjectBytes ?? MAX_OBJECT_BYTES;
    this.#reader = new ProtobufItemReader<T>(codec, { ...options, what: this.#what }, new LooseBytes());
  }

  get list(): ListInfo {
    return this.#list;
  }

  push(chunk: Uint8Array): void {
    this.#buffer.append(chunk);
  }

  /** Some items; none when more bytes are needed, and then no chunk is used any more. */
  read(): WireItem<T>[] {
    const items: WireItem<T>[] = [];
    const buffer = this.#buffer;
    const sliceEnd = buffer.start + SLICE_BYTES;
    while (buffer.available > 0 && (items.length === 0 || buffer.start < sliceEnd)) {
      const after = this.#step(items);
      if (after === INCOMPLETE) break;
      buffer.start = after;
      if (this.#offset === this.#rawEnd) this.#rawEnd = undefined;
    }
    if (items.length === 0) buffer.keep();
    return items;
  }

  close(): ListInfo {
    const { available, end } = this.#buffer;
    // A list of none has its metadata in `raw` all the same: without it, this is not an empty list but a cut one.
    if (!this.#hasRaw || available > 0 || this.#rawEnd !== undefined) {
      throw truncated(this.#what, this.#buffer.offsetOf(end));
    }
    return this.#list;
  }

  /** Where in the body the next byte is. */
  get #offset(): number {
    return this.#buffer.offsetOf(this.#buffer.start);
  }

  #step(items: WireItem<T>[]): number {
    const { bytes, start, end } = this.#buffer;
    if (!this.#hasBegun) {
      if (end - start < MAGIC_BYTES) return INCOMPLETE;
      if (!hasMagic(bytes, start)) throw this.#malformed('it does not begin with "k8s\\0"');
      this.#hasBegun = true;
      return start + MAGIC_BYTES;
    }
    return this.#rawEnd === undefined
      ? this.#fieldOfEnvelope(bytes, start, end)
      : this.#fieldOfList(bytes, start, end, items, this.#rawEnd);
  }

  #fieldOfEnvelope(bytes: Buffer, start: number, end: number): number {
    const value = this.#header(bytes, start, end);
    if (value === INCOMPLETE) return INCOMPLETE;
    if (this.#number === 2 && this.#wireType === LENGTH_DELIMITED) {
      if (this.#list.kind === 'Status') return this.#status(bytes, value, end);
      this.#enterRaw();
      this.#rawEnd = this.#buffer.offsetOf(value) + this.#length;
      return value;
    }
    const after = this.#whole(value, end);
    if (after === INCOMPLETE) return INCOMPLETE;
    if (this.#number === 1 && this.#wireType === LENGTH_DELIMITED) {
      const { apiVersion, kind } = readTypeMeta(this.#fields(bytes, value, after));
      this.#list = {
        ...this.#list,
        ...(apiVersion === '' ? {} : { apiVersion }),
        ...(kind === '' ? {} : { kind }),
      };
    } else if (this.#number === 3) {
      assertPlain(bytes.toString('utf8', value, after), '', this.#what);
    }
    return after;
  }

  #status(bytes: Buffer, start: number, end: number): number {
    const after = this.#whole(start, end);
    if (after === INCOMPLETE) return INCOMPLETE;
    throw new ApiStatusError(readStatus(bytes.subarray(start, after)), { attempted: `Cannot read ${this.#what}` });
  }

  #enterRaw(): void {
    this.#hasRaw = true;
    const { apiVersion, kind } = this.#list;
    const item = kind === undefined ? undefined : itemKind(kind);
    if (item === undefined) throw notAList(this.#what, apiVersion, kind);
    this.#kind = this.#reader.kindOf(apiVersion ?? '', item);
  }

  #fieldOfList(bytes: Buffer, start: number, end: number, items: WireItem<T>[], rawEnd: number): number {
    const value = this.#header(bytes, start, end);
    if (value === INCOMPLETE) {
      if (this.#buffer.offsetOf(end) > rawEnd) throw this.#malformed('a field is longer than the list that holds it');
      return INCOMPLETE;
    }
    if (this.#buffer.offsetOf(value) + this.#length > rawEnd) {
      throw this.#malformed('a field is longer than the list that holds it');
    }
    const after = this.#whole(value, end);
    if (after === INCOMPLETE) return INCOMPLETE;
    if (this.#wireType !== LENGTH_DELIMITED) return after;
    if (this.#number === 1) {
      this.#list = { ...this.#list, ...readListMeta(this.#fields(bytes, value, after)) };
    } else if (this.#number === 2) {
      items.push(this.#reader.read(bytes, value, after, this.#kind as MessageKind));
    }
    return after;
  }

  #fields(bytes: Buffer, start: number, end: number): FieldReader {
    return new FieldReader(bytes, this.#what, { start, end, base: this.#buffer.offsetOf(0) });
  }

  /** Reads a tag and, where there is one, a length; the position of the value. */
  #header(bytes: Buffer, start: number, end: number): number {
    let position = this.#readVarint(bytes, start, end);
    if (position === INCOMPLETE) return INCOMPLETE;
    const tag = this.#varint.value;
    this.#number = Math.floor(tag / 8);
    this.#wireType = tag % 8;
    if (this.#number === 0 || this.#number > 0x1fff_ffff) throw this.#malformed('a field has no valid number');
    switch (this.#wireType) {
      case VARINT: {
        const after = this.#readVarint(bytes, position, end);
        if (after === INCOMPLETE) return INCOMPLETE;
        this.#length = after - position;
        return position;
      }
      case FIXED64:
        this.#length = 8;
        return position;
      case FIXED32:
        this.#length = 4;
        return position;
      case LENGTH_DELIMITED:
        position = this.#readVarint(bytes, position, end);
        this.#length = this.#varint.value;
        return position;
      default:
        throw this.#malformed(`a field has the unknown wire type ${this.#wireType}`);
    }
  }

  #readVarint(bytes: Buffer, position: number, end: number): number {
    const after = this.#varint.read(bytes, position, end);
    if (after === -2) throw this.#malformed('a number does not end');
    return after;
  }

  /** The end of a value that must be there as a whole. */
  #whole(value: number, end: number): number {
    if (this.#length > this.#maxObjectBytes) {
      throw tooLarge(this.#what, this.#buffer.offsetOf(value), this.#maxObjectBytes);
    }
    return value + this.#length <= end ? value + this.#length : INCOMPLETE;
  }

  #malformed(why: string): Error {
    return malformed(this.#what, this.#offset, why);
  }
}
