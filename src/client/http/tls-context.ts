import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';
import { messageOf } from '../../errors/index.js';
import { Failure } from './failure.js';
import type { VersionedTls } from './transport.js';

/**
 * Parses certificates and key once for each version of the material; a handshake then costs no parsing.
 * Only the newest version is kept.
 */
export class TlsContexts {
  #newest: { readonly version: string; readonly context: tls.SecureContext } | undefined;

  for(material: VersionedTls): tls.SecureContext {
    if (this.#newest?.version !== material.version) {
      this.#newest = { version: material.version, context: secureContext(material) };
    }
    return this.#newest.context;
  }
}

/**
 * Whom to trust. Go takes any certificate it is given for the end of a chain, and kubeconfigs rely on it: theirs may be an
 * intermediate. Not where none is given: Node would then leave out those that NODE_EXTRA_CA_CERTS names.
 */
export function trustOf(
  ca: tls.SecureContextOptions['ca'],
): Pick<tls.SecureContextOptions, 'ca' | 'allowPartialTrustChain'> {
  return ca === undefined ? {} : { ca, allowPartialTrustChain: true };
}

function secureContext({ ca, cert, key }: VersionedTls): tls.SecureContext {
  try {
    return tls.createSecureContext({ ...trustOf(ca), cert, key });
  } catch (error) {
    throw new Failure(
      'ERR_HTTP_TLS',
      `the client certificate, its key or the certificate authority cannot be used (${messageOf(error)}); ` +
        'check that each is PEM and that certificate and key belong together',
      { cause: error, retryable: false, unprocessed: true },
    );
  }
}

/**
 * Whom to trust as an https proxy: what the machine trusts, and the cluster's authority. The cluster's client
 * certificate is not for the proxy, and `insecure-skip-tls-verify` is about the cluster only.
 */
export function proxyAuthorities(
  proxy: URL | undefined,
  ca: string | Buffer | undefined,
): (string | Buffer)[] | undefined {
  if (proxy?.protocol !== 'https:' || ca === undefined) return undefined;
  const { getCACertificates } = tls as { getCACertificates?: (type: 'default') => string[] };
  const machine = getCACertificates?.('default') ?? [...tls.rootCertificates, ...extraAuthorities()];
  return [...machine, ca];
}

// Node reads this file itself only where `ca` is not given.
function extraAuthorities(): Buffer[] {
  const file = process.env['NODE_EXTRA_CA_CERTS'];
  if (file === undefined || file === '') return [];
  try {
    return [readFileSync(file)];
  } catch {
    // Node has warned about it at its start.
    return [];
  }
}
