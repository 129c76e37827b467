import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFieldPath, readFieldPath } from './field-path.js';
import type { KubernetesObject } from './object.js';
import { keepsPath, projectObject, projectionKey } from './projection.js';
import type { Projection } from './projection.js';
import { deepFreeze } from './read-only.js';

const pod = deepFreeze({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: 'web',
    namespace: 'default',
    uid: 'u1',
    resourceVersion: '7',
    labels: { app: 'web' },
    annotations: { note: 'x', other: 'y' },
  },
  spec: { nodeName: 'n1', containers: [{ name: 'c' }] },
  status: { phase: 'Running' },
});

const identity = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'default', uid: 'u1', resourceVersion: '7', labels: { app: 'web' } },
};

describe('keepsPath', () => {
  it.each<[Projection, string, boolean]>([
    ['full', 'spec.nodeName', true],
    ['metadata', 'metadata.annotations.a', true],
    ['metadata', 'spec.nodeName', false],
    [{ keep: ['spec.nodeName'] }, 'spec.nodeName', true],
    [{ keep: ['spec'] }, 'spec.nodeName', true],
    [{ keep: ['spec.nodeName.x'] }, 'spec.nodeName', true],
    [{ keep: ['spec.nodeName'] }, 'spec.hostname', false],
    [{ keep: ['spec.nodeName'] }, 'metadata.annotations', false],
    [{ keep: [] }, "metadata.labels['app']", true],
    [{ drop: ['spec'] }, 'spec.nodeName', false],
    [{ drop: ['spec.nodeName'] }, 'spec.nodeName', false],
    [{ drop: ['spec.nodeName'] }, 'spec', true],
    [{ drop: ['spec.nodeName'] }, 'spec.hostname', true],
    [{ drop: ['metadata'] }, 'metadata.labels.app', true],
    [{ drop: ['metadata'] }, 'metadata.annotations', false],
  ])('%j leaves something at %s: %s', (projection, path, kept) => {
    expect(keepsPath(projection, parseFieldPath(path))).toBe(kept);
  });

  it('is true wherever the projection of an object has something', () => {
    const names = fc.constantFrom('a', 'b', 'metadata', 'labels', 'name');
    const paths = fc.array(names, { minLength: 1, maxLength: 3 });
    const projections = fc.oneof(
      fc.constantFrom<Projection>('full', 'metadata'),
      fc.array(paths, { maxLength: 3 }).map((all) => ({ keep: all.map((path) => path.join('.')) })),
      fc.array(paths, { maxLength: 3 }).map((all) => ({ drop: all.map((path) => path.join('.')) })),
    );
    const leaf = { a: 1, b: 1, metadata: 1, labels: 1, name: 'x' };
    const level = { a: leaf, b: leaf, metadata: leaf, labels: leaf, name: leaf };
    const object = { a: level, b: level, metadata: { ...level, name: 'x' } } as unknown as KubernetesObject;
    fc.assert(
      fc.property(projections, paths, (projection, path) => {
        const left = readFieldPath(projectObject(object, projection), path);
        if (left !== undefined) expect(keepsPath(projection, path)).toBe(true);
      }),
    );
  });
});

describe('projectObject', () => {
  it('full is the object itself', () => {
    expect(projectObject(pod, 'full')).toBe(pod);
  });

  it('metadata keeps all metadata and nothing else', () => {
    const { apiVersion, kind, metadata } = pod;
    expect(projectObject(pod, 'metadata')).toStrictEqual({ apiVersion, kind, metadata });
  });

  it('keep adds its paths to the identity', () => {
    expect(projectObject(pod, { keep: ['spec.nodeName', 'metadata.annotations.note', 'gone.field'] })).toStrictEqual({
      ...identity,
      metadata: { ...identity.metadata, annotations: { note: 'x' } },
      spec: { nodeName: 'n1' },
    });
  });

  it('keep of a path inside the identity leaves the identity whole', () => {
    expect(projectObject(pod, { keep: ["metadata.labels['app']"] })).toStrictEqual(identity);
  });

  it('drop removes its paths', () => {
    expect(
      projectObject(pod, { drop: ['spec.containers', 'status', 'metadata.annotations', 'no.such'] }),
    ).toStrictEqual({
      ...identity,
      spec: { nodeName: 'n1' },
    });
  });

  it.each(['metadata', 'metadata.name', 'metadata.labels', 'kind'])('drop cannot drop the identity: %s', (path) => {
    expect(projectObject(pod, { drop: [path] })).toMatchObject(identity);
  });

  it('drop of one annotation keeps the others', () => {
    expect(projectObject(pod, { drop: ['metadata.annotations.note'] }).metadata.annotations).toStrictEqual({
      other: 'y',
    });
  });

  it('never writes to the given object, and shares its parts', () => {
    const writable = structuredClone(pod);
    const projected = projectObject(writable, { keep: ['spec'] });
    expect(writable).toStrictEqual(pod);
    expect(projected.spec).toBe(writable.spec);
  });

  it('a field called __proto__ is a field as any other', () => {
    const odd = JSON.parse('{"metadata":{"name":"a"},"__proto__":{"x":1}}') as typeof pod;
    const projected = projectObject(odd, { keep: ['__proto__'] });
    expect(Object.getPrototypeOf(projected)).toBe(Object.prototype);
    expect(JSON.stringify(projected)).toBe('{"metadata":{"name":"a"},"__proto__":{"x":1}}');
  });

  it('a path that cannot be read throws', () => {
    expect(() => projectObject(pod, { keep: ['a['] })).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_ARGUMENT' }),
    );
  });
});

describe('projectionKey', () => {
  it('is the same whatever the order, spelling and repetition of paths', () => {
    expect(projectionKey({ keep: ['b', "a['x']", 'b'] })).toBe(projectionKey({ keep: ['a.x', 'b'] }));
  });

  it('tells different projections apart', () => {
    const all: Projection[] = [
      'full',
      'metadata',
      { keep: ['a'] },
      { drop: ['a'] },
      { keep: ['a', 'b'] },
      { keep: ['a.b'] },
    ];
    expect(new Set(all.map(projectionKey)).size).toBe(all.length);
  });
});

describe('what is no projection', () => {
  it.each([
    'some',
    null,
    5,
    {},
    { paths: ['spec'] },
    { keep: 'spec' },
    { keep: [5] },
    { keep: ['spec'], drop: ['status'] },
    { keep: undefined, drop: ['status'] },
  ])('%j is refused, with what one is', (given) => {
    const refused = {
      code: 'ERR_INVALID_ARGUMENT',
      message: expect.stringContaining("'metadata', or { keep }") as string,
    };
    expect(() => projectionKey(given as unknown as Projection)).toThrow(expect.objectContaining(refused));
  });
});
