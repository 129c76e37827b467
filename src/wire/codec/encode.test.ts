import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeMessage } from './decode.js';
import { encodeMessage } from './encode.js';
import { readUnknown, writeUnknown } from './envelope.js';
import { podType, typeOf } from './test-bytes.js';

describe('encodeMessage', () => {
  it('writes entries of maps by the bytes of their keys, not by UTF-16', () => {
    const labels = { '\uff5e': '1', '\u{1f600}': '2' };
    const bytes = Buffer.from(encodeMessage(podType, { metadata: { labels } }));
    expect(bytes.indexOf('\uff5e')).toBeLessThan(bytes.indexOf('\u{1f600}'));
    expect(decodeMessage(podType, bytes)).toMatchObject({ metadata: { labels } });
  });

  it('leaves out what the type does not have', () => {
    const bare = encodeMessage(podType, {});
    expect(encodeMessage(podType, { apiVersion: 'v1', kind: 'Pod', colour: 'red' })).toEqual(bare);
  });

  it('grows for large objects', () => {
    const data = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${String(index)}`, 'x'.repeat(1000)]));
    const type = typeOf('v1', 'ConfigMap');
    expect(decodeMessage(type, encodeMessage(type, { data }))).toMatchObject({ data });
  });

  it.each([
    [{ metadata: { name: 1 } }, 'name must be a string and is a number'],
    [{ metadata: [] }, 'metadata must be an object and is a list'],
    [{ metadata: { labels: 'x' } }, 'labels must be a map and is a string'],
    [{ spec: { containers: {} } }, 'containers must be a list and is a object'],
    [{ spec: { hostNetwork: 'yes' } }, 'hostNetwork must be a boolean'],
    [{ spec: { priority: 1.5 } }, 'priority must be a whole number'],
    [{ metadata: { creationTimestamp: 'today' } }, 'creationTimestamp must be a time'],
  ])('refuses %j', (object, message) => {
    expect(() => encodeMessage(podType, object)).toThrow(message);
  });

  it('refuses a cycle', () => {
    const schema: Record<string, unknown> = {};
    schema['not'] = schema;
    const type = typeOf('apiextensions.k8s.io/v1', 'CustomResourceDefinition');
    const versions = [{ name: 'v1', schema: { openAPIV3Schema: schema } }];
    expect(() => encodeMessage(type, { spec: { versions } })).toThrow('cycle');
  });
});

describe('the envelope', () => {
  it('gives back what was put in', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.string({ minLength: 1 }),
        fc.uint8Array(),
        (apiVersion, kind, raw) => {
          const read = readUnknown(writeUnknown({ apiVersion, kind, raw }));
          expect(read).toEqual({ apiVersion, kind, raw, contentEncoding: '', contentType: '' });
        },
      ),
    );
  });

  it.each([
    ['no bytes', []],
    ['JSON', [...Buffer.from('{"kind":"Status"}')]],
    ['a cut', [0x6b, 0x38, 0x73, 0x00, 0x12, 0x05]],
    ['a number where the object should be', [0x6b, 0x38, 0x73, 0x00, 0x10, 0x05]],
  ])('refuses %s', (_, bytes) => {
    expect(() => readUnknown(Uint8Array.from(bytes))).toThrow(expect.objectContaining({ code: 'ERR_WIRE_MALFORMED' }));
  });
});
