import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lazyObject } from './lazy-object.js';
import { PLAINNESS } from './test-plainness.js';
import { jsonRecord, kubernetesObjects } from './test-support.js';

type Plain = Record<string, unknown>;

const DEPLOYMENT = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {
    name: 'web',
    namespace: 'default',
    uid: 'u1',
    resourceVersion: '5',
    labels: { app: 'web' },
    creationTimestamp: null,
  },
  spec: {
    replicas: 2,
    template: {
      spec: { containers: [{ name: 'c', image: 'registry.example/some/long/name/of/an/image:1.2.3', args: [] }] },
    },
  },
  status: { conditions: [{ type: 'Available', status: 'True' }], observedGeneration: 3 },
};

const lazyOf = (object: object): Plain => jsonRecord(object, { keepManagedFields: true }).object as unknown as Plain;

describe('a lazy object is plain to its reader', () => {
  it('there are at least thirty ways to tell', () => {
    expect(Object.keys(PLAINNESS).length).toBeGreaterThanOrEqual(30);
  });

  it.each(Object.entries(PLAINNESS))('%s', (_, check) => {
    expect(() => {
      check(lazyOf(DEPLOYMENT), structuredClone(DEPLOYMENT));
    }).not.toThrow();
  });

  it('toEqual, toStrictEqual and toMatchObject', () => {
    expect(lazyOf(DEPLOYMENT)).toEqual(DEPLOYMENT);
    expect(lazyOf(DEPLOYMENT)).toStrictEqual(DEPLOYMENT);
    expect(DEPLOYMENT).toStrictEqual(lazyOf(DEPLOYMENT));
    expect(lazyOf(DEPLOYMENT)).toMatchObject({ spec: { replicas: 2 } });
    expect(lazyOf(DEPLOYMENT)).not.toEqual({ ...DEPLOYMENT, kind: 'Other' });
  });

  it('differs in one thing, on purpose: a descriptor has get instead of value', () => {
    expect(Object.getOwnPropertyDescriptor(lazyOf(DEPLOYMENT), 'spec')).toMatchObject({
      get: expect.any(Function) as unknown,
      enumerable: true,
      configurable: false,
    });
  });

  it('whatever the object', () => {
    const checks = Object.values(PLAINNESS);
    fc.assert(
      fc.property(kubernetesObjects, fc.nat(), (object, index) => {
        const plain = JSON.parse(JSON.stringify(object)) as Plain;
        // Object.assign makes a prototype of that one, for plain objects too.
        fc.pre(!Object.hasOwn(plain, '__proto__') || checks[index % checks.length] !== PLAINNESS['Object.assign']);
        checks[index % checks.length]?.(lazyOf(object), plain);
      }),
      { numRuns: 500 },
    );
  });

  it('a key named __proto__ is a property like any other, and no prototype changes', () => {
    const text = '{"metadata":{"name":"a","__proto__":{"polluted":1}},"__proto__":{"polluted":1}}';
    const lazy = jsonRecord(text).object as unknown as Plain;
    expect(Object.keys(lazy)).toEqual(['metadata', '__proto__']);
    expect(Object.getPrototypeOf(lazy)).toBe(Object.prototype);
    expect(Object.getPrototypeOf(lazy['metadata'])).toBe(Object.prototype);
    expect(JSON.stringify(lazy)).toBe(text);
    expect(({} as Plain)['polluted']).toBeUndefined();
  });
});

describe('lazyObject', () => {
  const counting = (names: readonly string[]): { object: Plain; decoded: string[] } => {
    const decoded: string[] = [];
    const decodeField = (name: string): unknown => {
      decoded.push(name);
      return Object.freeze({ at: names.indexOf(name) });
    };
    return { object: lazyObject<Plain>({ fieldNames: () => names, decodeField }), decoded };
  };

  it('decodes nothing until a field is read, then that field, once', () => {
    const { object, decoded } = counting(['a', 'b', 'c']);
    Object.keys(object);
    expect(decoded).toEqual([]);
    expect([object['b'], object['b']]).toEqual([{ at: 1 }, { at: 1 }]);
    expect(decoded).toEqual(['b']);
  });

  it('keeps a field whose value is undefined or null', () => {
    const values: Plain = { a: undefined, b: null };
    let calls = 0;
    const decodeField = (name: string): unknown => (calls++, values[name]);
    const object = lazyObject<Plain>({ fieldNames: () => ['a', 'b'], decodeField });
    expect([object['a'], object['a'], object['b'], object['b'], calls]).toEqual([undefined, undefined, null, null, 2]);
  });

  it('shares its accessors with every other lazy object', () => {
    const getter = (object: Plain): unknown => Object.getOwnPropertyDescriptor(object, 'a')?.get;
    expect(getter(counting(['a', 'b']).object)).toBe(getter(counting(['c', 'a']).object));
  });

  it('does not decode when printed with a depth below it', () => {
    const { object } = counting(['a']);
    expect(inspect({ x: { y: { z: { object } } } })).toBe(inspect({ x: { y: { z: { object: { a: { at: 0 } } } } } }));
  });

  it('an accessor on something that is no lazy object gives undefined', () => {
    const get = Object.getOwnPropertyDescriptor(counting(['a']).object, 'a')?.get;
    expect(get?.call({})).toBeUndefined();
  });

  it('works for more names than accessors are kept for', () => {
    for (let index = 0; index < 5000; index++) {
      const { object } = counting([`name-${index}`]);
      expect(object[`name-${index}`]).toEqual({ at: 0 });
    }
  });
});

describe('old objects', () => {
  it('stay what they were, whatever arrives afterwards', () => {
    const operations = fc.array(fc.record({ key: fc.nat(4), object: kubernetesObjects, keep: fc.boolean() }), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(operations, (steps) => {
        const cache = new Map<number, ReturnType<typeof jsonRecord>>();
        const kept: { object: object; read: boolean; text: string }[] = [];
        for (const { key, object, keep } of steps) {
          const text = JSON.stringify(object);
          const record = jsonRecord(text, { keepManagedFields: true });
          cache.set(key, record);
          if (keep) kept.push({ object: record.object, read: false, text });
        }
        for (const { object, text } of kept) expect(JSON.stringify(object)).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 50 },
    );
  });
});
