import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of this repository. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const NOT_OURS = new Set(['.cache', '.git', 'coverage', 'dist', 'node_modules', 'temp']);

/** A file of the repository as text. */
export function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** The paths, from the root, of all files below a folder, without what is installed, built or generated. */
export function filesBelow(folder = ''): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : filesBelow(path);
    return [path];
  });
}
