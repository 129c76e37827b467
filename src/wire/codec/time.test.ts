import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ZERO_SECONDS, formatDuration, formatMicroTime, formatTime, parseDuration, parseTime } from './time.js';

// The seconds of the years that RFC 3339 can write.
const seconds = fc.integer({ min: ZERO_SECONDS + 1, max: 253_402_300_799 });

describe('times', () => {
  it('are those of Date, without milliseconds', () => {
    fc.assert(
      fc.property(seconds, (value) => {
        expect(formatTime(value)).toBe(new Date(value * 1000).toISOString().replace('.000Z', 'Z'));
      }),
    );
  });

  it('are null for the zero time, and not for the epoch', () => {
    expect(formatTime(ZERO_SECONDS)).toBeNull();
    expect(formatMicroTime(ZERO_SECONDS, 0)).toBeNull();
    expect(formatTime(0)).toBe('1970-01-01T00:00:00Z');
  });

  it('of microseconds have always six digits', () => {
    expect(formatMicroTime(1, 0)).toBe('1970-01-01T00:00:01.000000Z');
    expect(formatMicroTime(1, 1_999)).toBe('1970-01-01T00:00:01.000001Z');
  });

  it('of microseconds carry nanoseconds beyond a second', () => {
    expect(formatMicroTime(1, 1_000_000_000)).toBe('1970-01-01T00:00:02.000000Z');
    expect(formatMicroTime(1, -1_000)).toBe('1970-01-01T00:00:00.999999Z');
  });

  it('are read back', () => {
    fc.assert(
      fc.property(seconds, fc.integer({ min: 0, max: 999_999 }), (value, micros) => {
        expect(parseTime(formatTime(value) as string)).toEqual({ seconds: value, nanos: 0 });
        const text = formatMicroTime(value, micros * 1000) as string;
        expect(parseTime(text)).toEqual({ seconds: value, nanos: micros * 1000 });
      }),
    );
  });

  it('are read in any zone', () => {
    expect(parseTime('2026-01-01T02:00:00+02:00')).toEqual(parseTime('2026-01-01T00:00:00Z'));
  });

  it.each(['', '2026-01-01', '2026-13-01T00:00:00Z', 'now'])('are not read from %j', (text) => {
    expect(parseTime(text)).toBeUndefined();
  });
});

describe('durations', () => {
  it.each([
    [0n, '0s'],
    [1n, '1ns'],
    [1_500n, '1.5µs'],
    [1_500_000n, '1.5ms'],
    [90_000_000_000n, '1m30s'],
    [3_600_000_000_000n, '1h0m0s'],
    [-1_500_000n, '-1.5ms'],
    [9_223_372_036_854_775_807n, '2562047h47m16.854775807s'],
  ])('of %d ns are written as Go writes them: %s', (nanos, text) => {
    expect(formatDuration(nanos)).toBe(text);
  });

  it('are read back', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (nanos) => {
        expect(parseDuration(formatDuration(nanos))).toBe(nanos);
      }),
    );
  });

  it.each(['', '-', '1', '1x', 's', '1h-1m'])('are not read from %j', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });
});
