import { KubeInformerError } from '../errors/index.js';
import { keepsPath, parseFieldPath } from '../meta/index.js';
import type { Projection } from '../meta/index.js';

/**
 * Throws `ERR_INVALID_ARGUMENT` for an index over a path that the projection leaves out: it would be empty for ever, and say
 * nothing. What functions read nobody knows, and a transform may put back what was left out.
 */
export function assertIndexers(
  indexers: object,
  { projection = 'full', transform }: { readonly projection?: Projection; readonly transform?: unknown },
  informer: string,
): void {
  if (transform !== undefined) return;
  for (const [name, source] of Object.entries(indexers) as [string, unknown][]) {
    if (typeof source !== 'string' || keepsPath(projection, parseFieldPath(source))) continue;
    throw new KubeInformerError(
      'ERR_INVALID_ARGUMENT',
      `Cannot add the index ${JSON.stringify(name)} to the informer ${informer}: it is over ${source}, which the projection ` +
        `${JSON.stringify(projection)} leaves out. Keep that path, or index over what is kept.`,
    );
  }
}
