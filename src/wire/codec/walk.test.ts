import { describe, expect, it } from 'vitest';
import { KubeInformerError } from '../../errors/index.js';
import { decodeMessage } from './decode.js';
import { MAX_DEPTH } from './reader.js';
import { field, podBytes, podType, typeOf } from './test-bytes.js';
import { unknownFields, validateMessage } from './walk.js';

const pod = podBytes({ metadata: { name: 'web', labels: { app: 'web' } }, spec: { nodeName: 'node-1' } });

// The number of the field `not` of a schema.
const NOT = 28;

function thrownBy(call: () => unknown): KubeInformerError {
  try {
    call();
  } catch (error) {
    if (error instanceof KubeInformerError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('validateMessage', () => {
  it('passes what Go would write', () => {
    expect(validateMessage(podType, pod)).toBe(0);
  });

  it('walks a part of a larger buffer', () => {
    const larger = Uint8Array.of(0xff, ...pod, 0xff);
    expect(validateMessage(podType, larger, 1, larger.length - 1)).toBe(0);
  });

  it.each([
    { what: 'a length beyond the end', bytes: [0x0a, 0x05, 0x00] },
    { what: 'a length of 2^31 and more', bytes: [0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f] },
    { what: 'a number of more than ten bytes', bytes: [0x80, ...Array<number>(10).fill(0x80), 0x01] },
    { what: 'a number that is cut', bytes: [0x0a, 0x80] },
    { what: 'field number 0', bytes: [0x02, 0x00] },
    { what: 'a field with another wire type than its own', bytes: [0x08, 0x01] },
    { what: 'wire type 6', bytes: [0xfe, 0x01, 0x00] },
    { what: 'the end of a group that has not begun', bytes: [0xfc, 0x01] },
    { what: 'a group that does not end', bytes: [0xfb, 0x01, 0x08, 0x01] },
    { what: 'a group that ends as another', bytes: [0xfb, 0x01, 0xf4, 0x01] },
    { what: 'the entry of a map whose key is a number', bytes: field(1, ...field(11, 0x08, 0x01)) },
    { what: 'the entry of a map whose value is a number', bytes: field(1, ...field(11, 0x10, 0x01)) },
    { what: 'a fixed number that is cut', bytes: [0xf9, 0x01, 0x00] },
    {
      what: 'what is wrong inside a message whose tag has more bytes than it needs',
      bytes: [0x92, 0x80, 0x00, 1, 0xff],
    },
  ])('refuses $what', ({ bytes }) => {
    const error = thrownBy(() => validateMessage(podType, Uint8Array.from(bytes)));
    expect(error.code).toBe('ERR_WIRE_MALFORMED');
    expect(error.message).toMatch(/v1 Pod .* at byte \d+ of \d+/);
  });

  it('refuses every cut that ends inside the metadata', () => {
    const metadataEnd = 2 + (pod[1] as number);
    for (let end = 1; end < metadataEnd; end++) {
      expect(thrownBy(() => validateMessage(podType, pod, 0, end)).code).toBe('ERR_WIRE_MALFORMED');
    }
  });

  it('refuses messages that nest too deep, before the stack ends', () => {
    const type = typeOf('apiextensions.k8s.io/v1', 'CustomResourceDefinition');
    // spec.versions[0].schema.openAPIV3Schema, and then "not" in "not".
    let schema: number[] = [];
    for (let depth = 0; depth < 900; depth++) schema = field(NOT, ...schema);
    const bytes = Uint8Array.from(field(2, ...field(7, ...field(4, ...field(1, ...schema)))));
    expect(unknownFields(type, Uint8Array.from(field(2, ...field(7, ...field(4, ...field(1, ...field(NOT)))))))).toBe(
      0,
    );
    const { message } = thrownBy(() => validateMessage(type, bytes));
    expect(message).toContain(`deeper than ${String(MAX_DEPTH)}`);
    // Two bytes or three for each message, and the one too many is where it says.
    expect(Number(/at byte ([0-9]+) of/.exec(message)?.[1])).toBeGreaterThan(MAX_DEPTH * 2);
    expect(thrownBy(() => decodeMessage(type, bytes)).code).toBe('ERR_WIRE_MALFORMED');
  });

  it('refuses groups that nest too deep', () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index % 2 === 0 ? 0xfb : 0x01));
    expect(thrownBy(() => validateMessage(podType, bytes)).code).toBe('ERR_WIRE_MALFORMED');
  });

  it('refuses what should be JSON and is not', () => {
    const type = typeOf('apps/v1', 'ControllerRevision');
    const bytes = Uint8Array.from(field(2, ...field(1, ...Buffer.from('{"a":'))));
    const error = thrownBy(() => validateMessage(type, bytes));
    expect(error.code).toBe('ERR_WIRE_MALFORMED');
    expect(error.message).toContain('not JSON');
  });

  it('is right again after an error', () => {
    thrownBy(() => decodeMessage(podType, Uint8Array.of(...field(1, ...field(1, 0x61)), 0x12, 0x05)));
    expect(decodeMessage(podType, pod)).toMatchObject({ metadata: { name: 'web' } });
    expect(decodeMessage(podType, new Uint8Array())).toEqual({ metadata: {}, spec: { containers: null }, status: {} });
  });
});

describe('unknownFields', () => {
  it('counts fields of newer servers at any depth, and decodes the rest', () => {
    const newer = Uint8Array.from([
      ...field(1, ...field(1, ...Buffer.from('web')), ...field(99, 0x01)),
      ...field(2, ...field(100, 0x01), ...field(2, ...field(101))),
      0xf8,
      0x07,
      0x01,
    ]);
    expect(unknownFields(podType, newer)).toBe(4);
    expect(validateMessage(podType, newer)).toBe(4);
    expect(decodeMessage(podType, newer)).toMatchObject({ metadata: { name: 'web' } });
  });
});
