import { ERROR } from './frame.js';

const NAMES: Readonly<Record<number, string>> = Object.fromEntries(
  Object.entries(ERROR).map(([name, code]) => [code, name]),
);

/** What people call an error code of HTTP/2. */
export function errorName(code: number): string {
  return NAMES[code] ?? `error ${code}`;
}

/** Why a stream, or a whole connection, came to its end before its time. */
export class Http2Error extends Error {
  /** One of `ERROR`, or one that is not known here. */
  readonly code: number;
  /** Whether the server is known not to have looked at the request. */
  readonly unprocessed: boolean;

  constructor(code: number, message: string, { unprocessed = false }: { readonly unprocessed?: boolean } = {}) {
    super(message);
    this.code = code;
    this.unprocessed = unprocessed;
  }
}

/** The server has sent what it may not. */
export function violation(what: string): Http2Error {
  return new Http2Error(ERROR.PROTOCOL_ERROR, `the server sent ${what}`);
}
