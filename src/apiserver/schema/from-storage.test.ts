import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../api-object.js';
import { fromStorage } from './from-storage.js';
import type { JsonSchema } from './json-schema.js';

const text: JsonSchema = { type: 'string' };
const schemaOf = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: 'object', properties });
const schemas = new Map([
  [
    'v1',
    schemaOf({
      spec: schemaOf({ both: text, old: text, color: { type: 'string', default: 'blue' } }),
      kept: schemaOf({ deep: { type: 'array', items: text } }),
    }),
  ],
  [
    'v2',
    schemaOf({
      spec: schemaOf({ both: text, color: text, size: { type: 'string', default: 'big' } }),
      kept: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    }),
  ],
]);

const stored = (fields: Record<string, unknown>, version = 'v1'): ApiObject => ({
  apiVersion: `example.com/${version}`,
  kind: 'Widget',
  metadata: { name: 'a' },
  ...fields,
});
const shown = (fields: Record<string, unknown>, version: string, storedIn = 'v1'): Record<string, unknown> => {
  const {
    apiVersion,
    kind: _,
    metadata: __,
    ...rest
  } = fromStorage(schemas, stored(fields, storedIn), `example.com/${version}`);
  expect(apiVersion).toBe(`example.com/${version}`);
  return rest;
};

describe('a custom object of the storage', () => {
  it('has the defaults of the version it was stored in', () => {
    expect(shown({ spec: { both: 'x' } }, 'v1')).toEqual({ spec: { both: 'x', color: 'blue' } });
  });

  it('has lost what the version it was stored in does not have', () => {
    expect(shown({ spec: { color: 'red', gone: 'g' }, alsoGone: {} }, 'v1')).toEqual({ spec: { color: 'red' } });
  });

  it('has lost a null that is not allowed', () => {
    expect(shown({ spec: { both: null, color: 'red' } }, 'v1')).toEqual({ spec: { color: 'red' } });
  });

  it('has in another version the defaults of its own, and what both versions have', () => {
    expect(shown({ spec: { both: 'x', old: 'o' } }, 'v2')).toEqual({ spec: { both: 'x', color: 'blue' } });
  });

  it('has lost everything when the version it was stored in is no more', () => {
    expect(shown({ spec: { both: 'x' } }, 'v1', 'v0')).toEqual({});
  });

  it('has its keys in their order', () => {
    const object = fromStorage(schemas, stored({ spec: { old: 'o', both: 'x' } }), 'example.com/v1');
    expect(JSON.stringify(object)).toBe(
      '{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"a"},"spec":{"both":"x","color":"blue","old":"o"}}',
    );
  });

  it('is itself when nothing changes, whatever the order of its keys', () => {
    const object = stored({ spec: { old: 'o', color: 'red' }, kept: { deep: ['a', 'b'] } });
    expect(fromStorage(schemas, object, 'example.com/v1')).toBe(object);
  });

  it('shares what does not change', () => {
    const object = stored({ spec: {}, kept: { deep: ['a'] } });
    const made = fromStorage(schemas, object, 'example.com/v2');
    expect(made['kept']).toBe(object['kept']);
    expect(made.metadata).toBe(object.metadata);
  });

  it('is not changed', () => {
    const object = stored({ spec: { gone: 'g' } });
    const before = structuredClone(object);
    fromStorage(schemas, object, 'example.com/v2');
    expect(object).toEqual(before);
  });
});
