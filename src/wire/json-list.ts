import { LooseBytes } from '../base/loose-bytes.js';
import { ApiStatusError } from '../errors/index.js';
import type { KubernetesObject } from '../meta/index.js';
import { ChunkBuffer } from './chunk-buffer.js';
import { JsonItemReader } from './json-item.js';
import type { WireItem } from './json-item.js';
import { CLOSED, MEMBER, MemberReader, jsonValue } from './json-members.js';
import { CLOSE_BRACKET, COMMA, INCOMPLETE, OPEN_BRACKET, malformedAt, malformedCode, skipSpace } from './json-scan.js';
import { MAX_OBJECT_BYTES, SLICE_BYTES } from './limits.js';
import type { ListInfo, ListPart, StreamOptions } from './list-part.js';
import { asStatus } from './status-value.js';
import { itemKind } from './type-meta.js';
import { malformed, notAList, tooLarge, truncated } from './wire-errors.js';

/**
 * Decodes a list in JSON item by item as its bytes come in. Never more than one item is held, and no
 * string is made of more than one field of one item, so that a list may be of any size.
 *
 * Throws `ERR_WIRE_MALFORMED`, `ERR_WIRE_TRUNCATED`, `ERR_WIRE_TOO_LARGE` (one item), `ERR_LIST_INVALID`
 * when the body is an object of another kind, and `ApiStatusError` when it is a Status.
 */
export async function* decodeJsonList<T extends KubernetesObject>(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: StreamOptions = {},
): AsyncGenerator<ListPart<T>, void, undefined> {
  const decoder = new JsonListDecoder<T>(options);
  for await (const chunk of chunks) {
    decoder.push(chunk);
    for (let items = decoder.read(); items.length > 0; items = decoder.read()) {
      yield { items, list: decoder.list, isLast: false };
    }
  }
  for (let items = decoder.finish(); items.length > 0; items = decoder.finish()) {
    yield { items, list: decoder.list, isLast: false };
  }
  yield { items: [], list: decoder.close(), isLast: true };
}

/** Where in the list the next byte is. */
type Place = 'before' | 'member' | 'first-item' | 'item' | 'after-item' | 'after';

// What of a list that is not its items is kept, to say what the body was if it was no list.
const ENVELOPE = new Set(['apiVersion', 'kind', 'metadata', 'status', 'message', 'reason', 'details', 'code']);

class JsonListDecoder<T extends KubernetesObject> {
  readonly #what: string;
  readonly #maxObjectBytes: number;
  readonly #options: StreamOptions;
  readonly #buffer = new ChunkBuffer();
  readonly #members = new MemberReader();
  readonly #reader: JsonItemReader<T>;
  readonly #envelope = new Map<string, unknown>();
  #place: Place = 'before';
  #hasItems = false;
  #isFirstMember = true;
  #list: ListInfo = {};
  /**
   * How many bytes must be there before the next attempt. Each step begins again at its first byte when
   * it lacks bytes; since it waits for twice as many, every byte is scanned three times at the most.
   */
  #wanted = 1;

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#what = options.what ?? 'the list';
    this.#maxObjectBytes = options.maxObjectBytes ?? MAX_OBJECT_BYTES;
    this.#reader = new JsonItemReader<T>(options, new LooseBytes());
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
    let sliceEnd = buffer.start + SLICE_BYTES;
    while (buffer.available >= this.#wanted && buffer.available > 0) {
      if (buffer.start >= sliceEnd) {
        if (items.length > 0) break;
        sliceEnd = buffer.start + SLICE_BYTES;
      }
      const before = buffer.start;
      const after = this.#step(buffer.bytes, before, buffer.end, items);
      if (after >= 0) {
        buffer.start = after;
        this.#wanted = 1;
      } else if (after === INCOMPLETE) {
        const { available } = buffer;
        if (available > this.#maxObjectBytes) throw tooLarge(this.#what, buffer.offsetOf(before), this.#maxObjectBytes);
        this.#wanted = Math.min(available * 2, this.#maxObjectBytes + 1);
      } else {
        throw malformed(
          this.#what,
          buffer.offsetOf(malformedAt(after)),
          'there is no valid JSON, or it is nested too deep,',
        );
      }
    }
    if (items.length === 0) buffer.keep();
    return items;
  }

