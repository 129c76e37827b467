import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { judge, judgeFailures } from './report.js';
import type { Sample } from './sample.js';

const printed: string[] = [];

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation((line: string) => printed.push(line));
});

afterEach(() => {
  vi.restoreAllMocks();
  printed.length = 0;
});

describe('judge', () => {
  const sample: Sample = {
    seconds: 1,
    cpu: 1,
    stall: 10,
    rss: 1,
    heap: 1,
    readHeap: 1,
    peak: 1,
    idleRss: 1,
    cpuPerUpdate: 1,
    p50: 1,
    p99: 1,
  };
  const real = (cpuPerUpdate: number): Parameters<typeof judge>[0] => ({
    real: {
      'kube-informer': [{ ...sample, cpu: 0.5, rss: 0.1, heap: 0.1, readHeap: 0.1, peak: 0.1, cpuPerUpdate }],
      'client-go-stripped': [sample],
    },
  });
  const CLAIM = 'CPU for an update against client-go';
  const verdictOfUpdates = (): string | undefined => printed.find((line) => line.includes(CLAIM));

  it.each([
    ['met', 0.6, true],
    ['MISSED', 0.8, false],
  ])('of the ratio to a peer: %s', (word, ratio, holds) => {
    expect(judge(real(ratio), 200)).toBe(holds);
    expect(verdictOfUpdates()?.trim().split(/ {2,}/)).toEqual([word, `${CLAIM}: ${ratio.toFixed(2)}, at most 0.70`]);
  });

  it('of updates at another rate than the targets are about: not measured', () => {
    expect(judge(real(0.8), 1_000)).toBe(true);
    expect(verdictOfUpdates()).toBe(`  not measured  ${CLAIM}`);
    expect(printed).toContainEqual(expect.stringContaining('CPU to synced against client-go: 0.50'));
  });
});

describe('judgeFailures', () => {
  it.each([
    ['holds when a rival failed', 'fabric8', true],
    ['does not hold when we did', 'kube-informer', false],
  ])('%s, and says who', (_, peer, holds) => {
    expect(judgeFailures([{ peer, run: 3, where: 'a server', why: 'it lost an update' }])).toBe(holds);
    expect(printed).toEqual([`  ${peer} failed, and ran again, in run 3 on a server: it lost an update`]);
  });
});
