// `npm test`: the types, then the tests. Every step runs even if one before it failed, and the last line is the count.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endLike, runProgram } from './lib/program.mjs';

// By name, so that a project which needs a cluster or a browser does not slip into `npm test`.
const PROJECTS = ['unit', 'integration', 'model', 'examples', 'meters', 'packaging'];

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'kube-informer-test-'));
const results = join(scratch, 'results.json');

const STEPS = [
  { name: 'types', args: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', '--noEmit'] },
  ...(existsSync(join(root, 'test/types'))
    ? [{ name: 'type tests', args: ['node_modules/typescript/bin/tsc', '-p', 'test/types', '--noEmit'] }]
    : []),
  {
    name: 'tests',
    args: [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...PROJECTS.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${results}`,
      ...process.argv.slice(2),
    ],
  },
];

/**
 * @typedef {{ status: string, assertionResults: { status: string }[] }} TestFile
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: TestFile[] }} Report
 */

/**
 * What vitest's own report says. A file that failed before its first test counts as one failure.
 *
 * @returns {{ passed: number, failed: number }}
 */
function counts() {
  if (!existsSync(results)) return { passed: 0, failed: 1 };
  const report = /** @type {Report} */ (JSON.parse(readFileSync(results, 'utf8')));
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length };
}

async function main() {
  /** @type {string[]} */
  const failedSteps = [];
  for (const { name, args } of STEPS) {
    console.log(`test: ${name}`);
    const ended = await runProgram(process.execPath, args, { cwd: root });
    if (ended.signal !== undefined) return { ...ended, code: ended.code || 1 };
    if (ended.code !== 0) failedSteps.push(name);
  }
  const { passed, failed } = counts();
  // A failed type check is a failure of its own; so is a run that vitest calls failed without naming a test.
  const untested = failedSteps.filter((name) => name !== 'tests').length;
  const unnamed = failedSteps.includes('tests') && failed === 0 ? 1 : 0;
  const allFailed = failed + untested + unnamed;
  if (failedSteps.length > 0) console.log(`test: FAILED: ${failedSteps.join(', ')}`);
  console.log(`${passed} passed, ${allFailed} failed`);
  return { code: allFailed > 0 ? 1 : 0, killed: false };
}

const ended = await main();
rmSync(scratch, { recursive: true, force: true });
endLike(ended);
