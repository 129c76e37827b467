import assert from 'node:assert/strict';
import {
  decodeField,
  decodeMessage,
  encodeMessage,
  messageTypeOf,
  presentFields,
  readPath,
  unknownFields,
  validateMessage,
} from '../../src/wire/codec/index.js';
import type { MessageType } from '../../src/wire/codec/index.js';

/** One instance of a kind, as the Go program writes it. */
export interface Truth {
  readonly apiVersion: string;
  readonly kind: string;
  /** The protobuf, in base64. */
  readonly bytes: string;
  /** The protobuf that Go writes for the JSON, where that is not `bytes`: JSON does not tell a pointer to nothing from none. */
  readonly again?: string;
  readonly json: unknown;
}

/** The message of a kind; the tables must have it. */
export function typeOf(apiVersion: string, kind: string): MessageType {
  const type = messageTypeOf(apiVersion, kind);
  assert(type !== undefined, `there is no table for ${apiVersion} ${kind}`);
  return type;
}

/** Reads one line. `text` keeps Go's order and spelling; the JSON is its last member. */
export function parseTruth(line: string): { readonly truth: Truth; readonly text: string } {
  return { truth: JSON.parse(line) as Truth, text: line.slice(line.indexOf('"json":') + 7, -1) };
}

/** Checks everything that holds for the bytes of Go. Throws an AssertionError for what does not. */
export function checkDecoding(type: MessageType, bytes: Buffer, expected: unknown): void {
  const decoded = decodeMessage(type, bytes);
  assert.deepStrictEqual(decoded, expected);
  // The order of the keys, which deepStrictEqual does not look at.
  assert.equal(JSON.stringify(decoded), JSON.stringify(expected));
  assert.equal(validateMessage(type, bytes), 0);
  assert.equal(unknownFields(type, bytes), 0);
}

/** The lazy readers say what the decoder says. */
export function checkLazyReads(type: MessageType, bytes: Buffer): void {
  const decoded = decodeMessage(type, bytes);
  assert.deepStrictEqual(presentFields(type, bytes), Object.keys(decoded));
  for (const name of type.ways.keys()) assert.deepStrictEqual(decodeField(type, bytes, name), decoded[name]);
  for (const [path, value] of pathsOf(decoded)) {
    assert.deepStrictEqual(readPath(type, bytes, path), value, path.join('.'));
  }
}

/** Encoding what was decoded gives the bytes that Go writes for the same JSON. */
export function checkEncoding(type: MessageType, truth: Truth, text: string): void {
  const encoded = Buffer.from(encodeMessage(type, truth.json as object));
  const expected = Buffer.from(truth.again ?? truth.bytes, 'base64');
  // A number beyond 2^53 has lost digits in JSON.parse already, and Go keeps the spelling of JSON inside protobuf.
  if (/\d{16}|\\u00(26|3c|3e)/.test(text)) {
    assert.deepStrictEqual(decodeMessage(type, encoded), decodeMessage(type, expected));
  } else {
    assert.equal(encoded.toString('base64'), expected.toString('base64'));
  }
}

/** Every path that leads to something, and one beside each that leads nowhere. */
function* pathsOf(value: unknown, path: readonly string[] = []): Generator<[path: readonly string[], value: unknown]> {
  if (path.length > 0) yield [path, value];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    if (path.length > 0) yield [[...path, 'nowhere'], undefined];
    return;
  }
  yield [[...path, 'nowhere'], undefined];
  for (const [name, below] of Object.entries(value)) yield* pathsOf(below, [...path, name]);
}
