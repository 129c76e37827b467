import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const programs = readdirSync(`${root}/examples`).filter((name) => name.endsWith('.ts'));

// An example takes one to two seconds, most of it to compile; one that hangs must not hang the tests.
const LIMIT_MS = 30_000;

// Of their own, so that what they leave behind can be told from what others do.
const temporary = mkdtempSync(join(tmpdir(), 'kube-informer-examples-'));
afterAll(() => {
  rmSync(temporary, { recursive: true });
});

async function run(program: string): Promise<{ stdout: string; stderr: string }> {
  const args = ['--import', 'tsx', '-C', 'kube-informer-source', `examples/${program}`];
  // Warnings belong to the output of an example: a learner would see them.
  const env = { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '', TMPDIR: temporary };
  return promisify(execFile)(process.execPath, args, { cwd: root, env, timeout: LIMIT_MS });
}

describe('examples', () => {
  it.each(programs)('%s prints what it promises, nothing else, and ends', async (program) => {
    const expected = readFileSync(`${root}/test/examples/expected/${program.replace(/\.ts$/, '.txt')}`, 'utf8');
    expect(await run(program)).toEqual({ stdout: expected, stderr: '' });
  });

  it('leave no files behind', () => {
    // The compiler that runs them keeps a cache there.
    expect(readdirSync(temporary).filter((name) => !name.startsWith('tsx-'))).toEqual([]);
  });

  it('are all named in their README', () => {
    const readme = readFileSync(`${root}/examples/README.md`, 'utf8');
    expect(programs.filter((program) => !readme.includes(`](${program})`))).toEqual([]);
  });

  it('are seven at least, in order', () => {
    expect(
      programs
        .map((program) => program.slice(0, 2))
        .sort()
        .slice(0, 7),
    ).toEqual(['01', '02', '03', '04', '05', '06', '07']);
  });
});
