import { KubeInformerError, messageOf } from '../../errors/index.js';
import type { OidcTransport } from './oidc-transport.js';

export interface OidcProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  /** PEM of the authorities of the issuer; absent: those that Node.js trusts. */
  readonly ca?: string | undefined;
  /** Whose credential it is, for messages. */
  readonly owner: string;
  readonly transport: OidcTransport;
}

export interface OidcTokens {
  readonly idToken: string;
  /** Many providers give a new one each time and forget the old. */
  readonly refreshToken: string;
}

type Json = Readonly<Record<string, unknown>>;

/** Gets a new id token for `refreshToken`, at the token endpoint that the issuer's discovery document names. */
export async function refreshIdToken(provider: OidcProvider, refreshToken: string): Promise<OidcTokens> {
  const discovery = await ask(provider, endpoint(provider, wellKnown(provider.issuer), 'idp-issuer-url'), {});
  const tokenEndpoint = endpoint(provider, text(discovery, 'token_endpoint') ?? '', 'token_endpoint');
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken });
  const headers: Record<string, string> = {};
  const { clientId, clientSecret } = provider;
  if (clientSecret === undefined || clientSecret === '') {
    form.set('client_id', clientId);
  } else if (takesSecretInBody(discovery)) {
    form.set('client_id', clientId);
    form.set('client_secret', clientSecret);
  } else {
    // RFC 6749 wants both parts form-encoded before they are joined.
    const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
    headers['authorization'] = `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;
  }
  const answer = await ask(provider, tokenEndpoint, headers, form);
  const idToken = text(answer, 'id_token');
  if (idToken === undefined) {
    throw failure(
      provider,
      `${tokenEndpoint.origin} answered without an id_token`,
      'Ask for the scope openid at login.',
    );
  }
  return { idToken, refreshToken: text(answer, 'refresh_token') ?? refreshToken };
}

function wellKnown(issuer: string): string {
  return `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;
}

// Basic authentication is what a provider must support unless it says otherwise.
function takesSecretInBody(discovery: Json): boolean {
  const methods = discovery['token_endpoint_auth_methods_supported'];
  if (!Array.isArray(methods)) return false;
  return !methods.includes('client_secret_basic') && methods.includes('client_secret_post');
}

function endpoint(provider: OidcProvider, address: string, name: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  // The refresh token and the client secret go there.
  if (url?.protocol === 'https:') return url;
  throw failure(provider, `its ${name} is not an https URL`, 'Correct it.');
}

async function ask(
  provider: OidcProvider,
  url: URL,
  headers: Readonly<Record<string, string>>,
  body?: URLSearchParams,
): Promise<Json> {
  const where = `${url.origin}${url.pathname}`;
  let reply: Awaited<ReturnType<OidcTransport>>;
  try {
    reply = await provider.transport({ url, headers, ca: provider.ca, ...(body === undefined ? {} : { body }) });
  } catch (error) {
    throw failure(provider, `${where} cannot be reached (${messageOf(error)})`, 'Check network and issuer CA.', true);
  }
  const json = parse(reply.text);
  if (reply.status < 200 || reply.status > 299) {
    const why = [text(json ?? {}, 'error'), text(json ?? {}, 'error_description')].filter((part) => part !== undefined);
    throw failure(
      provider,
      `${where} answered ${reply.status}${why.length === 0 ? '' : ` (${why.join(': ')})`}`,
      'Log in again to get a new refresh token.',
      reply.status >= 500 || reply.status === 429,
    );
  }
  if (json === undefined)
    throw failure(provider, `${where} answered with something that is not JSON`, 'Check the issuer URL.');
  return json;
}

function parse(body: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

function text(json: Json, key: string): string | undefined {
  const value = json[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function failure(provider: OidcProvider, why: string, advice: string, retryable = false): KubeInformerError {
  return new KubeInformerError(
    'ERR_CREDENTIALS',
    `Cannot refresh the OIDC id token of ${provider.owner}: ${why}. ${advice}`,
    { retryable },
  );
}
