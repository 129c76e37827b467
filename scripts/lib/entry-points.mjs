// The entry points of the package, read from the exports map so that a new one is covered by every check at once.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ subpath: string, name: string, source: string, types: string }} EntryPoint
 *   `name` is a file name for it (`kube-informer` for `.`), `source` and `types` are paths from the root
 */

/**
 * @param {string} root
 * @returns {EntryPoint[]}
 */
export function entryPoints(root) {
  const manifest = /** @type {{ name: string, exports: Record<string, string | Record<string, string>> }} */ (
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  );
  return Object.entries(manifest.exports).flatMap(([subpath, target]) => {
    // A pattern (`./kinds/*`) is many files of types alone: there is nothing to load and no report to make.
    if (typeof target === 'string' || subpath.includes('*')) return [];
    const source = target['kube-informer-source'];
    const types = target['types'];
    if (source === undefined || types === undefined) {
      throw new Error(`package.json: exports["${subpath}"] needs both a kube-informer-source and a types condition`);
    }
    const name = subpath === '.' ? manifest.name : subpath.slice(2).replaceAll('/', '-');
    return [{ subpath, name, source, types }];
  });
}
