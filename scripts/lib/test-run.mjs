// Running vitest so that the last line is the count, whatever went wrong before it. Node built-ins only.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from './program.mjs';

/**
 * @typedef {{ status: string, assertionResults: { status: string }[] }} TestFile
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: TestFile[] }} Report
 */

/**
 * What vitest's own report says. A file that failed before its first test counts as one failure.
 *
 * @param {string} results
 * @returns {{ passed: number, failed: number }}
 */
function counts(results) {
  if (!existsSync(results)) return { passed: 0, failed: 1 };
  const report = /** @type {Report} */ (JSON.parse(readFileSync(results, 'utf8')));
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length };
}

/**
 * Runs the steps before the tests, then the tests of some vitest projects. Every step runs even if one before it failed.
 *
 * @param {object} run
 * @param {string} run.label starts each line of ours
 * @param {string} run.root
 * @param {readonly { name: string, args: readonly string[] }[]} [run.before] programs of node; each that fails counts as
 *   one failure
 * @param {readonly string[]} run.projects
 * @param {readonly string[]} run.args passed on to vitest
 * @returns {Promise<Pick<import('./program.mjs').Ended, 'code' | 'signal' | 'killed'>>}
 */
export async function runTests({ label, root, before = [], projects, args }) {
  const scratch = mkdtempSync(join(tmpdir(), 'kube-informer-test-'));
  const results = join(scratch, 'results.json');
  const vitest = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
    ...args,
  ];
  /** @type {string[]} */
  const failedSteps = [];
  try {
    for (const step of [...before, { name: 'tests', args: vitest }]) {
      console.log(`${label}: ${step.name}`);
      const ended = await runProgram(process.execPath, step.args, { cwd: root });
      if (ended.signal !== undefined) return { ...ended, code: ended.code || 1 };
      if (ended.code !== 0) failedSteps.push(step.name);
    }
    const { passed, failed } = counts(results);
    // A failed type check is a failure of its own; so is a run that vitest calls failed without naming a test.
    const untested = failedSteps.filter((name) => name !== 'tests').length;
    const unnamed = failedSteps.includes('tests') && failed === 0 ? 1 : 0;
    const allFailed = failed + untested + unnamed;
    if (failedSteps.length > 0) console.log(`${label}: FAILED: ${failedSteps.join(', ')}`);
    console.log(`${passed} passed, ${allFailed} failed`);
    return { code: allFailed > 0 ? 1 : 0, signal: undefined, killed: false };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
