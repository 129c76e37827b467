import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from './support/repository.js';

interface Cruise {
  readonly summary: { readonly totalCruised: number; readonly violations: readonly Violation[] };
}

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
}

let project: string;

/** Writes source files into an empty project and gives back which imports our rules object to. */
function violations(files: Readonly<Record<string, string>>): string[] {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  const program = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [program, 'src', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  const { summary } = JSON.parse(stdout) as Cruise;
  // A compiler that dependency-cruiser does not know would make it see no file at all.
  expect(summary.totalCruised).toBeGreaterThanOrEqual(Object.keys(files).length);
  return summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} -> ${to}`);
}

beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'kube-informer-layers-')));
  for (const file of ['.dependency-cruiser.cjs', 'package.json', 'tsconfig.json', 'tsconfig.base.json']) {
    copyFileSync(join(ROOT, file), join(project, file));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'), 'junction');
});

afterEach(() => {
  rmSync(project, { recursive: true, force: true });
});

describe('the layer rules allow', () => {
  it('an import of a lower folder through its index, and of any file of base', () => {
    const found = violations({
      'src/base/clock.ts': 'export const now = 1;',
      'src/errors/index.ts': "export { now } from '../base/clock.js';",
      'src/store/index.ts': "export { now } from '../errors/index.js';\nexport * from '../base/clock.js';",
    });
    expect(found).toEqual([]);
  });

  it('the entry points for the programs on top', () => {
    const found = violations({
      'src/index.ts': "export * from './errors/index.js';",
      'src/errors/index.ts': 'export const one = 1;',
      'src/cli/main.ts': "export * from '../index.js';\nexport { one } from '../errors/index.js';",
    });
    expect(found).toEqual([]);
  });

  it('a unit test to set its subject up with a higher folder', () => {
    const found = violations({
      'src/informer/index.ts': 'export const one = 1;',
      'src/store/store.test.ts': "import { one } from '../informer/index.js';\nimport { it } from 'vitest';\nit(one);",
    });
    expect(found).toEqual([]);
  });
});

describe('the layer rules forbid', () => {
  it('an import of a higher folder', () => {
    const found = violations({
      'src/store/index.ts': 'export const one = 1;',
      'src/reflector/index.ts': "export { one } from '../store/index.js';",
    });
    expect(found).toEqual(['layer-reflector: src/reflector/index.ts -> src/store/index.ts']);
  });

  it('an import of types alone just as one of values', () => {
    const found = violations({
      'src/store/index.ts': 'export type One = 1;',
      'src/reflector/index.ts': "import type { One } from '../store/index.js';\nexport const one: One = 1;",
    });
    expect(found).toEqual(['layer-reflector: src/reflector/index.ts -> src/store/index.ts']);
  });

  it('an import past the index of a lower folder', () => {
    const found = violations({
      'src/meta/key.ts': 'export const one = 1;',
      'src/store/index.ts': "export { one } from '../meta/key.js';",
    });
    expect(found).toEqual(['layer-store: src/store/index.ts -> src/meta/key.ts']);
  });

  it('the programs on top to import what is not an entry point', () => {
    const found = violations({
      'src/store/index.ts': 'export const one = 1;',
      'src/cli/main.ts': "export { one } from '../store/index.js';",
    });
    expect(found).toEqual(['layer-cli: src/cli/main.ts -> src/store/index.ts']);
  });

  it('the root entry point to load a heavy one', () => {
    const found = violations({
      'src/testing/index.ts': 'export const one = 1;',
      'src/index.ts': "export { one } from './testing/index.js';",
    });
    expect(found).toEqual(['layer-root: src/index.ts -> src/testing/index.ts']);
  });

  it('a cycle, also one of types', () => {
    const found = violations({
      'src/store/a.ts': "import type { B } from './b.js';\nexport type A = B | 1;",
      'src/store/b.ts': "import type { A } from './a.js';\nexport type B = A | 2;",
    });
    expect(found).toEqual(expect.arrayContaining(['no-cycle: src/store/a.ts -> src/store/b.ts']));
  });

  it('an import of a test helper outside src', () => {
    const found = violations({
      'test/helper.ts': 'export const one = 1;',
      'src/store/index.ts': "export { one } from '../../test/helper.js';",
    });
    expect(found).toEqual(['nothing-outside-src: src/store/index.ts -> test/helper.ts']);
  });

  it('a development dependency in what is published', () => {
    const found = violations({ 'src/testing/index.ts': "export { it } from 'vitest';" });
    expect(found).toEqual([expect.stringMatching(/^no-development-dependency: src\/testing\/index\.ts/)]);
  });

  it('a folder that has no row in the table', () => {
    const found = violations({
      'src/utils/index.ts': 'export const one = 1;',
      'src/utils/other.ts': "export { one } from './index.js';",
    });
    expect(found).toEqual(['folder-without-a-row: src/utils/other.ts -> src/utils/index.ts']);
  });

  it('an import of a file that does not exist', () => {
    const found = violations({ 'src/store/index.ts': "export * from './missing.js';" });
    expect(found).toEqual([expect.stringMatching(/^unresolvable: src\/store\/index\.ts/)]);
  });
});
