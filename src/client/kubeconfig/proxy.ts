import { redactedUrl } from '../credentials/index.js';
import { kubeConfigError } from './kubeconfig-error.js';
import { bypassesProxy } from './no-proxy.js';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

// socks5h leaves the lookup of the name to the proxy; Go and kubectl do that for socks5 too.
const SCHEMES = new Set(['http:', 'https:', 'socks5:', 'socks5h:']);

/** The proxy of a cluster's `proxy-url`. It is used for every request, whatever NO_PROXY says, as kubectl does. */
export function proxyFromConfig(proxyUrl: string, cluster: string): URL {
  const url = URL.canParse(proxyUrl) ? new URL(proxyUrl) : undefined;
  if (url === undefined || !SCHEMES.has(url.protocol) || url.host === '') {
    throw kubeConfigError(
      `The proxy-url of cluster "${cluster}" is not a URL that begins with http://, https:// or socks5://. Correct it.`,
    );
  }
  assertLoginReadable(url, `The proxy-url of cluster "${cluster}"`);
  return redactedUrl(url);
}

/**
 * The proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY (or their names in lower case, which count second) ask for, by
 * the rules of Go: without a scheme it is http.
 */
export function proxyFromEnvironment(server: URL, env: Environment): URL | undefined {
  const variable = server.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  // In a CGI program HTTP_PROXY is set by the header "Proxy:" of whoever sent the request.
  if (variable === 'HTTP_PROXY' && (env['REQUEST_METHOD'] ?? '') !== '') return undefined;
  const address = either(env, variable);
  if (address === '') return undefined;
  const host = server.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = server.port === '' ? (server.protocol === 'https:' ? '443' : '80') : server.port;
  if (bypassesProxy(host, port, either(env, 'NO_PROXY'))) return undefined;
  const text = address.includes('://') ? address : `http://${address}`;
  const proxy = URL.canParse(text) ? new URL(text) : undefined;
  if (proxy === undefined || !SCHEMES.has(proxy.protocol) || proxy.host === '') {
    throw kubeConfigError(`The environment variable ${variable} is not the URL of a proxy. Correct or remove it.`);
  }
  assertLoginReadable(proxy, `The environment variable ${variable}`);
  return redactedUrl(proxy);
}

// Go, and so kubectl, refuses such a URL too. Its text must not get into the message.
function assertLoginReadable({ username, password }: URL, where: string): void {
  try {
    decodeURIComponent(username);
    decodeURIComponent(password);
  } catch {
    throw kubeConfigError(
      `${where} has a user or password with a % that begins no code of UTF-8. Write %25 for a % that is meant.`,
    );
  }
}

function either(env: Environment, name: string): string {
  const upper = env[name];
  return upper !== undefined && upper !== '' ? upper : (env[name.toLowerCase()] ?? '');
}
