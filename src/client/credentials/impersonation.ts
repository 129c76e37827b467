import { KubeInformerError } from '../../errors/index.js';
import type { HeaderValues } from './header-values.js';

/** Whom the API server is to take us for. Needs the permission `impersonate` for each part. */
export interface Impersonation {
  readonly user: string;
  readonly uid?: string | undefined;
  readonly groups?: readonly string[];
  readonly extra?: ReadonlyMap<string, readonly string[]>;
}

// What RFC 9110 allows in a header's name, less the percent sign, which starts an escape.
const HEADER_NAME_BYTE = /[!#$&'*+\-.^_`|~0-9A-Za-z]/;

/** The name of an extra field as the end of a header's name: every byte that may not stand there as %XX. */
function escapeExtraKey(key: string): string {
  let escaped = '';
  for (const byte of Buffer.from(key, 'utf8')) {
    const character = String.fromCharCode(byte);
    escaped += HEADER_NAME_BYTE.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return escaped;
}

/** The Impersonate-* headers. A name that cannot stand in a header is an error; it is not sent in another spelling. */
export function impersonationHeaders(who: Impersonation): HeaderValues {
  const headers: Record<string, string | string[]> = { 'Impersonate-User': who.user };
  if (who.uid !== undefined && who.uid !== '') headers['Impersonate-Uid'] = who.uid;
  if (who.groups !== undefined && who.groups.length > 0) headers['Impersonate-Group'] = [...who.groups];
  for (const [key, values] of who.extra ?? []) {
    if (values.length > 0) headers[`Impersonate-Extra-${escapeExtraKey(key)}`] = [...values];
  }
  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value].flat()) check(name, one);
  }
  return headers;
}

function check(name: string, value: string): void {
  // Node writes header values as latin1 on HTTP/1.1 and the API server reads bytes: a name beyond ASCII would arrive
  // as another name, and somebody else would be impersonated.
  if (/^[\x20-\x7e]*$/.test(value)) return;
  throw new KubeInformerError(
    'ERR_KUBECONFIG',
    `Cannot impersonate: the value for ${name} has characters that an HTTP header cannot carry. Use plain ASCII.`,
  );
}
