import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANY_LABELS, LabelSelector, ObjectRecord, PlainRecord, projectObject, readFieldPath } from '../meta/index.js';
import type { KubernetesObject, Projection } from '../meta/index.js';
import { labelBits } from '../meta/label-bits.js';
import { JsonItemReader } from './json-item.js';
import { MAX_JSON_DEPTH } from './limits.js';
import { jsonRecord, kubernetesObjects, own } from './test-support.js';

const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: 'web-1',
    namespace: 'default',
    uid: 'u1',
    resourceVersion: '42',
    labels: { app: 'web', 'app.kubernetes.io/name': 'w"eb' },
    managedFields: [{ manager: 'kubectl' }],
    finalizers: ['a'],
  },
  spec: { nodeName: 'n1', containers: [{ name: 'c', image: 'i' }] },
};

const withoutManagedFields = (object: Record<string, unknown>): Record<string, unknown> => {
  const { managedFields: _dropped, ...metadata } = object['metadata'] as Record<string, unknown>;
  return own({ ...object }, { metadata });
};

describe('JsonRecord', () => {
  it('has the identity of the object', () => {
    const { name, namespace, key, uid, resourceVersion } = jsonRecord(POD);
    expect([name, namespace, key, uid, resourceVersion]).toEqual(['web-1', 'default', 'default/web-1', 'u1', '42']);
  });

  it('has an empty namespace for a cluster-scoped object', () => {
    const { name, namespace, key } = jsonRecord({ metadata: { name: 'node-1' } });
    expect([name, namespace, key]).toEqual(['node-1', '', 'node-1']);
  });

  it('is an ObjectRecord, so that the pipeline takes it as it is', () => {
    expect(jsonRecord(POD)).toBeInstanceOf(ObjectRecord);
  });

  it('drops managedFields unless it is told to keep them', () => {
    expect(jsonRecord(POD).object.metadata).not.toHaveProperty('managedFields');
    expect(jsonRecord(POD, { keepManagedFields: true }).object).toEqual(POD);
  });

  it.each([
    '{"managedFields":[1],"name":"a"}',
    '{"name":"a","managedFields":[1]}',
    '{ "managedFields" : [1] , "managedFields":{}, "name" : "a" }',
    '{"name":"a","managedFields":[1],"managedFields":null}',
    '{"managedFields":0,"name":"a","managedFields":[{"x":"}"}]}',
    '{"name":"a","managed\\u0046ields":[]}',
  ])('cuts managedFields out of %s wherever they stand', (metadata) => {
    expect(jsonRecord(`{"metadata":${metadata},"spec":1}`).forTransform()).toEqual({
      metadata: { name: 'a' },
      spec: 1,
    });
  });

  it('finds labels behind managedFields that were cut out', () => {
    const record = jsonRecord(`{"metadata":{"managedFields":[1,2],"labels":{"a":"b"},"name":"x"}}`);
    expect(record.label('a')).toBe('b');
  });

  it('gives labels, and undefined for what is none', () => {
    const record = jsonRecord(POD);
    expect(['app', 'app.kubernetes.io/name', 'toString', 'nothing'].map((name) => record.label(name))).toEqual([
      'web',
      'w"eb',
      undefined,
      undefined,
    ]);
  });

  it('matches the selectors that its labels match, however they are written', () => {
    const selector = LabelSelector.parse('app=web');
    fc.assert(
      fc.property(
        fc.constantFrom('app', 'apps'),
        fc.constantFrom('web', 'db'),
        fc.array(fc.boolean()),
        (name, value, way) => {
          const write = (text: string): string =>
            Array.from(text, (letter, index) =>
              way[index] === true ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : letter,
            ).join('');
          const labels = `{"other":1,"${write(name)}" : "${write(value)}","more":"é"}`;
          const record = jsonRecord(`{"metadata":{"name":"x","labels":${labels}}}`);
          expect(selector.matchesRecord(record)).toBe(name === 'app' && value === 'web');
        },
      ),
    );
  });

  it('is passed over by its bits where its labels have no escapes', () => {
    const [plain, escaped] = ['web', 'w\\u0065b'].map((value) =>
      jsonRecord(`{"metadata":{"name":"x","labels":{"app":"${value}"}}}`),
    );
    expect([plain?.labelBits, escaped?.labelBits]).toEqual([labelBits('app', 'web'), ANY_LABELS]);
  });

  it('gives no label when labels are null, or when one is no text', () => {
    expect(jsonRecord({ metadata: { name: 'a', labels: null } }).label('x')).toBeUndefined();
    expect(jsonRecord({ metadata: { name: 'a', labels: { x: 1 } } }).label('x')).toBeUndefined();
  });

  it('puts kind and apiVersion where the bytes have none', () => {
    const record = jsonRecord({ metadata: { name: 'a' } }, { type: { apiVersion: 'v1', kind: 'Pod' } });
    expect(JSON.stringify(record.object)).toBe('{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a"}}');
    expect(JSON.stringify(record.forTransform())).toBe(JSON.stringify(record.object));
    expect([record.field(['kind']), record.field(['apiVersion'])]).toEqual(['Pod', 'v1']);
  });

  it('believes the bytes before what it was told', () => {
    const record = jsonRecord(POD, { type: { apiVersion: 'v2', kind: 'Other' } });
    expect([record.field(['kind']), record.object.apiVersion]).toEqual(['Pod', 'v1']);
  });

  it('counts the last of two metadata, as JSON.parse does', () => {
    expect(jsonRecord('{"metadata":{"name":"a","uid":"1"},"metadata":{"name":"b"}}')).toMatchObject({
      key: 'b',
      uid: '',
    });
  });

  it('gives the same object on every call', () => {
    const record = jsonRecord(POD);
    expect(record.object).toBe(record.object);
  });

  it('gives a transform a fresh, writable object each time', () => {
    const record = jsonRecord(POD);
    (record.forTransform() as { spec?: unknown }).spec = undefined;
    expect(record.forTransform()).toEqual(withoutManagedFields(POD));
  });

  it('keeps nothing alive of the chunk it came in', () => {
    const chunk = Buffer.concat([Buffer.alloc(1 << 20, 0x20), Buffer.from(JSON.stringify(POD))]);
    const reader = new JsonItemReader();
    reader.read(chunk, 1 << 20, chunk.length);
    const record = reader.item as ReturnType<typeof jsonRecord>;
    chunk.fill(0);
    expect(record.object).toEqual(withoutManagedFields(POD));
    expect(record.byteLength).toBeLessThan(JSON.stringify(POD).length);
  });

  it('reads objects as deep as the scanner allows', () => {
    const depth = MAX_JSON_DEPTH - 2;
    const record = jsonRecord(`{"metadata":{"name":"deep"},"spec":${'['.repeat(depth)}${']'.repeat(depth)}}`);
    expect(Object.isFrozen((record.object as unknown as { spec: unknown }).spec)).toBe(true);
  });

  it.each([
    ['no metadata', '{"spec":{}}'],
    ['no name', '{"metadata":{"namespace":"a"}}'],
    ['an empty name', '{"metadata":{"name":""}}'],
    ['a name with a slash', '{"metadata":{"name":"a/b"}}'],
    ['a name that is a number', '{"metadata":{"name":5}}'],
    ['a uid that is a number', '{"metadata":{"name":"a","uid":5}}'],
    ['metadata that is a list', '{"metadata":[{"name":"a"}]}'],
  ])('is not made of an object with %s, which stays plain for the Reflector to report', (_, text) => {
    const item: unknown = jsonRecord(text);
    expect(item).not.toBeInstanceOf(ObjectRecord);
    expect(item).toEqual(JSON.parse(text));
    expect(() => new PlainRecord(item as KubernetesObject)).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_OBJECT' }),
    );
  });

  it('agrees with the plain object in every way a record can be read', () => {
    fc.assert(
      fc.property(kubernetesObjects, fc.nat(2), fc.string(), (object, indent, name) => {
        const plain = withoutManagedFields(JSON.parse(JSON.stringify(object)) as Record<string, unknown>);
        const record = jsonRecord(JSON.stringify(object, undefined, indent));
        const model = new PlainRecord(structuredClone(plain) as unknown as KubernetesObject);
        expect(record.forTransform()).toStrictEqual(plain);
        expect({ ...record.object }).toStrictEqual(plain);
        expect(record.key).toBe(model.key);
        for (const label of [name, ...Object.keys(model.object.metadata.labels ?? {})]) {
          expect(record.label(label)).toBe(model.label(label));
        }
        for (const path of [[name], ...Object.keys(plain).map((key) => [key]), ['metadata', name]]) {
          expect(record.field(path)).toStrictEqual(readFieldPath(plain, path));
        }
      }),
    );
  });
});

