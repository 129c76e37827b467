import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApiServer } from '../../src/apiserver/index.js';
import type { ApiServer } from '../../src/apiserver/index.js';
import { silentLogger } from '../../src/base/logger.js';

const run = promisify(execFile);
const SOURCES = fileURLToPath(new URL('client-go', import.meta.url));

// The test server is built from the same packages, so that Go finds most of them compiled.
const BUILD_LIMIT_MS = 600_000;
const RUN_LIMIT_MS = 240_000;

const CHANGES = 10_000;
const INITIAL = 500;

interface Report {
  readonly wire: {
    readonly contentTypes: Readonly<Record<string, number>>;
    readonly lists: number;
    readonly watchLists: number;
    readonly watches: number;
    readonly failures: number;
  };
  readonly syncMillis: number;
  readonly changeMillis: number;
  readonly made: { readonly added: number; readonly updated: number; readonly deleted: number };
  readonly seen: Report['made'];
  readonly objects: number;
  readonly differences: readonly string[];
}

const hasGo = await run('go', ['version']).then(
  () => true,
  () => false,
);

describe.skipIf(!hasGo)('an unmodified client-go on the embedded server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kube-informer-client-go-'));
  const program = join(folder, 'client-go');
  const kubeconfig = join(folder, 'kubeconfig');
  let server: ApiServer;
  let report: Report;

  beforeAll(async () => {
    const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' };
    await run('go', ['build', '-trimpath', '-o', program, '.'], { cwd: SOURCES, env });
    server = await startApiServer({ logger: silentLogger });
    writeFileSync(kubeconfig, server.kubeconfig());
    const args = ['--kubeconfig', kubeconfig, '--changes', String(CHANGES), '--initial', String(INITIAL)];
    const { stdout } = await run(program, args, { timeout: RUN_LIMIT_MS });
    report = JSON.parse(stdout) as Report;
    console.log(`client-go: ${stdout.trim()}`);
  }, BUILD_LIMIT_MS + RUN_LIMIT_MS);

  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('makes and follows ten thousand changes', () => {
    const { added, updated, deleted } = report.made;
    expect(added + updated + deleted).toBe(CHANGES + 2 * INITIAL);
    expect(report.seen).toEqual(report.made);
  });

  it('ends with the same objects in its caches as on the server', () => {
    expect(report.objects).toBe(report.made.added - report.made.deleted);
    expect(report.differences).toEqual([]);
  });

  it('speaks protobuf and nothing else', () => {
    expect(Object.keys(report.wire.contentTypes)).toEqual(['application/vnd.kubernetes.protobuf']);
  });

  it('syncs by WatchList, once for each kind, and never starts over', () => {
    // The two lists are those of the comparison at the end.
    expect(report.wire).toMatchObject({ watchLists: 2, watches: 0, lists: 2, failures: 0 });
  });
});
