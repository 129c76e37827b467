import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { KubeInformerError, messageOf } from '../../errors/index.js';
import { decodeConfig } from './decode.js';
import type { ConfigEntries } from './entries.js';
import { kubeConfigError } from './kubeconfig-error.js';
import { parseText } from './parse-text.js';
import type { Environment } from './proxy.js';

/** Reads one kubeconfig file; undefined when there is none. */
export async function readConfigFile(path: string): Promise<ConfigEntries | undefined> {
  const file = resolve(path);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw kubeConfigError(
      `Cannot read the kubeconfig ${file}: ${messageOf(error)}. Check the path and its permissions.`,
      {
        cause: error,
      },
    );
  }
  return decodeConfig(await parseText(text, file), { source: file, baseDir: dirname(file) });
}

/** Whether reading a file failed because it cannot be got at, as one in the home directory of another user. */
export function isOutOfReach(error: unknown): boolean {
  const cause = error instanceof KubeInformerError ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
  return cause?.code === 'EACCES' || cause?.code === 'EPERM' || cause?.code === 'ENOTDIR';
}

/** The files that kubectl would read: those of $KUBECONFIG, or else the one in the home directory. */
export function defaultFiles(env: Environment): readonly string[] {
  const listed = env['KUBECONFIG'] ?? '';
  // kubectl does not look into the home directory when the variable is set, even if it names nothing that exists.
  if (listed !== '') return [...new Set(listed.split(delimiter).filter((path) => path !== ''))];
  return [join(homeOf(env), '.kube', 'config')];
}

function homeOf(env: Environment): string {
  for (const name of ['HOME', 'USERPROFILE']) {
    const value = env[name];
    if (value !== undefined && value !== '') return value;
  }
  try {
    return homedir();
  } catch {
    // A user without an entry, as in a pod that runs as some number: that of nobody.
    return '/';
  }
}
