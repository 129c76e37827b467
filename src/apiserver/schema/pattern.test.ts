import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { matchesPattern } from './pattern.js';

describe('matchesPattern', () => {
  it('matches as RE2 does, its spellings included', () => {
    expect(matchesPattern('^[a-z]+$', 'abc')).toBe(true);
    expect(matchesPattern('^[a-z]+$', 'aBc')).toBe(false);
    expect(matchesPattern('\\A[[:alpha:]]{2}\\z', 'ab')).toBe(true);
    expect(matchesPattern('^(?P<year>\\d{4})-', '2026-01')).toBe(true);
    expect(matchesPattern('^[^\\/]+\\-x$', 'a-x')).toBe(true);
    expect(matchesPattern('^([a-z0-9]([-a-z0-9]*[a-z0-9])?)(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$', 'a.b-c.d')).toBe(
      true,
    );
  });

  it('gives up on a pattern that would try very many ways', () => {
    const start = performance.now();
    expect(matchesPattern('^(a+)+$', `${'a'.repeat(40)}b`)).toBe('slow');
    expect(matchesPattern('^(.*)*x$', 'a'.repeat(40))).not.toBe(true);
    // The limit is 50 ms each; far more would be the pattern itself.
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
