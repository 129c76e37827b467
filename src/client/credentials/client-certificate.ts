import type { Clock } from '../../base/clock.js';
import type { ClientCertificate, Credential } from './credential.js';
import type { HeaderValues } from './header-values.js';
import { assertNotExpired, keyPair } from './key-pair.js';
import type { KeyPair } from './key-pair.js';
import { WatchedFile } from './watched-file.js';

/** Text that is known, or a file that holds it. */
export type PemSource = { readonly pem: string } | { readonly file: string };

export interface ClientCertificateOptions {
  /** Whose certificate it is, for messages. */
  readonly owner: string;
  readonly clock: Clock;
}

const NO_HEADERS: HeaderValues = Object.freeze({});

/** A client certificate and its key; where they are files, they are read again when the files change. */
export class ClientCertificateCredential implements Credential {
  readonly description: string;
  readonly #cert: PemSource | WatchedFile;
  readonly #key: PemSource | WatchedFile;
  readonly #owner: string;
  readonly #clock: Clock;
  #pair: KeyPair | undefined;

  constructor(cert: PemSource, key: PemSource, options: ClientCertificateOptions) {
    const { owner, clock } = options;
    this.#owner = 'file' in cert ? `${owner} (file ${cert.file})` : owner;
    this.#clock = clock;
    this.#cert = 'file' in cert ? new WatchedFile(cert.file, `the client certificate of ${owner}`, clock) : cert;
    this.#key = 'file' in key ? new WatchedFile(key.file, `the client key of ${owner}`, clock) : key;
    this.description = 'file' in cert ? `the client certificate in ${cert.file}` : 'a client certificate';
  }

  headers(): Promise<HeaderValues> {
    return Promise.resolve(NO_HEADERS);
  }

  async certificate(): Promise<ClientCertificate> {
    const [cert, key] = await Promise.all([textOf(this.#cert), textOf(this.#key)]);
    if (this.#pair?.cert !== cert || this.#pair.key !== key) {
      try {
        this.#pair = keyPair(cert, key, this.#owner);
      } catch (error) {
        // One of the two files has been replaced and the other not yet: the old pair still is one.
        if (this.#pair === undefined) throw error;
      }
    }
    assertNotExpired(this.#pair, this.#clock.now(), this.#owner);
    return this.#pair;
  }

  async unauthorized(): Promise<boolean> {
    const files = [this.#cert, this.#key].filter((source) => source instanceof WatchedFile);
    const changed = await Promise.all(files.map((file) => file.reread().catch(() => false)));
    return changed.includes(true);
  }
}

function textOf(source: PemSource | WatchedFile): Promise<string> {
  if (source instanceof WatchedFile) return source.read();
  // Of the two shapes of PemSource only this one is left: a file has become a WatchedFile.
  return Promise.resolve('pem' in source ? source.pem : '');
}
