import { existsSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildIsStale } from '../../scripts/lib/build.mjs';
import { RunProject } from './support/run-project.js';

let project: RunProject;

/** Puts a stand-in for the compiler in place that writes one file and ends with a code. */
function compiler(code: number): void {
  project.write(
    'node_modules/typescript/bin/tsc',
    `const out = process.argv[process.argv.indexOf('--outDir') + 1];
     require('node:fs').writeFileSync(out + '/index.js', 'new');
     process.exitCode = ${code};`,
  );
  project.write('node_modules/typescript/package.json', '{ "type": "commonjs" }');
}

const build = (): Promise<{ code: number | null }> => project.run([], {}, 'scripts/build.mjs');

/** Sets the time of a file or folder to so many seconds from now. */
function touch(path: string, seconds: number): void {
  const time = Date.now() / 1_000 + seconds;
  utimesSync(join(project.root, path), time, time);
}

beforeEach(() => {
  project = new RunProject();
  project.markInstalled();
  project.write('tsconfig.base.json', '{}');
  project.write('tsconfig.build.json', '{}');
  project.write('src/store/store.ts', '');
  project.write('src/store/old.ts', '');
  for (const path of ['src/store/store.ts', 'src/store/old.ts', 'src/store', 'src']) touch(path, -60);
  compiler(0);
});

afterEach(() => {
  project.remove();
});

describe('dist', () => {
  it('is stale when there is none', () => {
    expect(buildIsStale(project.root)).toBe(true);
  });

  it('is fresh after a build', async () => {
    await build();
    expect(buildIsStale(project.root)).toBe(false);
  });

  it('is stale when a source changed since', async () => {
    await build();
    touch('src/store/store.ts', 60);
    expect(buildIsStale(project.root)).toBe(true);
  });

  it('is stale when a source was deleted since', async () => {
    await build();
    touch('dist', -30);
    rmSync(join(project.root, 'src/store/old.ts'));
    for (const path of [
      'package.json',
      'tsconfig.base.json',
      'tsconfig.build.json',
      'node_modules/.package-lock.json',
    ]) {
      touch(path, -60);
    }
    expect(buildIsStale(project.root)).toBe(true);
  });

  it('loses the output of a source that was deleted', async () => {
    project.write('dist/old.js', 'old');
    await build();
    expect(existsSync(join(project.root, 'dist/old.js'))).toBe(false);
  });

  it('is left as it was by a build that fails, and nothing is left beside it', async () => {
    project.write('dist/old.js', 'old');
    compiler(2);
    expect((await build()).code).toBe(2);
    expect(existsSync(join(project.root, 'dist/old.js'))).toBe(true);
    expect(existsSync(join(project.root, 'dist/index.js'))).toBe(false);
  });
});
