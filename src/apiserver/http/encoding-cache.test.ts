import { describe, expect, it } from 'vitest';
import type { Entry } from '../storage/contract.js';
import { EncodingCache } from './encoding-cache.js';

const entry = (name: string): Entry => ({
  key: name,
  name,
  namespace: '',
  version: 1,
  object: { apiVersion: 'v1', kind: 'X', metadata: { name } },
  derived: new Map(),
});

describe('EncodingCache', () => {
  it('makes an encoding once for everyone', () => {
    const cache = new EncodingCache();
    const one = entry('a');
    const first = cache.get(one, 'json', () => Buffer.from('x'));
    expect(cache.get(one, 'json', () => Buffer.from('y'))).toBe(first);
  });

  it('forgets the oldest ones above its budget', () => {
    const cache = new EncodingCache(10);
    const entries = Array.from({ length: 20 }, (_, index) => entry(String(index)));
    for (const one of entries) cache.get(one, 'json', () => Buffer.alloc(4));
    expect(cache.size).toBeLessThanOrEqual(10);
    expect(entries.filter((one) => one.derived.has('json')).map((one) => one.name)).toEqual(['18', '19']);
  });
});
