import fc from 'fast-check';
import { ANY_LABELS, readFieldPath } from '../meta/index.js';
import { FieldReader } from './proto-fields.js';
import { JsonItemReader } from './json-item.js';
import type { DecodeOptions } from './json-item.js';
import type { JsonRecord } from './json-record.js';
import type { ObjectCodec } from './object-codec.js';
import { malformed } from './wire-errors.js';

type Plain = Record<string, unknown>;

/** Writes the fields of a protobuf message, as little as tests need. */
export const proto = {
  varint(value: number): Buffer {
    const bytes: number[] = [];
    for (; value >= 0x80; value = Math.floor(value / 128)) bytes.push((value % 128) | 0x80);
    return Buffer.from([...bytes, value]);
  },
  bytes(number: number, value: Uint8Array | string): Buffer {
    const content = typeof value === 'string' ? Buffer.from(value) : value;
    return Buffer.concat([proto.varint(number * 8 + 2), proto.varint(content.length), content]);
  },
  number(number: number, value: number): Buffer {
    return Buffer.concat([proto.varint(number * 8), proto.varint(value)]);
  },
  envelope(apiVersion: string, kind: string, raw: Uint8Array): Buffer {
    const typeMeta = Buffer.concat([proto.bytes(1, apiVersion), proto.bytes(2, kind)]);
    return Buffer.concat([
      Buffer.from('k8s\0'),
      proto.bytes(1, typeMeta),
      proto.bytes(2, raw),
      proto.bytes(3, ''),
      proto.bytes(4, ''),
    ]);
  },
  frame(content: Uint8Array): Buffer {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    return Buffer.concat([length, content]);
  },
  event(type: string, envelope: Uint8Array): Buffer {
    return proto.frame(Buffer.concat([proto.bytes(1, type), proto.bytes(2, proto.bytes(1, envelope))]));
  },
};

/** A message of the toy codec: one field that has the object as JSON. */
export function toyMessage(object: unknown): Buffer {
  return proto.bytes(1, JSON.stringify(object));
}

function toyObject(bytes: Uint8Array): Plain {
  let text = '{}';
  for (const fields = new FieldReader(bytes, 'a toy'); fields.next();) if (fields.number === 1) text = fields.text();
  return JSON.parse(text) as Plain;
}

function toyMetadata(bytes: Uint8Array): Plain {
  return (toyObject(bytes)['metadata'] ?? {}) as Plain;
}

/** A codec for the kind `toys.example/v1 Toy`, whose messages are JSON in protobuf's clothing. */
export const toyCodec: ObjectCodec<'toy'> = {
  messageTypeOf: (apiVersion, kind) => (apiVersion === 'toys.example/v1' && kind === 'Toy' ? 'toy' : undefined),
  decodeMessage: (_type, bytes, start, end) => toyObject(bytes.subarray(start, end)),
  presentFields: (_type, bytes, start, end) => Object.keys(toyObject(bytes.subarray(start, end))),
  decodeField: (_type, bytes, name, start, end) => toyObject(bytes.subarray(start, end))[name],
  readPath: (_type, bytes, path, start, end) => readFieldPath(toyObject(bytes.subarray(start, end)), path),
  metadataFields: (_type, bytes, start, end) => Object.keys(toyMetadata(bytes.subarray(start, end))),
  decodeMetadataField: (_type, bytes, name, start, end) => toyMetadata(bytes.subarray(start, end))[name],
  labelOf: (_type, bytes, label, start, end) =>
    readFieldPath(toyObject(bytes.subarray(start, end)), ['metadata', 'labels', label]) as string | undefined,
  uidOf: (_type, bytes, start, end) =>
    (readFieldPath(toyObject(bytes.subarray(start, end)), ['metadata', 'uid']) as string | undefined) ?? '',
  isSameObject: (type, bytes, start, end, others, othersStart, othersEnd) => {
    const uids = [toyCodec.uidOf(type, bytes, start, end), toyCodec.uidOf(type, others, othersStart, othersEnd)];
    return uids[0] === uids[1] || uids.includes('');
  },
  scan: (_type, bytes, start, end, keepManagedFields) => {
    const object = toyObject(bytes.subarray(start, end));
    const { managedFields, ...metadata } = (object['metadata'] ?? {}) as Record<string, string | undefined>;
    const { name = '', namespace = '', resourceVersion = '' } = metadata;
    const kept =
      keepManagedFields || managedFields === undefined
        ? bytes.subarray(start, end)
        : toyMessage({ ...object, metadata });
    return {
      name,
      namespace,
      resourceVersion,
      labelBits: ANY_LABELS,
      uidAt: 0,
      length: kept.length,
      isOrdered: true,
      unknownFields: -1,
      copyTo: (target, at) => kept.copy(target, at),
    };
  },
  validateMessage: (_type, bytes, start, end) => {
    try {
      toyObject(bytes.subarray(start, end));
      return 0;
    } catch (cause) {
      throw malformed('a toy', 0, 'its JSON is broken', cause);
    }
  },
};

