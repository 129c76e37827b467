import { describe, expect, it } from 'vitest';
import { assertAcyclic, deepFreeze } from './read-only.js';

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen);
}

describe('deepFreeze', () => {
  it('freezes every level, arrays included, and returns the same object', () => {
    const object = { a: { b: [{ c: 1 }] }, d: null };
    expect(deepFreeze(object)).toBe(object);
    expect(isDeeplyFrozen(object)).toBe(true);
  });

  it('freezes below a part that was frozen on its own', () => {
    const object = Object.freeze({ spec: Object.freeze({ deep: { x: 1 } }), list: [{}] });
    expect(isDeeplyFrozen(deepFreeze(object))).toBe(true);
  });

  it('comes to an end on shared and cyclic parts', () => {
    const shared = { x: { y: 1 } };
    const object: Record<string, unknown> = { one: shared, two: shared };
    object['self'] = object;
    deepFreeze(object);
    expect([Object.isFrozen(object), Object.isFrozen(shared), Object.isFrozen(shared.x)]).toEqual([true, true, true]);
  });

  it('comes to an end on a cycle that was frozen already', () => {
    const object: Record<string, unknown> = { inner: { x: 1 } };
    object['self'] = object;
    Object.freeze(object);
    expect(Object.isFrozen(deepFreeze(object)['inner'])).toBe(true);
  });

  it('leaves bytes alone, which cannot be frozen', () => {
    const object = { data: new Uint8Array([1]) };
    expect(Object.isFrozen(deepFreeze(object))).toBe(true);
  });

  it('does not call the accessors of a frozen part', () => {
    let calls = 0;
    const lazy = Object.freeze({
      get spec() {
        calls++;
        return {};
      },
    });
    deepFreeze({ lazy });
    expect(calls).toBe(0);
  });

  it.each([1, 'text', null, undefined, true])('gives back %j', (value) => {
    expect(deepFreeze(value)).toBe(value);
  });
});

describe('assertAcyclic', () => {
  it('passes a tree, and a part that stands in two places', () => {
    const shared = { x: 1 };
    expect(() => {
      assertAcyclic({ a: shared, b: [shared, null] });
    }).not.toThrow();
  });

  it('names the path of a cycle', () => {
    const spec: Record<string, unknown> = {};
    spec['owner'] = [spec];
    expect(() => {
      assertAcyclic({ spec });
    }).toThrow(
      expect.objectContaining({
        code: 'ERR_INVALID_OBJECT',
        message: expect.stringContaining('spec.owner.0') as string,
      }),
    );
  });
});
