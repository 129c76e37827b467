import { expect, it } from 'vitest';
import type { ConformanceCase } from './case.js';
import { ALL_CASES } from './cases/index.js';
import { Coverage } from './coverage.js';
import { differences } from './differences.js';
import { recordedOf } from './recording.js';
import { runCase } from './run-case.js';
import type { Transport } from './transport.js';

/**
 * Declares a test for each case: the server's answers are those that were recorded. Cases that are known to differ must
 * differ.
 */
export function conformance(
  transport: () => Transport,
  {
    cases = ALL_CASES,
    knownDifferences = new Map(),
  }: { cases?: readonly ConformanceCase[]; knownDifferences?: ReadonlyMap<string, string> } = {},
): void {
  const names = new Set(ALL_CASES.map(({ area, name }) => `${area}: ${name}`));
  it('has a case for every known difference', () => {
    expect([...knownDifferences.keys()].filter((name) => !names.has(name))).toEqual([]);
  });
  for (const subject of cases) {
    const name = `${subject.area}: ${subject.name}`;
    const run = subject.alone ? it : it.concurrent;
    const declare = knownDifferences.has(name) ? run.fails : run;
    declare(name, async () => {
      const recorded = recordedOf(subject);
      if (recorded === undefined) throw new Error('Not recorded yet: npm run conformance:record');
      expect(differences(recorded, await runCase(subject, transport()))).toEqual([]);
    });
  }
}

/** What the suite as a whole asks of a server. */
export function coverageOfSuite(): Coverage {
  const coverage = new Coverage();
  for (const subject of ALL_CASES) coverage.add(recordedOf(subject) ?? []);
  return coverage;
}
