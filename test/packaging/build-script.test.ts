import { existsSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildIsStale } from '../../scripts/lib/build.mjs';
import { RunProject } from './support/run-project.js';
import type { Ended } from './support/run-project.js';

let project: RunProject;

/** Puts a stand-in for a tool in place that writes one file into the folder after a flag and ends with a code. */
function standIn(program: string, flag: string, file: string, code: number): void {
  project.write(
    `node_modules/${program}`,
    `const { writeFileSync } = await import('node:fs');
     const out = process.argv[process.argv.indexOf('${flag}') + 1];
     console.log('${program} has run');
     writeFileSync(out + '/${file}', 'new');
     process.exitCode = ${code};`,
  );
  project.write(`node_modules/${program.split('/', 1).join()}/package.json`, '{ "type": "module" }');
}

function compiler(code: number): void {
  standIn('typescript/bin/tsc', '--outDir', 'index.d.ts', code);
}

function bundler(code: number): void {
  standIn('rolldown/bin/cli.mjs', '--dir', 'index.js', code);
}

const build = (): Promise<Ended> => project.run([], {}, 'scripts/build.mjs');

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
  project.write('rolldown.config.mjs', '');
  project.write('src/store/store.ts', '');
  project.write('src/store/old.ts', '');
  for (const path of ['src/store/store.ts', 'src/store/old.ts', 'src/store', 'src']) touch(path, -60);
  compiler(0);
  bundler(0);
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
      'rolldown.config.mjs',
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

  it('has the types of the compiler and the modules of the bundler, which says nothing when all is well', async () => {
    const { stdout } = await build();
    expect(readdirSync(join(project.root, 'dist')).sort()).toEqual(['index.d.ts', 'index.js']);
    expect(stdout).not.toContain('rolldown');
  });

  it.each([
    ['compiler', compiler],
    ['bundler', bundler],
  ])('is left as it was when the %s fails, and nothing is left beside it', async (_, tool) => {
    project.write('dist/old.js', 'old');
    tool(2);
    const { code, stdout, stderr } = await build();
    expect(code).toBe(2);
    expect(stdout + stderr).toContain('has run');
    expect(readdirSync(join(project.root, 'dist'))).toEqual(['old.js']);
    expect(readdirSync(project.root).filter((name) => name.startsWith('dist.'))).toEqual([]);
  });
});
