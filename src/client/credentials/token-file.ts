import type { Clock } from '../../base/clock.js';
import { bearer } from './bearer.js';
import type { Credential } from './credential.js';
import type { HeaderValues } from './header-values.js';
import { WatchedFile } from './watched-file.js';

export interface TokenFileOptions {
  /** Whose token it is, for messages. */
  readonly owner: string;
  readonly clock: Clock;
  /** The token to use while the file cannot be read. */
  readonly fallbackToken?: string | undefined;
}

/** A bearer token in a file that is rewritten before the token expires, as that of a pod's service account is. */
export class TokenFileCredential implements Credential {
  readonly description: string;
  readonly #file: WatchedFile;
  readonly #owner: string;
  readonly #fallback: string | undefined;
  #made: { readonly token: string; readonly headers: HeaderValues } | undefined;

  constructor(path: string, options: TokenFileOptions) {
    this.description = `the token in ${path}`;
    this.#owner = `${options.owner} (file ${path})`;
    this.#file = new WatchedFile(path, `the token of ${options.owner}`, options.clock);
    this.#fallback = options.fallbackToken;
  }

  async headers(): Promise<HeaderValues> {
    const token = (await this.#read()).trim();
    // A file that is rewritten in place is empty for a moment.
    if (this.#made !== undefined && (token === '' || token === this.#made.token)) return this.#made.headers;
    this.#made = { token, headers: bearer(token, this.#owner) };
    return this.#made.headers;
  }

  certificate(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  unauthorized(): Promise<boolean> {
    return this.#file.reread().catch(() => false);
  }

  async #read(): Promise<string> {
    try {
      return await this.#file.read();
    } catch (error) {
      if (this.#fallback === undefined) throw error;
      return this.#fallback;
    }
  }
}
