import { bearer } from './bearer.js';
import type { Credential } from './credential.js';
import type { HeaderValues } from './header-values.js';

/** A bearer token that was given as text and never changes. */
export class TokenCredential implements Credential {
  readonly description = 'a token';
  readonly #headers: HeaderValues;

  constructor(token: string, options: { owner: string }) {
    this.#headers = bearer(token.trim(), options.owner);
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
