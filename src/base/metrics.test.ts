import { describe, expect, it } from 'vitest';
import { noMetrics } from './metrics.js';

describe('noMetrics', () => {
  it('takes every measurement and gives nothing back', () => {
    expect([
      noMetrics.counter('c', 'help', {}).inc(),
      noMetrics.counter('c', 'help', {}).inc(2),
      noMetrics.gauge('g', 'help', { name: 'pods' }).set(1),
      noMetrics.histogram('h', 'help', {}, [1, 2]).observe(1),
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('makes no new object for a series, so that unused metrics cost nothing', () => {
    expect(noMetrics.counter('a', 'help', {})).toBe(noMetrics.counter('b', 'help', {}));
  });
});
