import { describe, expect, it } from 'vitest';
import { queryOf } from './query.js';

describe('queryOf', () => {
  it('reads what stands after the question mark', () => {
    expect([...queryOf('/api?limit=1&labelSelector=a%3Db')]).toEqual([
      ['limit', '1'],
      ['labelSelector', 'a=b'],
    ]);
    expect([...queryOf('/api')]).toEqual([]);
  });

  it.each(['limit=%zz', 'limit=%', 'limit=1;watch=true'])('drops %s, and keeps the rest', (malformed) => {
    expect([...queryOf(`/api?${malformed}&continue=x`)]).toEqual([['continue', 'x']]);
  });
});
