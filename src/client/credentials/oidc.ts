import type { Clock } from '../../base/clock.js';
import { KubeInformerError } from '../../errors/index.js';
import { bearer } from './bearer.js';
import type { Credential } from './credential.js';
import type { HeaderValues } from './header-values.js';
import { expiryOfIdToken } from './id-token.js';
import { refreshIdToken } from './oidc-refresh.js';
import type { OidcTokens } from './oidc-refresh.js';
import { httpsTransport } from './oidc-transport.js';
import type { OidcTransport, ProxyFor } from './oidc-transport.js';
import { Renewable } from './renewable.js';
import type { Renewed } from './renewable.js';
import { WatchedFile } from './watched-file.js';
import type { PemSource } from './client-certificate.js';

/** The settings of an `oidc` auth provider, by what they mean. */
export interface OidcSpec {
  readonly issuer?: string | undefined;
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly idToken?: string | undefined;
  readonly refreshToken?: string | undefined;
  readonly issuerCa?: PemSource | undefined;
}

export interface OidcCredentialOptions {
  /** Whose credential it is, for messages. */
  readonly owner: string;
  readonly clock: Clock;
  /** How to reach the issuer. Default: node:https. */
  readonly transport?: OidcTransport;
  /** The proxy by which the issuer is reached, if one is to be used. Default: none. */
  readonly proxyFor?: ProxyFor;
}

/**
 * An OpenID Connect id token, renewed with the refresh token ahead of its expiry and when the server refuses it.
 *
 * New tokens are kept in memory: the kubeconfig file is never written. With a provider that gives each refresh token
 * for one use, the one in the file is spent after the first renewal, and the next process needs a new login. An exec
 * plugin (kubelogin) keeps tokens in a cache of its own and has no such trouble.
 */
export class OidcCredential implements Credential {
  readonly description = 'an OIDC id token';
  readonly #spec: OidcSpec;
  readonly #owner: string;
  readonly #transport: OidcTransport;
  readonly #issuerCa: WatchedFile | string | undefined;
  readonly #tokens: Renewable<OidcTokens>;

  constructor(spec: OidcSpec, options: OidcCredentialOptions) {
    this.#spec = spec;
    this.#owner = options.owner;
    this.#transport = options.transport ?? httpsTransport(options.clock, options.proxyFor);
    const ca = spec.issuerCa;
    this.#issuerCa =
      ca === undefined || 'pem' in ca
        ? ca?.pem
        : new WatchedFile(ca.file, `the CA of the OIDC issuer of ${options.owner}`, options.clock);
    this.#tokens = new Renewable((current) => this.#refresh(current), {
      clock: options.clock,
      same: (a, b) => a.idToken === b.idToken,
      initial: initialTokens(spec),
    });
  }

  async headers(): Promise<HeaderValues> {
    return bearer((await this.#tokens.get()).idToken, this.#owner);
  }

  certificate(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  unauthorized(): Promise<boolean> {
    // Nothing to renew it with: the answer of the server says more than an error of ours.
    if (!this.#canRefresh()) return Promise.resolve(false);
    return this.#tokens.refused();
  }

  #canRefresh(): boolean {
    const { issuer, clientId, refreshToken } = this.#spec;
    return [issuer, clientId, refreshToken].every((setting) => setting !== undefined && setting !== '');
  }

  async #refresh(current: OidcTokens | undefined): Promise<Renewed<OidcTokens>> {
    const { issuer, clientId, clientSecret } = this.#spec;
    const refreshToken = current?.refreshToken ?? this.#spec.refreshToken;
    if (!this.#canRefresh() || issuer === undefined || clientId === undefined || refreshToken === undefined) {
      throw new KubeInformerError(
        'ERR_CREDENTIALS',
        `The OIDC id token of ${this.#owner} is missing or expired, and it cannot be refreshed: that needs ` +
          'idp-issuer-url, client-id and refresh-token. Log in again, or use an exec plugin such as kubelogin.',
      );
    }
    const ca = this.#issuerCa instanceof WatchedFile ? await this.#issuerCa.read() : this.#issuerCa;
    const provider = { issuer, clientId, clientSecret, ca, owner: this.#owner, transport: this.#transport };
    const tokens = await refreshIdToken(provider, refreshToken);
    return { value: tokens, expiresAtMs: expiryOfIdToken(tokens.idToken) };
  }
}

function initialTokens(spec: OidcSpec): Renewed<OidcTokens> | undefined {
  if (spec.idToken === undefined || spec.idToken === '') return undefined;
  return {
    value: { idToken: spec.idToken, refreshToken: spec.refreshToken ?? '' },
    expiresAtMs: expiryOfIdToken(spec.idToken),
  };
}
