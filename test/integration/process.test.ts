import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startApiServer } from 'kube-informer/apiserver';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const programs = {
  runThenStop: fileURLToPath(new URL('./programs/run-then-stop.ts', import.meta.url)),
  callUnseen: fileURLToPath(new URL('./programs/call-unseen.ts', import.meta.url)),
  askVersion: fileURLToPath(new URL('./programs/ask-version.ts', import.meta.url)),
};

// Two seconds at most, nearly all of them to compile; one that does not end is killed, and the test fails.
const LIMIT_MS = 20_000;

async function run(
  program: keyof typeof programs,
  { args = [], env = {} }: { args?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<{ stdout: string; stderr: string }> {
  const command = ['--import', 'tsx', '-C', 'kube-informer-source', programs[program], ...args];
  return promisify(execFile)(process.execPath, command, {
    cwd: root,
    env: { ...process.env, ...env },
    timeout: LIMIT_MS,
  });
}

describe('a process', () => {
  it('lives while an informer runs, and ends by itself when that has stopped', { timeout: LIMIT_MS }, async () => {
    expect(await run('runThenStop')).toEqual({ stdout: 'watching\nstopped\nended\n', stderr: '' });
  });

  it('is not kept alive by informers that were not started', { timeout: LIMIT_MS }, async () => {
    expect(await run('runThenStop', { args: ['idle'] })).toEqual({ stdout: 'ended before the timer\n', stderr: '' });
  });

  it('lives while a call is under way, whatever has become of its connection', { timeout: LIMIT_MS }, async () => {
    expect((await run('callUnseen')).stdout).toBe('ERR_HTTP_TIMEOUT\nended\n');
  });

  it(
    'trusts whom Node.js was told to trust where the configuration names nobody',
    { timeout: 2 * LIMIT_MS },
    async () => {
      await using server = await startApiServer();
      const folder = await mkdtemp(join(tmpdir(), 'kube-informer-'));
      try {
        const authority = join(folder, 'ca.crt');
        await writeFile(authority, server.ca ?? '');
        const env = { SERVER: server.url, TOKEN: server.token };
        expect((await run('askVersion', { env })).stdout).toContain('NODE_EXTRA_CA_CERTS');
        expect((await run('askVersion', { env: { ...env, NODE_EXTRA_CA_CERTS: authority } })).stdout).toBe('1\n');
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );
});
