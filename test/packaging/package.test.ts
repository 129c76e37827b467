import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entryPoints } from '../../scripts/lib/entry-points.mjs';
import { PackedPackage } from './support/packed-package.js';
import { ROOT, filesBelow } from './support/repository.js';

const ENTRY_POINTS = entryPoints(ROOT).map(({ subpath }) => `kube-informer${subpath.slice(1)}`);

let packed: PackedPackage;

beforeAll(async () => {
  packed = await PackedPackage.make();
}, 240_000);

afterAll(() => {
  // Not made if the build failed.
  (packed as PackedPackage | undefined)?.remove();
});

describe('the tarball', () => {
  it('has the four documents and dist, nothing else', () => {
    const outside = packed.files.filter((file) => !file.startsWith('dist/'));
    expect(outside.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
  });

  it('has only compiled modules and their types: no source map, no TypeScript source, no test', () => {
    const inside = packed.files.filter((file) => file.startsWith('dist/'));
    expect(inside.filter((file) => !/\.(js|d\.ts)$/.test(file) || file.includes('.test.'))).toEqual([]);
  });

  it('has the module and the types of each source file, and of no other', () => {
    const sources = filesBelow('src').filter(
      (file) => file.endsWith('.ts') && !/(\.(test|d)|[\\/]test-[^\\/]*)\.ts$/.test(file),
    );
    const expected = sources.flatMap((file) => {
      const stem = file.replaceAll('\\', '/').replace(/^src/, 'dist').replace(/\.ts$/, '');
      return [`${stem}.d.ts`, `${stem}.js`];
    });
    expect(packed.files.filter((file) => file.startsWith('dist/')).sort()).toEqual(expected.sort());
  });
});

describe.each(ENTRY_POINTS)('the entry point %s', (name) => {
  it('can be imported', () => {
    const printed = packed.runInConsumer('import.mjs', `console.log(Object.keys(await import('${name}')).length)`);
    expect(Number(printed)).toBeGreaterThan(0);
  });

  // Node refuses to require() a module graph that has a top-level await anywhere, so this also holds that there is none.
  it('can be required, and gives what import gives', () => {
    const printed = packed.runInConsumer(
      'require.cjs',
      `const required = require('${name}');
       import('${name}').then((imported) => {
         const names = (module) => Object.keys(module).filter((key) => key !== '__esModule').sort().join();
         console.log(names(required) === names(imported));
       });`,
    );
    expect(printed.trim()).toBe('true');
  });

  it('has no default export', () => {
    const printed = packed.runInConsumer('default.mjs', `console.log('default' in (await import('${name}')))`);
    expect(printed.trim()).toBe('false');
  });
});

describe('the types', () => {
  it('of all entry points compile in the project of a user who checks libraries too', () => {
    const imports = ENTRY_POINTS.map((name, at) => `import * as entry${at} from '${name}';\nexport { entry${at} };`);
    writeFileSync(join(packed.consumer, 'main.mts'), imports.join('\n'));
    writeFileSync(
      join(packed.consumer, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          target: 'es2022',
          lib: ['es2023', 'esnext.disposable'],
          module: 'nodenext',
          types: ['node'],
          strict: true,
          exactOptionalPropertyTypes: true,
          skipLibCheck: false,
          noEmit: true,
        },
        files: ['main.mts'],
      }),
    );
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    let output = '';
    try {
      execFileSync(process.execPath, [compiler, '-p', '.'], { cwd: packed.consumer, encoding: 'utf8' });
    } catch (error) {
      output = (error as { stdout: string }).stdout;
    }
    expect(output).toBe('');
  });
});
