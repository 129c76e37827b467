import { KubeInformerError } from '../../errors/index.js';

/**
 * The token of the next page, if there is one. Throws `ERR_LIST_INVALID` when it is the one that was just sent: a server
 * that does not look at it sends its first page for ever.
 */
export function nextPage(sent: string | undefined, got: string | undefined, attempted: string): string | undefined {
  if (got === undefined || got !== sent) return got;
  throw new KubeInformerError(
    'ERR_LIST_INVALID',
    `${attempted}: the server answered a continue token with the same token, so the list would never end. ` +
      'It does not know pages: ask for a limit of 0, or have it mended.',
  );
}
