import type { HttpHeaders } from '../http/transport.js';
import type { Header } from './static-table.js';

/** What an answer begins with. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: HttpHeaders;
  /** How long the server says that the body is. */
  readonly contentLength: number | undefined;
}

/** The head that a block of headers stands for; what is wrong with it, where it is none (RFC 9113, section 8). */
export function responseHead(block: readonly Header[]): ResponseHead | string {
  const headers: Record<string, string | readonly string[]> = Object.create(null) as Record<string, string>;
  let status: number | undefined;
  let hasFields = false;
  for (const [name, value] of block) {
    if (name.startsWith(':')) {
      if (name !== ':status' || status !== undefined || hasFields || !/^[1-9]\d\d$/.test(value)) {
        return `it has ${name} where it may not, or of no meaning`;
      }
      status = Number(value);
      continue;
    }
    hasFields = true;
    const wrong = wrongWith(name, value);
    if (wrong !== undefined) return wrong;
    const before = headers[name];
    if (before === undefined) headers[name] = value;
    else headers[name] = typeof before === 'string' ? [before, value] : [...before, value];
  }
  if (status === undefined) return 'it has no status';
  const length = headers['content-length'];
  if (length === undefined) return { status, headers, contentLength: undefined };
  if (typeof length !== 'string' || !/^\d{1,15}$/.test(length)) return 'its content-length is no length';
  return { status, headers, contentLength: Number(length) };
}

function wrongWith(name: string, value: string): string | undefined {
  if (!/^[!#$%&'*+.^`|~\-0-9_a-z]+$/.test(name)) return `it has a header of the name ${JSON.stringify(name)}`;
  return /[\0\r\n]/.test(value) ? `its header ${name} has a line break` : undefined;
}
