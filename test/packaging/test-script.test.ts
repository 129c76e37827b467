import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readText } from './support/repository.js';
import { RunProject } from './support/run-project.js';

interface TestFile {
  readonly status: 'passed' | 'failed';
  readonly assertionResults: readonly { readonly status: 'passed' | 'failed' }[];
}

const PASSED: TestFile = { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'passed' }] };
const FAILED: TestFile = { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] };
const NOT_LOADED: TestFile = { status: 'failed', assertionResults: [] };

let project: RunProject;

/** Puts stand-ins for the compiler and for vitest in place, which end with these codes and write this report. */
function tools({ compiler = 0, vitest = 0, files = [PASSED] as readonly TestFile[] | null }): void {
  const tests = files?.flatMap((file) => file.assertionResults) ?? [];
  const report = {
    numPassedTests: tests.filter((test) => test.status === 'passed').length,
    numFailedTests: tests.filter((test) => test.status === 'failed').length,
    testResults: files,
  };
  project.write('node_modules/typescript/package.json', '{ "type": "module" }');
  project.write('node_modules/typescript/bin/tsc', `console.log('compiler output'); process.exitCode = ${compiler};`);
  project.write(
    'node_modules/vitest/vitest.mjs',
    `import { writeFileSync } from 'node:fs';
     console.log('vitest ' + process.argv.slice(2).join(' '));
     const output = process.argv.find((arg) => arg.startsWith('--outputFile.json=')).split('=')[1];
     ${files === null ? '' : `writeFileSync(output, ${JSON.stringify(JSON.stringify(report))});`}
     process.exitCode = ${vitest};`,
  );
}

beforeEach(() => {
  project = new RunProject();
  project.write('scripts/test.mjs', readText('scripts/test.mjs'));
  project.markInstalled();
});

afterEach(() => {
  project.remove();
});

describe('npm test', () => {
  it.each([
    ['all passed', { files: [PASSED, PASSED] }, '4 passed, 0 failed', 0],
    ['a test failed', { files: [PASSED, FAILED], vitest: 1 }, '3 passed, 1 failed', 1],
    ['a test file failed before its first test', { files: [PASSED, NOT_LOADED], vitest: 1 }, '2 passed, 1 failed', 1],
    ['an error escaped every test', { files: [PASSED], vitest: 1 }, '2 passed, 1 failed', 1],
    ['the types are wrong', { files: [PASSED], compiler: 2 }, '2 passed, 1 failed', 1],
    ['vitest did not get as far as a report', { files: null, vitest: 1 }, '0 passed, 1 failed', 1],
    ['vitest wrote no report but claims success', { files: null }, '0 passed, 1 failed', 1],
  ])('when %s ends with a line that says so, and the exit code agrees', async (_case, state, line, code) => {
    tools(state);
    const ended = await project.run(['test']);
    expect(ended.stdout.split('\n').at(-1)).toBe(line);
    expect(ended.code).toBe(code);
  });

  it('shows the output of every step, also after one that failed', async () => {
    tools({ compiler: 2 });
    const { stdout } = await project.run(['test']);
    expect(stdout).toMatch(/compiler output[\s\S]*vitest run/);
  });

  it('checks the type tests when there are any', async () => {
    tools({});
    project.write('test/types/tsconfig.json', '{}');
    const { stdout } = await project.run(['test']);
    expect(stdout).toContain('test: type tests');
  });

  it('names its projects, so that none that needs a cluster slips in, and passes arguments on to vitest', async () => {
    tools({});
    const { stdout } = await project.run(['test', 'src/store']);
    const projects = [
      'unit',
      'integration',
      'conformance',
      'model',
      'examples',
      'wire-truth',
      'meters',
      'packaging',
    ].map((name) => `--project ${name}`);
    expect(stdout).toContain(`vitest run ${projects.join(' ')} `);
    expect(stdout).toMatch(/^vitest .* src\/store$/m);
  });
});