describe('project', () => {
  const projections: Projection[] = [
    'full',
    'metadata',
    { keep: [] },
    { keep: ['spec.nodeName'] },
    { keep: ['spec.nothing', 'status'] },
    { keep: ['metadata.name.x', 'metadata.finalizers', "metadata.labels['app']"] },
    { keep: ['spec', 'spec.nodeName'] },
    { drop: ['spec.containers', 'metadata.finalizers'] },
    { drop: ['metadata', 'kind', 'nothing'] },
    { drop: ["metadata.labels['app']", 'metadata.name'] },
    { drop: ['spec.nodeName.below', 'spec.nothing'] },
  ];

  it.each(projections)('%j keeps what it keeps of a plain object', (projection) => {
    const projected = jsonRecord(POD).project(projection);
    const expected = projectObject(withoutManagedFields(POD) as unknown as KubernetesObject, projection);
    expect(projected.forTransform()).toStrictEqual(expected);
    expect([projected.key, projected.uid, projected.label('app')]).toEqual(['default/web-1', 'u1', 'web']);
  });

  it('keeps the kind that came from elsewhere', () => {
    const record = jsonRecord({ metadata: { name: 'a' }, spec: 1 }, { type: { apiVersion: 'v1', kind: 'Pod' } });
    expect(record.project('metadata').object).toStrictEqual({ kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' } });
  });

  it('is the same record when all is kept', () => {
    const record = jsonRecord(POD);
    expect(record.project('full')).toBe(record);
  });

  it('agrees with the projection of plain objects', () => {
    const path = fc
      .array(fc.constantFrom('metadata', 'spec', 'status', 'data', 'labels', 'name', 'a', 'kind'), {
        minLength: 1,
        maxLength: 3,
      })
      .map((names) => names.join('.'));
    const paths = fc.array(path, { maxLength: 4 });
    const projection: fc.Arbitrary<Projection> = fc.oneof(
      fc.constant<Projection>('metadata'),
      paths.map((keep) => ({ keep })),
      paths.map((drop) => ({ drop })),
    );
    fc.assert(
      fc.property(kubernetesObjects, projection, (object, wanted) => {
        const plain = withoutManagedFields(JSON.parse(JSON.stringify(object)) as Record<string, unknown>);
        fc.pre(!JSON.stringify(object).includes('__proto__')); // Plain projections spread, which loses that name's nature.
        const expected = projectObject(plain as unknown as KubernetesObject, wanted);
        expect(jsonRecord(object).project(wanted).forTransform()).toStrictEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});
