import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { missingIn, saveLocally, saveResults } from './results.js';
import type { Results } from './results.js';

const both = { 'kube-informer': [{}, {}], 'client-go': [{}, {}] };
const full: Results = {
  objects: 20_000,
  events: 1_000,
  rate: 200,
  runs: 9,
  failures: [],
  samples: { real: both, replay: both },
};

describe('missingIn', () => {
  it('finds nothing where a run measured as much, or more', () => {
    expect(missingIn(full, full)).toEqual([]);
    const more = { ...full, events: 5_000, runs: 11, samples: { ...full.samples, other: both } };
    expect(missingIn(more, full)).toEqual([]);
  });

  it.each([
    ['9 runs', { ...full, runs: 5 }],
    ['20000 objects', { ...full, objects: 2_000 }],
    ['20000 objects', { ...full, objects: 40_000 }],
    ['1000 updates', { ...full, events: 100 }],
    ['200 updates a second', { ...full, rate: 1_000 }],
    ['"replay"', { ...full, samples: { real: both } }],
    ['client-go of "real"', { ...full, samples: { real: { 'kube-informer': [{}] }, replay: both } }],
    ['client-go of "real"', { ...full, samples: { real: { ...both, 'client-go': [] }, replay: both } }],
  ])('names what a trial lacks: %s', (lacks, trial) => {
    expect(missingIn(trial, full)).toEqual([lacks]);
  });
});

describe('saveResults', () => {
  let folder: string;
  const runsIn = (file: string): number => (JSON.parse(readFileSync(join(folder, file), 'utf8')) as Results).runs;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bench-results-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps the results of a full run when a trial follows', () => {
    const told = vi.spyOn(console, 'error').mockReturnValue();
    saveResults(folder, 'peers', full, false);
    saveResults(folder, 'peers', { ...full, runs: 1 }, false);
    expect(runsIn('peers.json')).toBe(9);
    expect(runsIn('peers.local.json')).toBe(1);
    expect(told).toHaveBeenCalledWith('Only peers.local.json was written: peers.json has 9 runs. --save replaces it.');
    told.mockRestore();
  });

  it('replaces them when it is told to', () => {
    saveResults(folder, 'peers', full, false);
    saveResults(folder, 'peers', { ...full, runs: 1 }, true);
    expect(runsIn('peers.json')).toBe(1);
  });

  it('writes no results to keep while a run goes on', () => {
    saveLocally(folder, 'peers', full);
    expect(existsSync(join(folder, 'peers.json'))).toBe(false);
    expect(runsIn('peers.local.json')).toBe(9);
  });
});
