import { describe, expect, it } from 'vitest';

import { makeObject } from './objects.js';

describe('makeObject', () => {
  it.each([0, 1_000, 5_000, 100_000])('builds an object of about %i bytes', (size) => {
    const bytes = JSON.stringify(makeObject({ name: 'web-1', size })).length;
    expect(bytes).toBeGreaterThan(size - 100);
    expect(bytes).toBeLessThan(Math.max(size, 250) + 100);
  });

  it('builds equal objects from equal options', () => {
    expect(makeObject({ name: 'a', size: 900 })).toEqual(makeObject({ name: 'a', size: 900 }));
  });
});