/** The record of an object, by way of its JSON. */
export function jsonRecord(object: object | string, options: DecodeOptions = {}): JsonRecord {
  const bytes = Buffer.from(typeof object === 'string' ? object : JSON.stringify(object));
  const reader = new JsonItemReader(options);
  if (reader.read(bytes, 0, bytes.length) !== bytes.length) throw new Error('not one JSON value');
  return reader.item as JsonRecord;
}

/** Where bytes are cut into chunks: at some positions, in whatever order and number those come, or at every byte. */
export type Chunking = readonly number[] | 'every byte';

export function cut(bytes: Uint8Array, chunking: Chunking): Uint8Array[] {
  const positions = chunking === 'every byte' ? Array.from(bytes, (_, index) => index) : chunking;
  const at = [...new Set(positions.map((position) => position % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...at, bytes.length].map((end, index) => Uint8Array.from(bytes.subarray(at[index - 1] ?? 0, end)));
}

export const chunkings: fc.Arbitrary<Chunking> = fc.oneof(
  fc.array(fc.nat(), { maxLength: 12 }),
  fc.constant<Chunking>('every byte'),
);

/** Bytes with a few of them changed, taken out or put in. */
export const mutations = fc.array(
  fc.record({
    at: fc.nat(),
    how: fc.constantFrom('change', 'remove', 'insert', 'end'),
    byte: fc.integer({ min: 0, max: 255 }),
  }),
  { minLength: 1, maxLength: 4 },
);

export function mutate(bytes: Uint8Array, changes: readonly { at: number; how: string; byte: number }[]): Buffer {
  let list = [...bytes];
  for (const { at, how, byte } of changes) {
    const index = list.length === 0 ? 0 : at % list.length;
    if (how === 'change') list[index] = byte;
    else if (how === 'remove') list.splice(index, 1);
    else if (how === 'insert') list.splice(index, 0, byte);
    else list = list.slice(0, index);
  }
  return Buffer.from(list);
}

const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constant('__proto__'),
);

/** Kubernetes objects with names, and with anything else in them that JSON can hold. */
export const kubernetesObjects: fc.Arbitrary<Plain> = fc
  .record({
    name: fc.stringMatching(/^[a-z]([a-z0-9-]{0,10}[a-z0-9])?$/),
    namespace: fc.option(fc.constantFrom('default', 'kube-system'), { nil: undefined }),
    metadata: fc.dictionary(fc.oneof(text, fc.constantFrom('managedFields', 'finalizers')), fc.jsonValue(), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
    labels: fc.option(fc.dictionary(text, text, { maxKeys: 4, noNullPrototype: true }), { nil: undefined }),
    rest: fc.dictionary(fc.oneof(text, fc.constantFrom('spec', 'status', 'data')), fc.jsonValue(), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
    metadataFirst: fc.boolean(),
  })
  .map(({ name, namespace, metadata, labels, rest, metadataFirst }) => {
    const whole = own({ ...(namespace === undefined ? {} : { namespace }) }, metadata);
    own(whole, { name, uid: `uid-${name}`, resourceVersion: '7', ...(labels === undefined ? {} : { labels }) });
    const type = { apiVersion: 'toys.example/v1', kind: 'Toy' };
    return metadataFirst
      ? own(own({}, { ...type, metadata: whole }), rest)
      : own(own({}, rest), { metadata: whole, ...type });
  });

/** Copies properties, `__proto__` included, as own ones. */
export function own(target: Plain, source: Plain): Plain {
  for (const name of Object.keys(source)) {
    Object.defineProperty(target, name, { value: source[name], enumerable: true, configurable: true, writable: true });
  }
  return target;
}

/** All that a generator gives. */
export async function gather<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of source) all.push(value);
  return all;
}

/** The error that a promise rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}
