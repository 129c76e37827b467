import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wireTables } from '../../generated/index.js';
import { encodeMessage } from './encode.js';
import type { MessageType } from './message-type.js';
import { DECLINED, jsonPlaces, passOver } from './pass.js';
import { rowOf, table } from './pass-table.js';
import { FULL_POD, LEAN_POD, changesOf, field, podBytes, podType, typeOf, varint } from './test-bytes.js';
import { validateMessage, walkMessage } from './walk.js';

const pod = Buffer.from(podBytes(FULL_POD));

function pass(type: MessageType, bytes: Uint8Array, start = 0, end = bytes.length): number {
  return passOver(rowOf(type), bytes, start, end);
}

describe('a pass over a message', () => {
  it('takes what Go writes', () => {
    expect(pass(podType, pod)).toBe(0);
    expect(pass(podType, Buffer.alloc(0))).toBe(0);
  });

  it('takes lengths of up to three bytes', () => {
    const annotations = { long: 'x'.repeat(20_000) };
    expect(pass(podType, podBytes({ metadata: { name: 'a', annotations } }))).toBe(0);
  });

  it('takes it between other bytes, and looks at none of those', () => {
    const larger = Buffer.concat([Buffer.alloc(3, 0xff), pod, Buffer.alloc(3, 0xff)]);
    expect(pass(podType, larger, 3, larger.length - 3)).toBe(0);
  });

  it('counts fields that are not in the tables, of every wire type', () => {
    const newer = [...varint(99 * 8), 1, ...varint(99 * 8 + 1), ...Array<number>(8).fill(0), ...field(99, 1, 2)];
    const bytes = Uint8Array.from([...field(1, ...newer), ...varint(99 * 8 + 5), 0, 0, 0, 0]);
    expect(pass(podType, bytes)).toBe(4);
  });

  it('takes numbers of up to ten bytes, as negative ones are written', () => {
    const nine = [...varint(99 * 8), ...Array<number>(9).fill(0xff), 1];
    expect(pass(podType, Uint8Array.from(nine))).toBe(1);
    expect(pass(podType, podBytes({ metadata: { name: 'a', generation: -1 } }))).toBe(0);
  });

  it('takes a message of a type that has no fields for what it is', () => {
    const type = typeOf('internal.apiserver.k8s.io/v1alpha1', 'StorageVersion');
    expect(pass(type, encodeMessage(type, { metadata: { name: 'a' }, spec: {} }))).toBe(0);
    expect(pass(type, Uint8Array.from(field(2, ...field(1, 1))))).toBe(1);
  });

  it('counts fields of numbers that the type has not, below its highest', () => {
    const [gap] = Array.from(podType.byNumber[1]?.inner.byNumber ?? [], (each, number) =>
      number > 0 && each === undefined ? [number] : [],
    ).flat();
    expect(pass(podType, Uint8Array.from(field(1, ...field(gap as number, 1, 2))))).toBe(1);
  });

  it('leaves JSON inside to who parses it', () => {
    expect(pass(podType, pod)).toBe(0);
    const texts = [0, 2].map((index) => pod.toString('latin1', jsonPlaces[index], jsonPlaces[index + 1]));
    expect(texts.map((text) => JSON.parse(text.slice(2)) as unknown)).toEqual([{ 'f:spec': {} }, { 'f:status': {} }]);
    pass(podType, Buffer.alloc(0));
    expect(jsonPlaces).toEqual([]);
  });
});

