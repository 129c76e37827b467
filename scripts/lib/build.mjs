// Building dist, only when it is stale. Node built-ins only.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './program.mjs';

/**
 * When something in a folder last changed, in milliseconds. Folders count too: their time changes when a file is deleted.
 *
 * @param {string} path
 * @returns {number}
 */
function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/**
 * Tells whether dist is missing or older than anything it is made from.
 *
 * @param {string} root
 */
export function buildIsStale(root) {
  const dist = join(root, 'dist');
  if (!existsSync(dist)) return true;
  const sources = [
    'src',
    'package.json',
    'tsconfig.base.json',
    'tsconfig.build.json',
    'rolldown.config.mjs',
    'node_modules/.package-lock.json',
  ];
  const built = statSync(dist).mtimeMs;
  return sources.some((source) => newest(join(root, source)) > built);
}

/**
 * Builds dist: the compiler checks the sources and writes the types, the bundler writes the JavaScript. It is made beside
 * the old one and swapped in whole, so that a failed or killed build leaves no mixture.
 *
 * @param {string} root
 * @param {{ env?: NodeJS.ProcessEnv, outDir?: string }} [options]
 */
export async function build(root, { env, outDir = join(root, 'dist') } = {}) {
  // A change made while the compiler runs must count as newer than the result.
  const startedAt = new Date();
  const fresh = `${outDir}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  try {
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const compile = [compiler, '-p', join(root, 'tsconfig.build.json'), '--outDir', fresh];
    const compiled = await runProgram(process.execPath, compile, { cwd: root, env });
    if (compiled.code !== 0 || compiled.signal !== undefined) return compiled;

    const bundler = join(root, 'node_modules', 'rolldown', 'bin', 'cli.mjs');
    const bundle = [bundler, '-c', join(root, 'rolldown.config.mjs'), '--dir', fresh];
    // It names each of its files, which nobody wants to read unless something went wrong.
    const ended = await runProgram(process.execPath, bundle, { cwd: root, env, capture: true });
    if (ended.code !== 0 || ended.signal !== undefined) {
      process.stderr.write(ended.output);
      return ended;
    }
    rmSync(outDir, { recursive: true, force: true });
    renameSync(fresh, outDir);
    utimesSync(outDir, startedAt, startedAt);
    return ended;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
