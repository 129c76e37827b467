import { describe, expect, it } from 'vitest';
import { ratiosToFirst } from './together.js';

describe('ratiosToFirst', () => {
  it('compares within a run, so that a slow run of all changes nothing', () => {
    const runs = [
      [2, 1, 4],
      [20, 10, 40],
    ];
    expect(ratiosToFirst(runs)).toEqual([
      [1, 1],
      [0.5, 0.5],
      [2, 2],
    ]);
  });

  it('has nothing to say of no runs', () => {
    expect(ratiosToFirst([])).toEqual([]);
  });
});
