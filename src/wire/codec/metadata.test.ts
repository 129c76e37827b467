import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeMessage } from './decode.js';
import { decodeMetadataField, metadataFields } from './metadata.js';
import { field, forChanged, isOrdered, podBytes, podType } from './test-bytes.js';

/** All of the metadata, decoded as one. */
function whole(bytes: Buffer, start = 0, end = bytes.length): Record<string, unknown> {
  return (decodeMessage(podType, bytes, start, end)['metadata'] ?? {}) as Record<string, unknown>;
}

/** Checks that metadata read field by field is what it is as a whole. */
function expectWhole(bytes: Buffer, start = 0, end = bytes.length): void {
  const expected = whole(bytes, start, end);
  expect(metadataFields(podType, bytes, start, end)).toEqual(Object.keys(expected));
  for (const name of NAMES) expect(decodeMetadataField(podType, bytes, name, start, end)).toEqual(expected[name]);
}

const NAMES = [
  'name',
  'generateName',
  'namespace',
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'ownerReferences',
  'finalizers',
  'managedFields',
  'nothing of the kind',
];

const text = fc.oneof(fc.constant(''), fc.string({ maxLength: 200 }));
const number = fc.oneof(fc.constantFrom(0, 1, 127, 128, 2 ** 31 - 1, 2 ** 40), fc.nat());
const time = fc.oneof(
  fc.constantFrom(null, '1970-01-01T00:00:00Z', '1970-01-01T00:02:08Z', '1969-12-31T23:59:59Z', '9999-12-31T23:59:59Z'),
  fc.nat(2 ** 31).map((seconds) => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`),
);
const texts = fc.dictionary(text, text, { maxKeys: 4 });
const metadata = fc.record(
  {
    name: text,
    generateName: text,
    namespace: text,
    uid: text,
    resourceVersion: text,
    generation: number,
    creationTimestamp: time,
    deletionTimestamp: time,
    deletionGracePeriodSeconds: number,
    labels: texts,
    annotations: texts,
    ownerReferences: fc.array(fc.record({ name: text, uid: text, controller: fc.boolean() }), { maxLength: 2 }),
    finalizers: fc.array(text, { maxLength: 3 }),
    managedFields: fc.array(fc.record({ manager: text, operation: text }), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);

describe('metadata, read field by field,', () => {
  it('is what it is as a whole, wherever the bytes are', () => {
    fc.assert(
      fc.property(metadata, fc.nat(9), (metadata, shift) => {
        const pod = podBytes({ metadata, spec: { nodeName: 'n' } });
        const bytes = Buffer.concat([Buffer.alloc(shift, 0xff), pod, Buffer.alloc(3, 0xff)]);
        expectWhole(bytes, shift, shift + pod.length);
      }),
      { numRuns: 500 },
    );
  });

  it('is what it is as a whole, whatever happened to bytes that are still sound', () => {
    const metadata = {
      name: 'web',
      generation: 3,
      creationTimestamp: '2026-11-18T02:25:20Z',
      deletionGracePeriodSeconds: 30,
      labels: { app: 'a' },
      finalizers: ['f'],
    };
    forChanged(Buffer.from(podBytes({ metadata })), (bytes, end) => {
      expectWhole(bytes, 0, end);
    });
  });

  it('is what it is as a whole where no Go program would write it', () => {
    const name = field(1, 0x61);
    for (const rest of [
      // Twice, the second time empty.
      [...name, ...field(1)],
      [...field(1), ...name],
      // A generation of zero in two bytes, and a number for a text.
      [...name, 0x38, 0x80, 0x00],
      [...name, 0x38, 0x00, 0x38, 0x05],
      // Times: empty, of zero seconds, of nanoseconds first, of seconds twice, with a field that is not known.
      field(8),
      field(8, 0x08, 0x00),
      field(8, 0x08, 0x80, 0x00),
      field(8, 0x10, 0x01, 0x08, 0x05),
      field(8, 0x08, 0x05, 0x08, 0x00),
      field(8, 0x08, 0x05, 0x10, 0x00, 0x18, 0x01),
      field(8, 0x08, 0x05, 0x10, 0x80, 0x01),
      [...field(8, 0x08, 0x05), ...field(8)],
      field(9),
      // An entry that is empty, and fields that no table has.
      field(11),
      field(15, 0x61),
      field(40, 0x61),
    ]) {
      const bytes = Buffer.from(field(1, ...rest));
      expect(isOrdered(bytes)).toBe(true);
      expectWhole(bytes);
    }
  });

  it('is nothing where there is none', () => {
    expectWhole(Buffer.alloc(0));
    expect(metadataFields(podType, Buffer.alloc(0))).toEqual([]);
  });
});
