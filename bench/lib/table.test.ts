import { describe, expect, it } from 'vitest';
import { median } from './table.js';

describe('median', () => {
  it.each([
    [2, [3, 1, 2]],
    [2.5, [4, 1, 2, 3]],
    [7, [7]],
    [NaN, []],
  ])('is %d of %j', (middle, values) => {
    expect(median(values)).toBe(middle);
  });
});
