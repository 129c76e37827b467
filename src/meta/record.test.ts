import { describe, expect, it } from 'vitest';
import { labelBits } from './label-bits.js';
import type { KubernetesObject, Mutable } from './object.js';
import { ObjectRecord, PlainRecord, recordOf, sameObject, sameVersion } from './record.js';

interface Pod extends KubernetesObject {
  readonly spec?: { readonly nodeName?: string; readonly containers?: readonly { readonly image: string }[] };
}

const pod = (metadata: Partial<KubernetesObject['metadata']> = {}): Pod => ({
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'default', uid: 'u1', resourceVersion: '5', ...metadata },
  spec: { nodeName: 'n1', containers: [{ image: 'a' }] },
});

describe('PlainRecord', () => {
  it('has the identity of its object', () => {
    const { namespace, name, key, uid, resourceVersion } = new PlainRecord(pod());
    expect({ namespace, name, key, uid, resourceVersion }).toEqual({
      namespace: 'default',
      name: 'web',
      key: 'default/web',
      uid: 'u1',
      resourceVersion: '5',
    });
  });

  it('reads what is absent or null as the empty text', () => {
    const { namespace, key, uid, resourceVersion } = new PlainRecord({
      metadata: { name: 'node-1', namespace: null, uid: null },
    } as unknown as Pod);
    expect({ namespace, key, uid, resourceVersion }).toEqual({
      namespace: '',
      key: 'node-1',
      uid: '',
      resourceVersion: '',
    });
  });

  it('hands out the same object every time', () => {
    const given = pod();
    const record = new PlainRecord(given);
    expect([record.object, record.object]).toEqual([given, given]);
    expect(record.object).toBe(given);
  });

  it.each<[object | null | undefined, number]>([
    [undefined, 0],
    [null, 0],
    [{ app: 'web', tier: 'front', broken: 5 }, labelBits('app', 'web') | labelBits('tier', 'front')],
  ])('has the bits of its labels: %j', (labels, bits) => {
    expect(new PlainRecord(pod({ labels } as Pod['metadata'])).labelBits).toBe(bits);
  });

  it('does not freeze before the object was handed out', () => {
    const given = pod();
    new PlainRecord(given).field(['spec', 'nodeName']);
    expect(Object.isFrozen(given)).toBe(false);
  });

  it.each<[string, (object: Mutable<Pod>) => unknown]>([
    ['a field of the object', (object) => (object.kind = 'Other')],
    ['a new field', (object) => Object.assign(object, { extra: 1 })],
    ['a nested field', (object) => (object.spec!.nodeName = 'x')],
    ['a new item of an array', (object) => object.spec!.containers!.push({ image: 'x' })],
    ['an object inside an array', (object) => (object.spec!.containers![0]!.image = 'x')],
    ['a deletion', (object) => delete object.spec],
    ['labels that were not there', (object) => (object.metadata.labels = {})],
  ])('a write to a cached object throws where it is made: %s', (_what, write) => {
    const { object } = new PlainRecord(pod());
    expect(() => {
      write(object as Mutable<Pod>);
    }).toThrow(TypeError);
    expect(object).toStrictEqual(pod());
  });

  it('is read-only below parts that the giver had frozen on the surface', () => {
    const { object } = new PlainRecord(Object.freeze(pod()));
    expect(() => Object.assign(object.spec!, { nodeName: 'x' })).toThrow(TypeError);
  });

  it('reads a field without making the object', () => {
    const record = new PlainRecord(pod());
    expect([record.field(['spec', 'nodeName']), record.field(['status', 'phase'])]).toEqual(['n1', undefined]);
  });

  it('a transform may write to the object of a record nobody has read', () => {
    const object = new PlainRecord(pod()).forTransform() as { kind: string };
    object.kind = 'Changed';
    expect(object.kind).toBe('Changed');
  });

  it('a projection keeps the identity and drops the rest', () => {
    const projected = new PlainRecord(pod()).project('metadata');
    expect([projected.key, projected.resourceVersion, projected.object.spec]).toEqual(['default/web', '5', undefined]);
  });

  it('the full projection is the record itself', () => {
    const record = new PlainRecord(pod());
    expect(record.project('full')).toBe(record);
  });

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['text', 'pod'],
    ['an array', []],
    ['no metadata', {}],
    ['metadata that is null', { metadata: null }],
    ['no name', { metadata: {} }],
    ['only generateName', { kind: 'Pod', metadata: { generateName: 'web-' } }],
    ['an empty name', { metadata: { name: '' } }],
    ['a name that is a number', { metadata: { name: 1 } }],
    ['a name with a slash', { metadata: { name: 'a/b' } }],
    ['a namespace with a slash', { metadata: { name: 'a', namespace: 'b/c' } }],
    ['a resourceVersion that is a number', { metadata: { name: 'a', resourceVersion: 5 } }],
    ['a uid that is an object', { metadata: { name: 'a', uid: {} } }],
  ])('refuses %s', (_what, object) => {
    expect(() => new PlainRecord(object as Pod)).toThrow(expect.objectContaining({ code: 'ERR_INVALID_OBJECT' }));
  });

  it('names kind and name in the message', () => {
    expect(() => new PlainRecord({ ...pod(), metadata: { name: 'web', uid: 5 } } as unknown as Pod)).toThrow(
      /Pod "web".*metadata\.uid is a number/,
    );
  });
});

describe('recordOf', () => {
  it('wraps an object and passes a record through', () => {
    const record = recordOf(pod());
    expect(record).toBeInstanceOf(ObjectRecord);
    expect(recordOf(record)).toBe(record);
  });
});

describe('sameObject and sameVersion', () => {
  const record = (uid: string, resourceVersion: string): ObjectRecord => new PlainRecord(pod({ uid, resourceVersion }));

  it.each([
    ['u1', 'u1', true],
    ['u1', 'u2', false],
    ['u1', '', true],
    ['', '', true],
  ])('uid %j and %j: the same object is %j', (a, b, expected) => {
    expect(sameObject(record(a, '1'), record(b, '1'))).toBe(expected);
  });

  it.each([
    ['u1', '5', 'u1', '5', true],
    ['u1', '5', 'u1', '6', false],
    ['u1', '5', 'u2', '5', false],
    ['u1', '', 'u1', '', false],
  ])('uid %j at %j and uid %j at %j: the same version is %j', (uidA, a, uidB, b, expected) => {
    expect(sameVersion(record(uidA, a), record(uidB, b))).toBe(expected);
  });
});
