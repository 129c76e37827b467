import { ApiStatusError } from '../errors/index.js';
import type { Status } from '../errors/index.js';
import type { KubernetesObject } from '../meta/index.js';
import { asBuffer } from './chunk-buffer.js';
import { JsonItemReader } from './json-item.js';
import type { DecodeOptions, WireItem } from './json-item.js';
import { decodeJsonList } from './json-list.js';
import { INCOMPLETE, malformedAt, skipSpace } from './json-scan.js';
import { decodeJsonWatch } from './json-watch.js';
import type { ListPart, StreamOptions } from './list-part.js';
import { parseContentType } from './media-type.js';
import { builtInCodec } from './object-codec.js';
import type { ObjectCodec } from './object-codec.js';
import { openEnvelope, readStatus } from './proto-envelope.js';
import { ProtobufItemReader } from './protobuf-item.js';
import { decodeProtobufList } from './protobuf-list.js';
import { decodeProtobufWatch } from './protobuf-watch.js';
import { unexpectedContent } from './status-body.js';
import { asStatus } from './status-value.js';
import type { WatchOptions } from './watch-batches.js';
import type { WireEvent } from './watch-event.js';
import { malformed, truncated } from './wire-errors.js';

/** Each may be in memory that is used again when the next one is asked for. */
type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** How a body is decoded. `codec` reads protobuf; by default that of the built-in kinds. */
export interface ContentOptions extends StreamOptions {
  readonly codec?: ObjectCodec;
}

/** How much of a body that cannot be decoded is read, to show what it is. */
const PEEK_BYTES = 16 * 2 ** 10;

/** Decodes an accepted list by its Content-Type. Throws `ERR_WIRE_UNEXPECTED_CONTENT` for any that is not ours. */
export function decodeList<T extends KubernetesObject>(
  contentType: string | undefined,
  chunks: Chunks,
  options: ContentOptions = {},
): AsyncGenerator<ListPart<T>, void, undefined> {
  switch (parseContentType(contentType).format) {
    case 'protobuf':
      return decodeProtobufList<T>(chunks, options.codec ?? builtInCodec, options);
    case 'json':
      return decodeJsonList<T>(chunks, options);
    case 'other':
      return refuse(contentType, chunks, options.what ?? 'the list');
  }
}

/** Decodes an accepted watch by its Content-Type. Throws `ERR_WIRE_UNEXPECTED_CONTENT` for any that is not ours. */
export function decodeWatch<T extends KubernetesObject>(
  contentType: string | undefined,
  chunks: Chunks,
  options: ContentOptions & WatchOptions<T> = {},
): AsyncIterableIterator<readonly WireEvent<T>[], void, undefined> {
  switch (parseContentType(contentType).format) {
    case 'protobuf':
      return decodeProtobufWatch<T>(chunks, options.codec ?? builtInCodec, options);
    case 'json':
      return decodeJsonWatch<T>(chunks, options);
    case 'other':
      return refuse(contentType, chunks, options.what ?? 'the watch');
  }
}

/** Reads the beginning of a body and throws what it is, in the place of a decoder. */
async function* refuse(
  contentType: string | undefined,
  chunks: Chunks,
  what: string,
): AsyncGenerator<never, void, undefined> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    // It may be in memory that is used again.
    read.push(Buffer.from(chunk));
    size += chunk.length;
    if (size >= PEEK_BYTES) break;
  }
  throw unexpectedContent({
    statusCode: 200,
    contentType,
    body: Buffer.concat(read),
    attempted: `Cannot read ${what}`,
  });
}

/**
 * Decodes the body of an accepted get, create, update, patch or delete. A record; a plain object when it has no
 * identity (a review, a scale of no name) or is written as no Go program would; or the Status of success that a delete answers with.
 *
 * Throws `ApiStatusError` for a Status of failure, `ERR_WIRE_MALFORMED`, `ERR_WIRE_TRUNCATED`,
 * `ERR_WIRE_UNKNOWN_TYPE` and `ERR_WIRE_UNEXPECTED_CONTENT`.
 */
export function decodeObject<T extends KubernetesObject>(
  contentType: string | undefined,
  body: Uint8Array,
  options: ContentOptions = {},
): WireItem<T> | Status {
  const what = options.what ?? 'the object';
  switch (parseContentType(contentType).format) {
    case 'protobuf': {
      const { apiVersion, kind, raw } = openEnvelope(body, what);
      if (kind === 'Status') return successOf(readStatus(raw), what);
      const reader = new ProtobufItemReader<T>(options.codec ?? builtInCodec, { ...options, what });
      return reader.read(asBuffer(raw), 0, raw.length, reader.kindOf(apiVersion, kind));
    }
    case 'json':
      return decodeJsonBody<T>(asBuffer(body), what, options);
    case 'other':
      throw unexpectedContent({ statusCode: 200, contentType, body, attempted: `Cannot read ${what}` });
  }
}

function decodeJsonBody<T extends KubernetesObject>(
  body: Buffer,
  what: string,
  options: DecodeOptions,
): WireItem<T> | Status {
  const reader = new JsonItemReader<T>(options);
  const after = reader.read(body, 0, body.length);
  if (after === INCOMPLETE) throw truncated(what, body.length);
  const rest = after < 0 ? malformedAt(after) : skipSpace(body, after, body.length);
  if (after < 0 || rest < body.length) throw malformed(what, rest, 'there is no valid JSON');
  const item = reader.item as WireItem<T>;
  const kind: unknown = (item as { kind?: unknown } | null)?.kind;
  return kind === 'Status' ? successOf(asStatus(item), what) : item;
}

function successOf(status: Status, what: string): Status {
  if (status.status === 'Success') return status;
  throw new ApiStatusError(status, { attempted: `Cannot read ${what}` });
}
