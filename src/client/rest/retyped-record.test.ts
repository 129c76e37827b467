import { describe, expect, it } from 'vitest';
import { LabelSelector, PlainRecord } from '../../meta/index.js';
import type { KubernetesObject } from '../../meta/index.js';
import { PARTIAL, RetypedRecord } from './retyped-record.js';

const inner = new PlainRecord<KubernetesObject>({
  ...PARTIAL,
  metadata: { name: 'web', namespace: 'shop', uid: 'u1', resourceVersion: '5', labels: { app: 'web' } },
});
const record = new RetypedRecord(inner, { apiVersion: 'v1', kind: 'Pod' });

describe('RetypedRecord', () => {
  it('is the same state of the same object', () => {
    const { key, namespace, name, uid, resourceVersion } = record;
    expect({ key, namespace, name, uid, resourceVersion }).toEqual({
      key: 'shop/web',
      namespace: 'shop',
      name: 'web',
      uid: 'u1',
      resourceVersion: '5',
    });
  });

  it('says what kind the object is, wherever it is asked', () => {
    expect([record.field(['kind']), record.field(['apiVersion']), record.field(['metadata', 'name'])]).toEqual([
      'Pod',
      'v1',
      'web',
    ]);
    expect(record.object).toEqual({ apiVersion: 'v1', kind: 'Pod', metadata: inner.object.metadata });
    expect(record.forTransform()).toEqual(record.object);
  });

  it('matches what its labels match, and is passed over by their bits', () => {
    expect(LabelSelector.parse('app=web').matchesRecord(record)).toBe(true);
    expect(LabelSelector.parse('app=db').matchesRecord(record)).toBe(false);
    expect(record.labelBits).toBe(inner.labelBits);
  });
});
