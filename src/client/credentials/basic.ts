import type { Credential } from './credential.js';
import type { HeaderValues } from './header-values.js';
import { redactedHeaders } from './redact.js';

/** A user name and a password, sent as HTTP basic authentication. kube-apiserver itself has not taken it since 1.19. */
export class BasicCredential implements Credential {
  readonly description = 'a user name and password';
  readonly #headers: HeaderValues;

  constructor(username: string, password: string) {
    const encoded = Buffer.from(`${username}:${password}`, 'utf8').toString('base64');
    this.#headers = redactedHeaders({ Authorization: `Basic ${encoded}` });
  }

  headers(): Promise<HeaderValues> {
    return Promise.resolve(this.#headers);
  }

  certificate(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  unauthorized(): Promise<boolean> {
    return Promise.resolve(false);
  }
}
