import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from './retry-after.js';

const now = Date.UTC(2026, 0, 1, 12, 0, 0);

describe('parseRetryAfter', () => {
  it.each<[string, string | undefined, string | undefined, number | undefined]>([
    ['seconds', '120', undefined, 120_000],
    ['zero', '0', undefined, 0],
    ['spaces around', ' 3 ', undefined, 3_000],
    ['nothing', undefined, undefined, undefined],
    ['an empty value', '', undefined, undefined],
    ['a negative number', '-1', undefined, undefined],
    ['a fraction', '1.5', undefined, undefined],
    ['a number beyond all sense', '9'.repeat(30), undefined, undefined],
    ['rubbish', 'May', undefined, undefined],
    ['a date', 'Thu, 01 Jan 2026 12:00:30 GMT', undefined, 30_000],
    ['a date in the form of RFC 850', 'Thursday, 01-Jan-26 12:00:30 GMT', undefined, 30_000],
    ['a date in the form of asctime', 'Thu Jan  1 12:00:30 2026', undefined, 30_000],
    ['a date that is over', 'Thu, 01 Jan 2026 11:00:00 GMT', undefined, 0],
    ['a date, by the clock of the server', 'Thu, 01 Jan 2026 09:00:30 GMT', 'Thu, 01 Jan 2026 09:00:00 GMT', 30_000],
    ['a date, by our clock when that of the server is rubbish', 'Thu, 01 Jan 2026 12:00:30 GMT', 'x', 30_000],
  ])('reads %s', (_name, value, date, expected) => {
    expect(parseRetryAfter(value, date, now)).toBe(expected);
  });
});
