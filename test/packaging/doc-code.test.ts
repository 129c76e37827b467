import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, filesBelow, readText } from './support/repository.js';

const documents = filesBelow().filter((file) => file === 'README.md' || /^docs\/(guides\/|how-).*\.md$/.test(file));

/** The TypeScript blocks of a document, each a module of its own. */
const blocksOf = (file: string): string[] =>
  [...readText(file).matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);

describe('code in the README and the guides', () => {
  const blocks = documents.flatMap((file) =>
    blocksOf(file).map((code, index) => ({ name: `${file} #${index + 1}`, code })),
  );

  it('is found', () => {
    expect(blocks.length).toBeGreaterThan(5);
  });

  it('compiles', () => {
    // Inside the repository, so that the package finds itself by its own name.
    mkdirSync(join(ROOT, 'temp'), { recursive: true });
    const folder = mkdtempSync(join(ROOT, 'temp/doc-code-'));
    try {
      for (const [index, { name, code }] of blocks.entries()) {
        writeFileSync(join(folder, `block-${index}.ts`), `// ${name}\n${code}export {};\n`);
      }
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({
          extends: '../../tsconfig.json',
          compilerOptions: {
            noEmit: true,
            noUnusedLocals: false,
            rootDir: '../..',
            // The one entry point that is found in a build alone: a pattern cannot name sources that are not published.
            paths: { 'kube-informer/kinds/*': ['../../src/generated/kinds/*.ts'] },
          },
          include: ['*.ts'],
        }),
      );
      const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
      const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
      const named = stdout.replace(/block-(\d+)\.ts/g, (_, index: string) => blocks[Number(index)]?.name ?? '');
      expect(named).toBe('');
      expect(status).toBe(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
