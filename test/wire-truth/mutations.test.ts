import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KubeInformerError } from '../../src/errors/index.js';
import {
  decodeField,
  decodeMessage,
  presentFields,
  readPath,
  readUnknown,
  unknownFields,
  validateMessage,
} from '../../src/wire/codec/index.js';
import type { MessageType } from '../../src/wire/codec/index.js';
import { identityOf, withoutManagedFields } from '../../src/wire/codec/test-bytes.js';
import { captures, readLines } from './support.js';
import { parseTruth, typeOf } from './truth.js';

interface Sample {
  readonly type: MessageType;
  readonly bytes: Uint8Array;
}

const samples: Sample[] = [
  ...captures().map(({ bytes }) => {
    const { apiVersion, kind, raw } = readUnknown(Buffer.from(bytes, 'base64'));
    return { type: typeOf(apiVersion, kind), bytes: raw };
  }),
  ...readLines('corpus.jsonl.gz').map((line) => {
    const { truth } = parseTruth(line);
    return { type: typeOf(truth.apiVersion, truth.kind), bytes: Buffer.from(truth.bytes, 'base64') };
  }),
];

type Mutation = (bytes: number[]) => void;

const position = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const at = (bytes: readonly number[], where: number): number => Math.floor(where * bytes.length);

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(position, fc.nat(255)).map(
    ([where, byte]): Mutation =>
      (bytes) =>
        void (bytes[at(bytes, where)] = byte),
  ),
  position.map(
    (where): Mutation =>
      (bytes) =>
        void bytes.splice(at(bytes, where)),
  ),
  fc.tuple(position, fc.nat(16)).map(
    ([where, count]): Mutation =>
      (bytes) =>
        void bytes.splice(at(bytes, where), count),
  ),
  fc.tuple(position, fc.array(fc.nat(255), { maxLength: 12 })).map(
    ([where, added]): Mutation =>
      (bytes) =>
        void bytes.splice(at(bytes, where), 0, ...added),
  ),
  fc.tuple(position, position, fc.nat(64)).map(([from, to, count]): Mutation => (bytes) => {
    bytes.splice(at(bytes, to), 0, ...bytes.slice(at(bytes, from), at(bytes, from) + count));
  }),
);

const mutated = fc.record({
  sample: fc.constantFrom(...samples),
  mutations: fc.array(mutation, { minLength: 1, maxLength: 4 }),
});

function apply(sample: Sample, mutations: readonly Mutation[]): Buffer {
  const bytes = [...sample.bytes];
  for (const mutate of mutations) mutate(bytes);
  return Buffer.from(bytes);
}

/** What a call gives; undefined when it throws what the codec may throw. */
function attempt<T>(call: () => T): { readonly value: T } | undefined {
  try {
    return { value: call() };
  } catch (error) {
    if (error instanceof KubeInformerError && error.code === 'ERR_WIRE_MALFORMED') return undefined;
    throw error;
  }
}

function hasPlainPrototypes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== (Array.isArray(value) ? Array.prototype : Object.prototype)) return false;
  return Object.values(value).every(hasPlainPrototypes);
}

describe('changed bytes', () => {
  it('throw ERR_WIRE_MALFORMED or nothing, whichever reader meets them', () => {
    fc.assert(
      fc.property(mutated, ({ sample: { type, ...sample }, mutations }) => {
        const bytes = apply({ type, ...sample }, mutations);
        attempt(() => identityOf(type, bytes));
        attempt(() => withoutManagedFields(type, bytes));
        attempt(() => presentFields(type, bytes));
        attempt(() => readPath(type, bytes, ['metadata', 'labels', 'app']));
        attempt(() => unknownFields(type, bytes));
        attempt(() => readUnknown(bytes));
        for (const name of type.ways.keys()) attempt(() => decodeField(type, bytes, name));
        const decoded = attempt(() => decodeMessage(type, bytes));
        expect(decoded === undefined || hasPlainPrototypes(decoded.value)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('that validate can be read by everything else', () => {
    fc.assert(
      fc.property(mutated, ({ sample: { type, ...sample }, mutations }) => {
        const bytes = apply({ type, ...sample }, mutations);
        fc.pre(attempt(() => validateMessage(type, bytes)) !== undefined);
        const decoded = decodeMessage(type, bytes);
        expect(presentFields(type, bytes)).toEqual(Object.keys(decoded));
        for (const name of type.ways.keys()) expect(decodeField(type, bytes, name)).toEqual(decoded[name]);
        identityOf(type, bytes);
        unknownFields(type, withoutManagedFields(type, bytes));
      }),
      { numRuns: 2_000 },
    );
  });

  it('of any kind are no kind', () => {
    fc.assert(
      fc.property(fc.constantFrom(...samples), fc.uint8Array({ maxLength: 200 }), ({ type }, bytes) => {
        attempt(() => validateMessage(type, bytes));
        attempt(() => decodeMessage(type, bytes));
      }),
      { numRuns: 2_000 },
    );
  });
});