describe('a pass declines', () => {
  const name = field(1, 0x61);
  it.each([
    { what: 'a tag of more bytes than it needs', bytes: [0x8a, 0x00, ...field(1, ...name).slice(1)] },
    { what: 'a length of more bytes than it needs', bytes: [0x0a, 0x83, 0x00, ...name] },
    { what: 'a length of three bytes, one of them in vain', bytes: [0x0a, 0x83, 0x80, 0x00, ...name] },
    { what: 'a tag of three bytes', bytes: [...varint(5_000 * 8), 0] },
    { what: 'a group', bytes: [0xfb, 0x01, 0xfc, 0x01] },
    { what: 'field number 0', bytes: [0x02, 0x00] },
    { what: 'a wire type that is not the field’s', bytes: [0x08, 0x01] },
    { what: 'a number that does not end', bytes: [...varint(99 * 8), 0x80] },
    { what: 'a number of more than 64 bits', bytes: [...varint(99 * 8), ...Array<number>(10).fill(0x80), 1] },
    { what: 'a fixed number that is cut', bytes: [...varint(99 * 8 + 1), 0] },
    { what: 'a length beyond the end', bytes: [0x0a, 0x05, 0x00] },
    { what: 'a tag that is cut', bytes: [0x8a] },
    { what: 'a length that is cut', bytes: [0x0a] },
    { what: 'a length of two bytes that is cut', bytes: [0x0a, 0x80] },
    { what: 'a length of three bytes that is cut', bytes: [0x0a, 0x80, 0x80] },
  ])('$what', ({ bytes }) => {
    expect(pass(podType, Uint8Array.from(bytes))).toBe(DECLINED);
    // Nor does what stands behind it make it whole.
    expect(pass(podType, Uint8Array.from([...bytes, 0, 0, 0, 0, 0, 0, 0, 0]), 0, bytes.length)).toBe(DECLINED);
  });

  it('a length of four bytes', () => {
    const bytes = Buffer.concat([
      Uint8Array.from([...varint(99 * 8 + 2), 0x81, 0x80, 0x80]),
      Buffer.alloc(2 ** 21 + 1),
    ]);
    expect(pass(podType, bytes)).toBe(DECLINED);
  });

  it('what is not in the bytes', () => {
    expect(pass(podType, Uint8Array.of(0x0a, 5, 0x0a, 3), 0, 7)).toBe(DECLINED);
    expect(pass(podType, Uint8Array.of(0x0a, 0), 0, 4)).toBe(DECLINED);
    expect(pass(podType, pod, 2, 1)).toBe(DECLINED);
    expect(pass(podType, Uint8Array.of(0x0a, 0), -2, 2)).toBe(DECLINED);
  });

  it('messages that nest deeper than it has room for', () => {
    const type = typeOf('apiextensions.k8s.io/v1', 'CustomResourceDefinition');
    let schema: number[] = [];
    for (let depth = 0; depth < 40; depth++) schema = field(28, ...schema);
    const bytes = Uint8Array.from(field(2, ...field(7, ...field(4, ...field(1, ...schema)))));
    expect(pass(type, bytes)).toBe(DECLINED);
    expect(walk(type, bytes)).toBe(0);
  });
});

it('a pass is the same however many types were met between two', () => {
  const before = table.entries.length;
  const kinds = Object.entries(wireTables).flatMap(([version, lines]) =>
    [...lines.matchAll(/^!(\S+)/gm)].map(([, kind]) => typeOf(version, kind as string)),
  );
  for (const type of kinds) {
    pass(type, Uint8Array.from([...field(1, ...field(1, 0x61)), ...field(2), ...field(3)]));
    expect(pass(podType, pod)).toBe(0);
    expect(pass(podType, Uint8Array.of(0x08, 1))).toBe(DECLINED);
  }
  expect(table.entries.length).toBeGreaterThan(2 * before);
});

it.each([
  { what: 'with JSON', sound: pod },
  { what: 'without', sound: Buffer.from(podBytes(LEAN_POD)) },
])(
  'whatever happened to bytes $what, what a pass accepts is sound to a walk, with as many unknown fields',
  ({ sound }) => {
    const outcome = (count: () => number): unknown => {
      try {
        return count();
      } catch (error) {
        return (error as Error).message;
      }
    };
    fc.assert(
      fc.property(changesOf(sound), (bytes) => {
        fc.pre(pass(podType, bytes) !== DECLINED);
        expect(outcome(() => validateMessage(podType, bytes))).toEqual(outcome(() => walk(podType, bytes)));
      }),
      { numRuns: 2_000 },
    );
  },
);

it('a pass never looks for the rest of a message behind its end', () => {
  fc.assert(
    fc.property(changesOf(pod), fc.uint8Array({ maxLength: 30 }), (bytes, behind) => {
      const larger = Buffer.concat([bytes, behind]);
      expect(pass(podType, larger, 0, bytes.length)).toBe(pass(podType, bytes));
    }),
    { numRuns: 2_000 },
  );
});

function walk(type: MessageType, bytes: Uint8Array): number {
  return walkMessage(type, bytes, 0, bytes.length, true);
}
