import { X509Certificate, createPrivateKey } from 'node:crypto';
import { KubeInformerError, messageOf } from '../../errors/index.js';
import type { ClientCertificate } from './credential.js';
import { REDACTED, veil } from './redact.js';

/** A certificate and key that belong together, and until when. */
export interface KeyPair extends ClientCertificate {
  readonly notAfterMs: number;
}

/**
 * Checks that `cert` and `key` are PEM and belong together, so that a mistake is reported with the name of the file
 * and not as a handshake that fails. `owner` says in messages whose they are.
 */
export function keyPair(cert: string, key: string, owner: string): KeyPair {
  const certificate = attempt(() => new X509Certificate(cert), `The client certificate of ${owner} is not a PEM file`);
  const privateKey = attempt(() => createPrivateKey(key), `The client key of ${owner} is not an unencrypted PEM file`);
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new KubeInformerError(
      'ERR_CREDENTIALS',
      `The client certificate and the client key of ${owner} do not belong together. ` +
        'Take both from the same place; if they are being rotated, this passes.',
      { retryable: true },
    );
  }
  const pair = { cert, key, notAfterMs: Date.parse(certificate.validTo) };
  return veil(pair, () => ({ cert, key: REDACTED, notAfterMs: pair.notAfterMs }));
}

/** Rejects a certificate that has run out: the server would only say that we are nobody. */
export function assertNotExpired(pair: KeyPair, nowMs: number, owner: string): void {
  if (!(pair.notAfterMs < nowMs)) return;
  throw new KubeInformerError(
    'ERR_CREDENTIALS',
    `The client certificate of ${owner} expired at ${new Date(pair.notAfterMs).toISOString()}. ` +
      'Get a new one, or check the clock of this machine.',
    { retryable: true },
  );
}

function attempt<T>(parse: () => T, otherwise: string): T {
  try {
    return parse();
  } catch (error) {
    throw new KubeInformerError('ERR_CREDENTIALS', `${otherwise} (${messageOf(error)}).`, { retryable: true });
  }
}
