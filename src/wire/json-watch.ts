import { LooseBytes } from '../base/loose-bytes.js';
import { ApiStatusError } from '../errors/index.js';
import type { KubernetesObject } from '../meta/index.js';
import { JsonItemReader } from './json-item.js';
import type { WireItem } from './json-item.js';
import { LineSplitter } from './json-lines.js';
import { CLOSED, MEMBER, MemberReader, isText, jsonText, jsonValue } from './json-members.js';
import { INCOMPLETE, malformedAt, malformedCode, skipSpace } from './json-scan.js';
import type { StreamOptions } from './list-part.js';
import { asStatus } from './status-value.js';
import { TextMemo } from './text-memo.js';
import { WatchBatches } from './watch-batches.js';
import type { WatchDecoder, WatchOptions } from './watch-batches.js';
import type { WireEvent } from './watch-event.js';
import { malformed, truncated } from './wire-errors.js';

/**
 * Decodes a watch in JSON: one event a line. Yields the events that came together, together. Empty lines
 * are skipped; invalid UTF-8 becomes U+FFFD, as it does in Go.
 *
 * Throws `ERR_WIRE_MALFORMED`, `ERR_WIRE_TRUNCATED`, `ERR_WIRE_TOO_LARGE`, and `ApiStatusError` when a line
 * is a Status in place of an event.
 */
export function decodeJsonWatch<T extends KubernetesObject>(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: WatchOptions<T> = {},
): WatchBatches<T> {
  return new WatchBatches<T>(chunks, new LineDecoder<T>(options), options);
}

/** Reads `{"type":…,"object":…}`, in whatever order. */
class LineDecoder<T extends KubernetesObject> implements WatchDecoder<T> {
  size = 0;
  readonly #splitter: LineSplitter;
  readonly #items: JsonItemReader<T>;
  readonly #members = new MemberReader();
  readonly #types = new TextMemo();
  readonly #what: string;

  constructor(options: StreamOptions) {
    this.#what = options.what ?? 'the watch';
    this.#splitter = new LineSplitter(options);
    this.#items = new JsonItemReader<T>(options, new LooseBytes());
  }

  push(chunk: Uint8Array): void {
    this.#splitter.push(chunk);
  }

  next(): WireEvent<T> | undefined {
    for (let line = this.#splitter.next(); line !== undefined; line = this.#splitter.next()) {
      const event = this.#read(line, this.#splitter.offset, false);
      this.size = line.length;
      if (event !== undefined) return event;
    }
    return undefined;
  }

  end(): WireEvent<T> | undefined {
    const rest = this.#splitter.rest();
    return rest === undefined ? undefined : this.#read(rest, this.#splitter.offset, true);
  }

  /** The event of a line; undefined when the line is empty. `isLast`: the line may have been cut off. */
  #read(line: Buffer, offset: number, isLast: boolean): WireEvent<T> | undefined {
    const start = skipSpace(line, 0, line.length);
    if (start === line.length) return undefined;
    const members = this.#members;
    let type: string | undefined;
    let objectStart = -1;
    let objectEnd = -1;
    let code = members.open(line, start, line.length);
    while (code >= 0) {
      code = members.next();
      if (code === CLOSED) break;
      if (code === MEMBER) code = members.skip();
      if (code < 0) break;
      const { valueStart, valueEnd } = members;
      if (members.keyIs('type') && isText(line, valueStart)) {
        type = this.#types.read(line, valueStart, valueEnd, jsonText);
      } else if (members.keyIs('object')) {
        objectStart = valueStart;
        objectEnd = valueEnd;
      }
    }
    if (code >= 0) {
      const rest = skipSpace(line, members.position, line.length);
      if (rest < line.length) code = malformedCode(rest);
    }
    if (code < 0) throw this.#failure(code, line, offset, isLast);
    if (type === undefined || objectStart < 0) throw this.#notAnEvent(line, offset);
    return { type, object: this.#object(type, line, objectStart, objectEnd) };
  }

  #object(type: string, line: Buffer, start: number, end: number): WireEvent<T>['object'] {
    if (type === 'ERROR') return asStatus(jsonValue(line, start, end));
    if (type === 'BOOKMARK') return jsonValue(line, start, end) as T;
    // A number at the very end would wait for a byte after it; an event closes with a brace, so there is one.
    this.#items.read(line, start, line.length);
    return this.#items.item as WireItem<T>;
  }

  #failure(code: number, line: Buffer, offset: number, isLast: boolean): Error {
    if (code === INCOMPLETE && isLast) return truncated(this.#what, offset + line.length);
    const position = code === INCOMPLETE ? line.length : malformedAt(code);
    return malformed(this.#what, offset + position, 'there is no valid JSON, or it is nested too deep,');
  }

  #notAnEvent(line: Buffer, offset: number): Error {
    const body = jsonValue(line, 0, line.length) as { kind?: unknown };
    if (body.kind === 'Status') return new ApiStatusError(asStatus(body), { attempted: `Cannot read ${this.#what}` });
    return malformed(this.#what, offset, 'a line is no event with type and object');
  }
}
