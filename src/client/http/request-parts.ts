import { KubeInformerError } from '../../errors/index.js';
import type { HttpHeaders, HttpRequest } from './transport.js';

/** The path on the wire: that of the server's URL, then the request's, then the query. */
export function requestPath(server: URL, { method, path, query }: HttpRequest): string {
  // Whitespace and control characters would end the request line early, and `#` has no place in one.
  if (!path.startsWith('/') || /[^\x21-\x7e]|[?#]/.test(path)) {
    throw new KubeInformerError(
      'ERR_INVALID_ARGUMENT',
      `${method}: the path ${JSON.stringify(path)} must start with "/", be percent-encoded and have no query`,
    );
  }
  const base = server.pathname.replace(/\/+$/, '');
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined) continue;
    if (typeof value === 'object') for (const each of value) parameters.append(name, each);
    else parameters.append(name, String(value));
  }
  const search = parameters.toString();
  return search === '' ? `${base}${path}` : `${base}${path}?${search}`;
}

/** The body as bytes. */
export function requestBody({ body }: HttpRequest): Uint8Array | undefined {
  return typeof body === 'string' ? Buffer.from(body) : body;
}

/** Headers of several sources in one, names in lower case; a later source wins. */
export function requestHeaders(...sources: readonly (HttpHeaders | undefined)[]): HttpHeaders {
  const result: Record<string, string | readonly string[] | undefined> = {};
  for (const source of sources) {
    for (const [name, value] of Object.entries(source ?? {})) {
      if (value === undefined) continue;
      // Over HTTP/2 Node sends a line break as it is, for a proxy to make two headers of.
      if (!/^[!#$%&'*+.^`|~\w-]+$/.test(name) || !isFieldValue(value)) {
        throw new KubeInformerError(
          'ERR_INVALID_ARGUMENT',
          `the header ${JSON.stringify(name)} has a character that no header may have; is there a line break in a token?`,
        );
      }
      result[name.toLowerCase()] = value;
    }
  }
  return result;
}

function isFieldValue(value: string | readonly string[]): boolean {
  return typeof value === 'string' ? !/[^\t\x20-\x7e\x80-\xff]/.test(value) : value.every(isFieldValue);
}
