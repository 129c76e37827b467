import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseServer } from '../cluster/choose-server.mjs';
import { ROOT } from './support/repository.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kube-informer-cluster-script-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the script with nothing cached and with this environment alone. */
function run(env: NodeJS.ProcessEnv): { code: number | null; lines: string[] } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/test-cluster.mjs'], {
    cwd: ROOT,
    env: { PATH: folder, HOME: folder, XDG_CACHE_HOME: join(folder, 'cache'), ...env },
    encoding: 'utf8',
  });
  return { code: status, lines: (stdout + stderr).trimEnd().split('\n') };
}

describe('npm run test:cluster', () => {
  it('says in one line what it needs when there is neither Go nor another server', () => {
    expect(run({})).toEqual({
      code: 1,
      lines: [expect.stringMatching(/no API server: install Go .* KUBEBUILDER_ASSETS .* TEST_KUBECONFIG/)],
    });
  });

  it.each([
    ['TEST_KUBECONFIG', 'names /nowhere, which does not exist'],
    ['KUBEBUILDER_ASSETS', 'names /nowhere, which has no kube-apiserver, no etcd'],
  ])('fails when %s leads nowhere, and does not use another server instead', (name, text) => {
    expect(run({ [name]: '/nowhere' })).toEqual({ code: 1, lines: [`test:cluster: ${name} ${text}`] });
  });

  it('removes its lock and what was half built when the build fails', () => {
    // A stand-in that can say its version and nothing else.
    writeFileSync(join(folder, 'go'), '#!/bin/sh\n[ "$1" = version ]\n', { mode: 0o755 });
    const { code, lines } = run({});
    expect(code).toBe(1);
    expect(lines.at(-1)).toBe('test:cluster: go build did not finish (exit code 1)');
    expect(readdirSync(join(folder, 'cache/kube-informer'))).toEqual([]);
  });
});

describe('the server that the tests use', () => {
  it('is in the cache under a name that holds the hash of its sources', () => {
    const choice = chooseServer({ XDG_CACHE_HOME: '/cache' });
    expect(choice).toEqual({
      kind: 'built',
      binary: expect.stringMatching(/^\/cache\/kube-informer\/apiserver-[0-9a-f]{16}$/) as string,
    });
  });

  it('is the cluster of TEST_KUBECONFIG, even if there are programs too', () => {
    const kubeconfig = join(folder, 'config');
    writeFileSync(kubeconfig, '');
    expect(chooseServer({ TEST_KUBECONFIG: kubeconfig, KUBEBUILDER_ASSETS: folder })).toEqual({
      kind: 'kubeconfig',
      kubeconfig,
    });
  });

  it('is started from KUBEBUILDER_ASSETS if that has both programs', () => {
    mkdirSync(join(folder, 'bin'));
    for (const name of ['kube-apiserver', 'etcd']) writeFileSync(join(folder, 'bin', name), '');
    expect(chooseServer({ KUBEBUILDER_ASSETS: join(folder, 'bin') })).toEqual({
      kind: 'assets',
      folder: join(folder, 'bin'),
    });
  });
});
