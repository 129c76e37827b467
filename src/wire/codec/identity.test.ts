import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeMessage } from './decode.js';
import { dropManagedFields, identityOf } from './identity.js';
import { field, podBytes, podType, typeOf } from './test-bytes.js';

const managedFields = [
  { manager: 'kubelet', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:status': {} } },
];

describe('identityOf', () => {
  it('reads what makes an object itself', () => {
    const bytes = podBytes({ metadata: { name: 'web', namespace: 'shop', uid: 'u-1', resourceVersion: '42' } });
    expect(identityOf(podType, bytes)).toEqual({ name: 'web', namespace: 'shop', resourceVersion: '42' });
  });

  it('is empty where the message has no metadata of an object', () => {
    const none = { name: '', namespace: '', resourceVersion: '' };
    expect(identityOf(podType, new Uint8Array())).toEqual(none);
    expect(identityOf(typeOf('v1', 'PodList'), podBytes({ metadata: { name: 'web' } }))).toEqual(none);
  });

  it('takes the last value of a field that is repeated, as protobuf demands', () => {
    const bytes = Uint8Array.from(field(1, ...field(1, 0x61), ...field(1, 0x62)));
    expect(identityOf(podType, bytes).name).toBe('b');
  });
});

describe('dropManagedFields', () => {
  it('gives the same bytes when there are none', () => {
    const bytes = podBytes({ metadata: { name: 'web' } });
    expect(dropManagedFields(podType, bytes)).toBe(bytes);
  });

  it('leaves everything else as it was', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.string(), { maxKeys: 20 }),
        fc.string({ maxLength: 300 }),
        fc.integer({ min: 1, max: 3 }),
        (labels, nodeName, count) => {
          const pod = { metadata: { name: 'web', labels }, spec: { nodeName } };
          const all = { ...pod.metadata, managedFields: Array.from({ length: count }, () => managedFields[0]) };
          const bytes = podBytes({ ...pod, metadata: all });
          expect(Buffer.from(dropManagedFields(podType, bytes))).toEqual(Buffer.from(podBytes(pod)));
        },
      ),
    );
  });

  it('finds them between other fields, too', () => {
    const [first, second] = [field(17, ...field(1, 0x61)), field(17, ...field(1, 0x62))];
    const bytes = Uint8Array.from(field(1, ...first, ...field(1, 0x77), ...second, ...field(3, 0x73)));
    expect(decodeMessage(podType, dropManagedFields(podType, bytes))).toMatchObject({
      metadata: { name: 'w', namespace: 's' },
    });
    expect(dropManagedFields(podType, bytes)).toHaveLength(8);
  });

  it('reads a part of a larger buffer', () => {
    const bytes = podBytes({ metadata: { name: 'web', managedFields } });
    const larger = Uint8Array.of(1, 2, ...bytes, 3);
    const lean = dropManagedFields(podType, larger, 2, larger.length - 1);
    expect(decodeMessage(podType, lean)).toMatchObject({ metadata: { name: 'web' } });
    expect(decodeMessage(podType, lean)['metadata']).not.toHaveProperty('managedFields');
  });
});
