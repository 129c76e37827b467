import { X509Certificate, createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../../base/clock.js';
import { KubeInformerError } from '../../errors/index.js';
import type { TlsMaterial } from '../connection.js';
import { REDACTED, WatchedFile, veil } from '../credentials/index.js';
import type { Credential } from '../credentials/index.js';
import type { ClusterEntry } from './entries.js';
import { kubeConfigError } from './kubeconfig-error.js';

// Makes versions that are equal for equal material, and from which nobody can tell what the material was.
const VERSION_KEY = randomBytes(32);

type Versioned = TlsMaterial & { readonly version: string };

/** The TLS side of a cluster: its CA and the client certificate of its user, read again when their files change. */
export class ClusterTls {
  readonly #cluster: ClusterEntry;
  readonly #where: string;
  readonly #credential: Credential;
  readonly #caFile: WatchedFile | undefined;
  #goodCa: string | undefined;
  #made: Versioned | undefined;

  constructor(cluster: ClusterEntry, credential: Credential, clock: Clock) {
    const { caFile, caPem, insecureSkipTlsVerify } = cluster;
    this.#where = `cluster "${cluster.name}" (kubeconfig ${cluster.origin})`;
    if (insecureSkipTlsVerify && (caFile !== undefined || caPem !== undefined)) {
      throw kubeConfigError(
        `The ${this.#where} has both insecure-skip-tls-verify and a certificate authority. Remove one.`,
      );
    }
    this.#cluster = cluster;
    this.#credential = credential;
    this.#caFile =
      caFile === undefined || caPem !== undefined
        ? undefined
        : new WatchedFile(caFile, `the certificate authority of ${this.#where}`, clock);
  }

  async material(): Promise<Versioned> {
    const [ca, certificate] = await Promise.all([this.ca(), this.#credential.certificate()]);
    const [cert, key] = [certificate?.cert, certificate?.key];
    const made = this.#made;
    if (made !== undefined && made.ca === ca && made.cert === cert && made.key === key) return made;
    const serverName = this.#cluster.tlsServerName;
    const rejectUnauthorized = !this.#cluster.insecureSkipTlsVerify;
    this.#made = redactedTls({
      ...(ca === undefined ? {} : { ca }),
      ...(cert === undefined ? {} : { cert }),
      ...(key === undefined ? {} : { key }),
      ...(serverName === undefined ? {} : { serverName }),
      rejectUnauthorized,
    });
    return this.#made;
  }

  /** The certificate authorities as PEM; undefined: those that Node.js trusts. */
  async ca(): Promise<string | undefined> {
    const pem = this.#caFile === undefined ? this.#cluster.caPem : await this.#caFile.read();
    if (pem === undefined || pem === this.#goodCa) return pem;
    try {
      // One that can be read: an empty or cut file would otherwise mean that nobody is trusted, or everybody is.
      new X509Certificate(pem);
    } catch {
      // The file is being rewritten.
      if (this.#goodCa !== undefined) return this.#goodCa;
      const file = this.#caFile === undefined ? '' : ` in ${this.#caFile.path}`;
      throw new KubeInformerError(
        'ERR_CREDENTIALS',
        `The certificate authority of ${this.#where}${file} is not a PEM certificate. Check where it was copied from.`,
        { retryable: this.#caFile !== undefined },
      );
    }
    this.#goodCa = pem;
    return pem;
  }

  /** Reads the file of the authorities now. */
  async reread(): Promise<void> {
    await this.#caFile?.reread().catch(() => false);
  }
}

/** Adds the version, and hides the key from whoever prints it. */
export function redactedTls(material: TlsMaterial): Versioned {
  const hmac = createHmac('sha256', VERSION_KEY);
  for (const part of [material.ca, material.cert, material.key, material.serverName]) {
    // With its length before it, so that moving a byte from one part to the next makes another version.
    hmac.update(part === undefined ? '-' : `${part.length}:`).update(part ?? '');
  }
  const version = hmac.update(String(material.rejectUnauthorized)).digest('base64url').slice(0, 22);
  const made: Versioned = { ...material, version };
  return Object.freeze(veil(made, () => ({ ...made, ...(made.key === undefined ? {} : { key: REDACTED }) })));
}
