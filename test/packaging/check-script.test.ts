import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RunProject } from './support/run-project.js';

const CHECK = 'scripts/check.mjs';

let project: RunProject;

beforeEach(() => {
  project = new RunProject();
});

afterEach(() => {
  project.remove();
});

/** Puts a stand-in for prettier in place. */
function prettier(text: string): void {
  project.write('node_modules/prettier/package.json', '{ "bin": "./bin.cjs" }');
  project.write('node_modules/prettier/bin.cjs', text);
}

describe('npm run check', () => {
  it('fails every step whose tool is missing', async () => {
    const { code, stdout } = await project.run([], {}, CHECK);
    const steps = stdout.split('\n').filter((line) => /^\S.* {2}\d+\.\d s$/.test(line));
    // The lockfile is read without a tool.
    expect(steps.filter((line) => !line.includes('FAILED'))).toEqual([expect.stringMatching(/^lockfile +ok/)]);
    expect(steps.length).toBeGreaterThan(8);
    expect(code).toBe(1);
  });

  it('prints one line for a step that passed, without its output', async () => {
    prettier("console.log('all is well')");
    const { code, stdout } = await project.run(['format'], {}, CHECK);
    expect(stdout).toMatch(/^format +ok {2}\d+\.\d s$/);
    expect(code).toBe(0);
  });

  it('shows all that a failed step printed', async () => {
    prettier("console.log('on output'); console.error('on error'); process.exitCode = 2;");
    const { code, stdout } = await project.run(['format'], {}, CHECK);
    expect(stdout).toMatch(/^format +FAILED .*\n(on output\non error|on error\non output)\ncheck: 1 failed$/);
    expect(code).toBe(1);
  });

  it('goes on after a failed step', async () => {
    prettier('process.exitCode = 2;');
    const { stdout } = await project.run(['format', 'lockfile'], {}, CHECK);
    expect(stdout).toMatch(/^format +FAILED[\s\S]*^lockfile +ok/m);
  });

  it('refuses a step it does not know', async () => {
    const { code, stderr } = await project.run(['formt'], {}, CHECK);
    expect(stderr).toContain('the steps are format, lint, layers');
    expect(code).toBe(2);
  });

  it('objects to a lockfile that names a registry', async () => {
    project.write(
      'package-lock.json',
      '{ "packages": { "node_modules/a": { "resolved": "https://example.com/a.tgz" } } }',
    );
    const { code, stdout } = await project.run(['lockfile'], {}, CHECK);
    expect(stdout).toContain('node_modules/a has a "resolved" address');
    expect(code).toBe(1);
  });
});
