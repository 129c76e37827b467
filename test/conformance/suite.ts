import { expect, it } from 'vitest';
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
  { knownDifferences = new Map() }: { knownDifferences?: ReadonlyMap<string, string> } = {},
): void {
  const names = new Set(ALL_CASES.map(({ area, name }) => `${area}: ${name}`));
  it('has a case for every known difference', () => {
    expect([...knownDifferences.keys()].filter((name) => !names.has(name))).toEqual([]);
  });
  for (const subject of ALL_CASES) {
    const name = `${subject.area}: ${subject.name}`;
    const declare = knownDifferences.has(name) ? it.concurrent.fails : it.concurrent;
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
