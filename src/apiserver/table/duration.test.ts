import { describe, expect, it } from 'vitest';
import { humanDuration, since } from './duration.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('humanDuration', () => {
  it.each([
    [-2 * SECOND, '<invalid>'],
    [-1, '0s'],
    [0, '0s'],
    [119 * SECOND, '119s'],
    [2 * MINUTE, '2m'],
    [2 * MINUTE + 3 * SECOND, '2m3s'],
    [10 * MINUTE + 59 * SECOND, '10m'],
    [179 * MINUTE, '179m'],
    [3 * HOUR + 5 * MINUTE, '3h5m'],
    [8 * HOUR + 5 * MINUTE, '8h'],
    [47 * HOUR, '47h'],
    [2 * DAY + 3 * HOUR, '2d3h'],
    [8 * DAY + 3 * HOUR, '8d'],
    [729 * DAY, '729d'],
    [2 * 365 * DAY + 19 * DAY, '2y19d'],
    [9 * 365 * DAY, '9y'],
  ])('shows %d ms as %s', (ms, shown) => {
    expect(humanDuration(ms)).toBe(shown);
  });

  it('has a word for a time that is not there', () => {
    expect(since(undefined, new Date(0))).toBe('<unknown>');
  });
});