  /** As `read`, when no more bytes will come. */
  finish(): WireItem<T>[] {
    this.#wanted = 1;
    return this.read();
  }

  /** What the list says of itself, once all is read. */
  close(): ListInfo {
    const { start, available } = this.#buffer;
    if (this.#place !== 'after' || available > 0) throw truncated(this.#what, this.#buffer.offsetOf(start + available));
    const { kind, apiVersion } = this.#list;
    if (kind === 'Status') {
      throw new ApiStatusError(asStatus(Object.fromEntries(this.#envelope)), {
        attempted: `Cannot read ${this.#what}`,
      });
    }
    if (!this.#hasItems && (kind === undefined || itemKind(kind) === undefined)) {
      throw notAList(this.#what, apiVersion, kind);
    }
    return this.#list;
  }

  #step(bytes: Buffer, start: number, end: number, items: WireItem<T>[]): number {
    switch (this.#place) {
      case 'before': {
        const after = this.#members.open(bytes, start, end);
        if (after >= 0) this.#place = 'member';
        return after;
      }
      case 'member':
        return this.#member(bytes, start, end);
      case 'first-item': {
        const position = skipSpace(bytes, start, end);
        if (position >= end) return INCOMPLETE;
        if (bytes[position] === CLOSE_BRACKET) return this.#closeItems(position);
        this.#place = 'item';
        return position;
      }
      case 'item': {
        const after = this.#reader.read(bytes, start, end);
        if (after < 0) return after;
        items.push(this.#reader.item as WireItem<T>);
        this.#place = 'after-item';
        return after;
      }
      case 'after-item': {
        const position = skipSpace(bytes, start, end);
        if (position >= end) return INCOMPLETE;
        if (bytes[position] === CLOSE_BRACKET) return this.#closeItems(position);
        if (bytes[position] !== COMMA) return malformedCode(position);
        this.#place = 'item';
        return position + 1;
      }
      case 'after': {
        const position = skipSpace(bytes, start, end);
        return position < end ? malformedCode(position) : position;
      }
    }
  }

  #closeItems(position: number): number {
    this.#place = 'member';
    return position + 1;
  }

  #member(bytes: Buffer, start: number, end: number): number {
    const reader = this.#members;
    reader.enter(bytes, start, end, this.#isFirstMember);
    const found = reader.next();
    if (found === CLOSED) {
      this.#place = 'after';
      return reader.position;
    }
    if (found !== MEMBER) return found;
    if (reader.keyIs('items') && bytes[reader.valueStart] === OPEN_BRACKET) {
      this.#isFirstMember = false;
      this.#hasItems = true;
      this.#place = 'first-item';
      return reader.valueStart + 1;
    }
    const after = reader.skip();
    if (after < 0) return after;
    this.#isFirstMember = false;
    // A Go program writes a list of none as null.
    if (reader.keyIs('items')) this.#hasItems = true;
    else this.#note(reader);
    return after;
  }

  #note(reader: MemberReader): void {
    const name = reader.key();
    if (!ENVELOPE.has(name)) return;
    this.#envelope.set(name, jsonValue(reader.bytes, reader.valueStart, reader.valueEnd));
    this.#list = listInfo(this.#envelope);
    const { kind, apiVersion } = this.#list;
    const item = kind === undefined ? undefined : itemKind(kind);
    // The list knows better than who asked for it: they may have asked for metadata only.
    this.#reader.fallback = {
      ...this.#options.type,
      ...(apiVersion === undefined ? {} : { apiVersion }),
      ...(item === undefined ? {} : { kind: item }),
    };
  }
}

function listInfo(envelope: ReadonlyMap<string, unknown>): ListInfo {
  const metadata = envelope.get('metadata');
  const said = (typeof metadata === 'object' && metadata !== null ? metadata : {}) as Record<string, unknown>;
  const remaining = said['remainingItemCount'];
  return {
    ...text('apiVersion', envelope.get('apiVersion')),
    ...text('kind', envelope.get('kind')),
    ...text('resourceVersion', said['resourceVersion']),
    ...text('continue', said['continue']),
    ...(typeof remaining === 'number' ? { remainingItemCount: remaining } : {}),
  };
}

function text(name: string, value: unknown): Record<string, string> {
  return typeof value === 'string' && value !== '' ? { [name]: value } : {};
}
