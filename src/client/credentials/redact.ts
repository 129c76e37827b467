import { inspect } from 'node:util';
import type { HeaderValues } from './header-values.js';

/** What stands where a secret was. */
export const REDACTED = '[redacted]';

/**
 * Makes `console.log`, `util.inspect` and `JSON.stringify` of `target` show what `show` returns. The two properties
 * this takes are not enumerable: a spread copies the secrets and leaves the veil behind, as a TLS or HTTP call needs.
 */
export function veil<T extends object>(target: T, show: () => unknown): T {
  Object.defineProperty(target, inspect.custom, { value: show, configurable: true });
  Object.defineProperty(target, 'toJSON', { value: show, configurable: true });
  return target;
}

/** Headers that work in a request, and show only their names. Frozen, since one object serves many requests. */
export function redactedHeaders(headers: HeaderValues): HeaderValues {
  return Object.freeze(
    veil({ ...headers }, () => Object.fromEntries(Object.keys(headers).map((name) => [name, REDACTED]))),
  );
}

/** A URL that works as any other, and shows no password. */
export function redactedUrl(url: URL): URL {
  if (url.username === '' && url.password === '') return url;
  return veil(url, () => urlForDisplay(url));
}

/** The text of a URL without what authenticates: user, password and query. */
export function urlForDisplay(url: URL): string {
  const bare = new URL(url.href);
  bare.username = '';
  bare.password = '';
  bare.search = '';
  bare.hash = '';
  return bare.href;
}

// Three base64url parts, the first of which is a JSON object ("{" is always "ey" in base64): a JSON Web Token.
const JWT = /ey[\w-]{8,}\.[\w-]+\.[\w-]*/g;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;
const BEARER = /\b(bearer|basic)\s+[\w+/=.~-]{8,}/gi;

// Shorter values ("1", "true", "eu-west-1") are no secrets, and replacing them would make the text unreadable.
const SHORTEST_SECRET = 12;

/** Text written by another program, without what looks like a token or a key, and without `secrets`. */
export function redactText(text: string, secrets: readonly string[] = []): string {
  let clean = text.replace(PRIVATE_KEY, REDACTED).replace(JWT, REDACTED).replace(BEARER, `$1 ${REDACTED}`);
  for (const secret of secrets) {
    if (secret.length >= SHORTEST_SECRET) clean = clean.replaceAll(secret, REDACTED);
  }
  return clean;
}
