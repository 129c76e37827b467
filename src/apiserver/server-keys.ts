import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KubeInformerError, messageOf } from '../errors/index.js';

/** Secrets that a server with a data directory keeps, so that tokens and kubeconfigs outlive it. */
export interface ServerKeys {
  readonly authority: { readonly cert: string; readonly key: string };
  readonly tokens: Readonly<Record<string, string>>;
  readonly serviceAccountKey: string;
}

const FILE = 'server-keys.json';

/** What an earlier server left in a directory; undefined in a new one. */
export async function readServerKeys(dataDir: string): Promise<ServerKeys | undefined> {
  const path = join(dataDir, FILE);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new KubeInformerError(
      'ERR_STORAGE_UNREADABLE',
      `Cannot read the keys of the API server in ${path}: ${messageOf(error)}. Remove it to have new ones made.`,
      { cause: error },
    );
  }
  try {
    return JSON.parse(text) as ServerKeys;
  } catch (error) {
    throw new KubeInformerError(
      'ERR_INVALID_ARGUMENT',
      `Cannot read the keys of the API server in ${path}: it is no JSON. Remove the file to have new ones made; old kubeconfigs stop working then.`,
      { cause: error },
    );
  }
}

/** Written whole or not at all, for the owner only. */
export async function writeServerKeys(dataDir: string, keys: ServerKeys): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const unfinished = join(dataDir, `${FILE}.tmp`);
  await writeFile(unfinished, JSON.stringify(keys), { mode: 0o600 });
  await rename(unfinished, join(dataDir, FILE));
}
