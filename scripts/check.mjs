// `npm run check`: every check that is not a test. All of them run; the output of those that fail is shown in full.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endLike, runProgram } from './lib/program.mjs';

/**
 * The steps. `tool` is a package of node_modules with the name of its program, if that differs; without one, the first
 * argument is a script of ours.
 *
 * @type {readonly { name: string, tool?: readonly [string, string?], args: readonly string[] }[]}
 */
const STEPS = [
  { name: 'format', tool: ['prettier'], args: ['--check', '.'] },
  { name: 'lint', tool: ['eslint'], args: ['.', '--max-warnings=0'] },
  { name: 'layers', tool: ['dependency-cruiser', 'depcruise'], args: ['src', '--config', '.dependency-cruiser.cjs'] },
  { name: 'types', tool: ['typescript', 'tsc'], args: ['-p', 'tsconfig.json', '--noEmit'] },
  ...(existsSync('test/types')
    ? [
        {
          name: 'type tests',
          tool: /** @type {const} */ (['typescript', 'tsc']),
          args: ['-p', 'test/types', '--noEmit'],
        },
      ]
    : []),
  { name: 'dead code', tool: ['knip'], args: [] },
  { name: 'api reports', args: ['scripts/api-report.mjs'] },
  { name: 'package', tool: ['publint'], args: ['--strict'] },
  { name: 'package types', tool: ['@arethetypeswrong/cli', 'attw'], args: ['--pack', '.', '--profile', 'esm-only'] },
  { name: 'lockfile', args: ['scripts/check-lockfile.mjs'] },
  { name: 'docs', tool: ['vitest'], args: ['run', '--project', 'packaging', 'test/packaging/docs.test.ts'] },
];

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The file of a package's program. Found through its manifest, so that a missing tool is an error here and never a step
 * that does nothing.
 *
 * @param {readonly [string, string?]} tool
 */
function programOf([name, program = name]) {
  const folder = join(root, 'node_modules', name);
  if (!existsSync(folder)) throw new Error(`${name} is not installed: run npm ci`);
  const { bin } = /** @type {{ bin?: string | Record<string, string> }} */ (
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  );
  const path = typeof bin === 'string' ? bin : bin?.[program];
  if (path === undefined) throw new Error(`${name} has no program called ${program}`);
  return join(folder, path);
}

/**
 * @param {(typeof STEPS)[number]} step
 */
async function runStep({ tool, args }) {
  try {
    const program = tool === undefined ? [] : [programOf(tool)];
    return await runProgram(process.execPath, [...program, ...args], { cwd: root, capture: true });
  } catch (error) {
    return { code: 127, signal: undefined, killed: false, output: String(error) };
  }
}

async function main() {
  const only = process.argv.slice(2);
  const unknown = only.filter((name) => !STEPS.some((step) => step.name === name));
  if (unknown.length > 0) {
    console.error(
      `check: no step "${unknown.join('", "')}"; the steps are ${STEPS.map((step) => step.name).join(', ')}`,
    );
    return { code: 2, killed: false };
  }
  let failed = 0;
  for (const step of STEPS) {
    if (only.length > 0 && !only.includes(step.name)) continue;
    const startedAt = performance.now();
    const ended = await runStep(step);
    if (ended.signal !== undefined) return { ...ended, code: ended.code || 1 };
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    console.log(`${step.name.padEnd(14)} ${ended.code === 0 ? 'ok' : 'FAILED'}  ${seconds} s`);
    if (ended.code !== 0) {
      failed += 1;
      console.log(ended.output.trimEnd() || `(no output, exit code ${ended.code})`);
    }
  }
  if (failed > 0) console.log(`check: ${failed} failed`);
  return { code: failed > 0 ? 1 : 0, killed: false };
}

endLike(await main());
