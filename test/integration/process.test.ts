import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = fileURLToPath(new URL('./programs/run-then-stop.ts', import.meta.url));

// Two seconds at most, nearly all of them to compile; one that does not end is killed, and the test fails.
const LIMIT_MS = 20_000;

async function run(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const flags = ['--import', 'tsx', '-C', 'kube-informer-source'];
  return promisify(execFile)(process.execPath, [...flags, program, ...args], { cwd: root, timeout: LIMIT_MS });
}

describe('a process', () => {
  it('lives while an informer runs, and ends by itself when that has stopped', { timeout: LIMIT_MS }, async () => {
    expect(await run()).toEqual({ stdout: 'watching\nstopped\nended\n', stderr: '' });
  });

  it('is not kept alive by informers that were not started', { timeout: LIMIT_MS }, async () => {
    expect(await run('idle')).toEqual({ stdout: 'ended before the timer\n', stderr: '' });
  });
});
