// Installing what is missing, before anything of node_modules can be used. Node built-ins only.
import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runProgram } from './program.mjs';

// Each of these makes npm leave out packages we need, or take them for optional. npm hands its own flags to scripts in
// this form (`npm test --ignore-scripts` sets npm_config_ignore_scripts), in any case and with either separator.
const UNWANTED = /^(node_env|npm_config_(also|dev|dry_run|ignore_scripts|include|omit|only|optional|production))$/i;

/**
 * The environment without the settings that would make an install incomplete.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function cleanEnvironment(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !UNWANTED.test(name.replaceAll('-', '_'))));
}

/**
 * Tells whether node_modules lacks what the lockfile names. npm writes its own copy of the lockfile last, so an install
 * that was killed has none.
 *
 * @param {string} root
 */
export function installIsStale(root) {
  const installed = join(root, 'node_modules', '.package-lock.json');
  return !existsSync(installed) || statSync(installed).mtimeMs < statSync(join(root, 'package-lock.json')).mtimeMs;
}

/**
 * Installs exactly what the lockfile names, with the npm that started us.
 *
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env a clean one
 */
export function install(root, env) {
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  const started = env['npm_execpath'];
  // Another package manager sets the same variable to itself and knows no `ci`.
  if (started !== undefined && basename(started).startsWith('npm')) {
    return runProgram(process.execPath, [started, ...args], { cwd: root, env });
  }
  // On Windows npm is a .cmd file, which only a shell can run.
  return runProgram('npm', args, { cwd: root, env, shell: process.platform === 'win32' });
}
