import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeMessage } from './decode.js';
import { dropManagedFields, identityOf, labelOf } from './identity.js';
import { readPath } from './read-path.js';
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

describe('labelOf', () => {
  const text = fc.oneof(fc.constantFrom('', 'app', 'äpp', 'app.kubernetes.io/name', '__proto__'), fc.string());

  it('reads what a path would', () => {
    fc.assert(
      fc.property(fc.dictionary(text, text, { maxKeys: 6 }), text, (labels, asked) => {
        const bytes = podBytes({ metadata: { name: 'web', labels, annotations: { [asked]: 'no label' } } });
        for (const label of [asked, ...Object.keys(labels)]) {
          expect(labelOf(podType, bytes, label)).toBe(readPath(podType, bytes, ['metadata', 'labels', label]));
        }
      }),
    );
  });

  it('reads what a path would where no Go program would write it', () => {
    const entry = (...parts: number[][]): number[] => field(11, ...parts.flat());
    const [app, web, box] = [field(1, 0x61), field(2, 0x77), field(2, 0x62)];
    for (const labels of [
      [...entry(app, web), ...entry(app, box)],
      [...entry(web, app), ...entry(field(1, 0x62), box)],
      [...entry(app)],
      [...entry(web)],
      [...entry(field(1, 0x62), app, web, box)],
    ]) {
      const bytes = Uint8Array.from([...field(1, ...field(1, 0x78)), ...field(1, ...labels)]);
      for (const label of ['a', 'b', '']) {
        expect(labelOf(podType, bytes, label)).toBe(readPath(podType, bytes, ['metadata', 'labels', label]));
      }
    }
  });

  it('is undefined where the message has no metadata of an object', () => {
    expect(labelOf(podType, new Uint8Array(), 'app')).toBeUndefined();
    expect(labelOf(typeOf('v1', 'PodList'), podBytes({ metadata: { labels: { app: 'web' } } }), 'app')).toBeUndefined();
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
