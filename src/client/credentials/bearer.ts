import { KubeInformerError } from '../../errors/index.js';
import type { HeaderValues } from './header-values.js';
import { redactedHeaders } from './redact.js';

/** The Authorization header of a bearer token. `owner` says in messages whose it is; the token is never shown. */
export function bearer(token: string, owner: string): HeaderValues {
  // Node would refuse the header too, with a message that does not say where it came from.
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new KubeInformerError(
      'ERR_CREDENTIALS',
      `The token of ${owner} ${token === '' ? 'is empty' : 'has spaces, line breaks or characters outside ASCII'}. ` +
        'Check where it was copied from.',
    );
  }
  return redactedHeaders({ Authorization: `Bearer ${token}` });
}
