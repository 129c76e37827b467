import { describe, expect, it, vi } from 'vitest';
import { PlainRecord } from '../meta/index.js';
import type { KubernetesObject, Mutable } from '../meta/index.js';
import { transformRecord } from './transform.js';
import type { Transform } from './transform.js';

type Thing = KubernetesObject & { readonly spec?: { readonly value: number }; readonly self?: unknown };

function thing(): Thing {
  return {
    kind: 'Thing',
    metadata: { name: 'a', namespace: 'ns', uid: 'u1', resourceVersion: '7', labels: { app: 'web' } },
    spec: { value: 1 },
  };
}

const apply = (transform: (object: Thing) => unknown, object = thing()) =>
  transformRecord(new PlainRecord(object), transform as Transform<Thing>);

const failure = (detail: string): Error =>
  expect.objectContaining({
    code: 'ERR_TRANSFORM_FAILED',
    message: expect.stringMatching(new RegExp(`"ns/a".*${detail}`)) as string,
  }) as Error;

describe('transformRecord', () => {
  it('gives the record of what the transform returned', () => {
    expect(apply(({ metadata }) => ({ metadata, spec: { value: 2 } })).object.spec).toEqual({ value: 2 });
  });

  it('takes an object that was changed in place', () => {
    const record = apply((object) => {
      delete (object as Mutable<Thing>).spec;
      return object;
    });
    expect('spec' in record.object).toBe(false);
  });

  it('freezes the result all the way down for its readers', () => {
    const { object } = apply((given) => ({ ...given, spec: { value: 2 } }));
    expect([object, object.metadata, object.spec].every((part) => Object.isFrozen(part))).toBe(true);
  });

  it('gives a transform a copy to write to when the object has been read before', () => {
    const source = new PlainRecord(thing());
    const before = source.object;
    const record = transformRecord(source, (object) => {
      (object as Mutable<Thing>).spec = { value: 2 };
      return object;
    });
    expect([before.spec?.value, record.object.spec?.value]).toEqual([1, 2]);
  });

  it('lets a transform drop anything but the identity', () => {
    const { object } = apply(({ metadata: { name, namespace, uid, resourceVersion } }) => ({
      metadata: { name, namespace, uid, resourceVersion },
    }));
    expect(object).toEqual({ metadata: { name: 'a', namespace: 'ns', uid: 'u1', resourceVersion: '7' } });
  });

  it.each(['name', 'namespace', 'uid', 'resourceVersion'] as const)(
    'puts metadata.%s back when it was dropped',
    (field) => {
      const record = apply((object) => {
        const { [field]: _dropped, ...metadata } = object.metadata;
        return { ...object, metadata };
      });
      expect([record[field], record.object.metadata[field]]).toEqual([
        thing().metadata[field],
        thing().metadata[field],
      ]);
    },
  );

  it('puts the whole identity back when metadata was dropped', () => {
    expect(apply(() => ({ kind: 'Thing' })).object).toEqual({
      kind: 'Thing',
      metadata: { name: 'a', namespace: 'ns', uid: 'u1', resourceVersion: '7' },
    });
  });

  it('puts the identity back into a frozen result', () => {
    expect(apply(() => Object.freeze({ metadata: Object.freeze({ name: 'a' }) })).key).toBe('ns/a');
  });

  it.each([
    ['name', 'b'],
    ['namespace', 'other'],
    ['uid', 'u2'],
    ['resourceVersion', '8'],
    ['resourceVersion', 7],
  ])('fails when metadata.%s was changed to %j', (field, value) => {
    expect(() => apply((object) => ({ ...object, metadata: { ...object.metadata, [field]: value } }))).toThrow(
      failure(`metadata.${field}`),
    );
  });

  it('fails when a namespace was given to an object that has none', () => {
    const global: Thing = { metadata: { name: 'node-1' } };
    expect(() => apply((object) => ({ ...object, metadata: { name: 'node-1', namespace: 'ns' } }), global)).toThrow(
      expect.objectContaining({ code: 'ERR_TRANSFORM_FAILED' }) as Error,
    );
  });

  it('takes an object that never had a uid or a resourceVersion', () => {
    expect(apply((object) => object, { metadata: { name: 'a' } }).object).toEqual({ metadata: { name: 'a' } });
  });

  it('fails with the error of a transform that throws as its cause', () => {
    const cause = new Error('no spec');
    const attempt = () =>
      apply(() => {
        throw cause;
      });
    expect(attempt).toThrow(failure('no spec'));
    expect(attempt).toThrow(expect.objectContaining({ cause }) as Error);
  });

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a string', 'text'],
    ['an array', []],
  ])('fails when the transform returns %s', (name, value) => {
    expect(() => apply(() => value)).toThrow(failure(`returned ${name}`));
  });

  it('fails when metadata is no object any more', () => {
    expect(() => apply((object) => ({ ...object, metadata: 'none' }))).toThrow(failure('metadata a string'));
  });

  it('fails when the transform returns a promise', () => {
    expect(() => apply((object) => Promise.resolve(object))).toThrow(failure('promise'));
  });

  it('leaves no unhandled rejection when the transform returns a promise that rejects', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    expect(() => apply(() => Promise.reject(new Error('late')))).toThrow(failure('promise'));
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('fails when the result contains itself', () => {
    expect(() =>
      apply((object) => {
        const loop: Mutable<Thing> = { ...(object as Mutable<Thing>) };
        loop.self = { loop };
        return loop;
      }),
    ).toThrow(failure('self\\.loop'));
  });
});
