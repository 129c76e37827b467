import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeMessage } from './decode.js';
import { ObjectScan } from './object-scan.js';
import { field, identityOf, podBytes, podType, typeOf, withoutManagedFields } from './test-bytes.js';

const managedFields = [
  { manager: 'kubelet', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:status': {} } },
];

describe('who an object is, by a scan,', () => {
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

describe('what a scan leaves without managedFields', () => {
  it('is everything when there are none', () => {
    const bytes = podBytes({ metadata: { name: 'web' } });
    expect(withoutManagedFields(podType, bytes)).toEqual(Buffer.from(bytes));
  });

  it('is everything when they are to be kept', () => {
    const bytes = Buffer.from(podBytes({ metadata: { name: 'web', managedFields } }));
    const scan = new ObjectScan();
    scan.scan(podType, bytes, 0, bytes.length, true);
    const copy = Buffer.alloc(scan.length);
    scan.copyTo(copy, 0);
    expect(copy).toEqual(bytes);
  });

  it('is of the last object scanned, not of one before', () => {
    const scan = new ObjectScan();
    const pod = { metadata: { name: 'web', namespace: 'shop' } };
    for (const object of [{ ...pod, metadata: { ...pod.metadata, managedFields } }, { metadata: { name: 'b' } }]) {
      const bytes = Buffer.from(podBytes(object));
      scan.scan(podType, bytes, 0, bytes.length, false);
    }
    const copy = Buffer.alloc(scan.length);
    scan.copyTo(copy, 0);
    expect(copy).toEqual(Buffer.from(podBytes({ metadata: { name: 'b' } })));
    expect(scan).toMatchObject({ name: 'b', namespace: '' });
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
          expect(withoutManagedFields(podType, bytes)).toEqual(Buffer.from(podBytes(pod)));
        },
      ),
    );
  });

  it('finds them between other fields, too', () => {
    const [first, second] = [field(17, ...field(1, 0x61)), field(17, ...field(1, 0x62))];
    const bytes = Uint8Array.from(field(1, ...first, ...field(1, 0x77), ...second, ...field(3, 0x73)));
    expect(decodeMessage(podType, withoutManagedFields(podType, bytes))).toMatchObject({
      metadata: { name: 'w', namespace: 's' },
    });
    expect(withoutManagedFields(podType, bytes)).toHaveLength(8);
  });

  it('takes a length of the metadata that has more bytes than it needs', () => {
    const metadata = [...field(1, 0x77), ...field(17, ...field(1, 0x61))];
    const bytes = Uint8Array.of(0x0a, metadata.length | 0x80, 0x00, ...metadata, ...field(2));
    expect(withoutManagedFields(podType, bytes)).toEqual(Buffer.from([...field(1, ...field(1, 0x77)), ...field(2)]));
  });

  it('reads a part of a larger buffer', () => {
    const bytes = podBytes({ metadata: { name: 'web', managedFields } });
    const larger = Uint8Array.of(1, 2, ...bytes, 3);
    const lean = withoutManagedFields(podType, larger, 2, larger.length - 1);
    expect(decodeMessage(podType, lean)).toMatchObject({ metadata: { name: 'web' } });
    expect(decodeMessage(podType, lean)['metadata']).not.toHaveProperty('managedFields');
  });
});

describe('a message is ordered', () => {
  const isOrdered = (...bytes: number[]): boolean => {
    const scan = new ObjectScan();
    scan.scan(podType, Buffer.from(bytes), 0, bytes.length, false);
    return scan.isOrdered;
  };
  const [name, label, spec] = [field(1, 0x61), field(11, ...field(1, 0x61)), field(2)];

  it('as Go writes it', () => {
    expect(isOrdered(...podBytes({ metadata: { name: 'web', labels: { app: 'web' }, managedFields }, spec: {} }))).toBe(
      true,
    );
    expect(isOrdered()).toBe(true);
  });

  it.each([
    { what: 'its metadata comes after something else', bytes: [...spec, ...field(1, ...name)] },
    { what: 'it has metadata twice', bytes: [...field(1, ...name), ...field(1, ...label)] },
    { what: 'a field of its metadata comes after one of a higher number', bytes: field(1, ...label, ...name) },
    { what: 'a tag has more bytes than it needs', bytes: field(1, ...name, 0xda, 0x00, ...label.slice(1)) },
    { what: 'the tag of its metadata has', bytes: [0x8a, 0x00, ...field(1, ...name).slice(1)] },
  ])('not when $what', ({ bytes }) => {
    expect(isOrdered(...bytes)).toBe(false);
  });
});
