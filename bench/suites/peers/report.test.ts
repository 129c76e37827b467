import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { judgeFailures } from './report.js';

describe('judgeFailures', () => {
  const printed: string[] = [];

  beforeEach(() => {
    vi.spyOn(console, 'log').mockImplementation((line: string) => printed.push(line));
  });

  afterEach(() => {
    vi.restoreAllMocks();
    printed.length = 0;
  });

  it.each([
    ['holds when a rival failed', 'fabric8', true],
    ['does not hold when we did', 'kube-informer', false],
  ])('%s, and says who', (_, peer, holds) => {
    expect(judgeFailures([{ peer, run: 3, where: 'a server', why: 'it lost an update' }])).toBe(holds);
    expect(printed).toEqual([`  ${peer} failed, and ran again, in run 3 on a server: it lost an update`]);
  });
});
