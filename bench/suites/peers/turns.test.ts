import { describe, expect, it } from 'vitest';
import { takeTurns } from './turns.js';
import type { TurnListener } from './turns.js';

const peers = [{ name: 'a' }, { name: 'b' }];

/** Takes samples that are numbered in the order of all turns; the named ones fail. */
function program(...failing: readonly number[]): {
  take: (peer: { name: string }) => Promise<string>;
  turns: string[];
} {
  const turns: string[] = [];
  return {
    turns,
    take: ({ name }) => {
      turns.push(name);
      if (failing.includes(turns.length)) return Promise.reject(new Error(`${name} lost an update`));
      return Promise.resolve(`${name}${String(turns.length)}`);
    },
  };
}

/** Writes down what it is told. */
function listener(): TurnListener<{ name: string }, string> & { runs: unknown[]; failures: string[] } {
  const runs: unknown[] = [];
  const failures: string[] = [];
  return {
    runs,
    failures,
    onRun: (samples) => runs.push(structuredClone(samples)),
    onFailure: ({ name }, run, why) => failures.push(`${name} in ${String(run)}: ${why}`),
  };
}

describe('takeTurns', () => {
  it('runs each once before any runs again, forth and back', async () => {
    const [{ take, turns }, told] = [program(), listener()];
    const samples = await takeTurns(peers, 3, take, told);
    expect(turns.join('')).toBe('abbaab');
    expect(samples).toEqual({ a: ['a1', 'a4', 'a5'], b: ['b2', 'b3', 'b6'] });
    expect(told.failures).toEqual([]);
  });

  it('lets a peer that failed take its turn again, and tells of it', async () => {
    const [{ take, turns }, told] = [program(4), listener()];
    const samples = await takeTurns(peers, 2, take, told);
    expect(turns.join('')).toBe('abbaa');
    expect(samples).toEqual({ a: ['a1', 'a5'], b: ['b2', 'b3'] });
    expect(told.failures).toEqual(['a in 2: a lost an update']);
  });

  it('ends when a turn fails twice, with the runs before it handed over', async () => {
    const [{ take }, told] = [program(3, 4), listener()];
    await expect(takeTurns(peers, 9, take, told)).rejects.toThrow('b lost an update');
    expect(told.runs).toEqual([{ a: ['a1'], b: ['b2'] }]);
  });
});
