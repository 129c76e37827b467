import type { DocumentAnswer } from '../http/contract.js';

// The checks of a server whose parts all live in one process: it answers, so they are well.
const CHECKS = ['ping', 'storage'];
const PATH = /^\/(healthz|livez|readyz)(?:\/([^/]+))?$/;

/** The answers of the health paths; undefined for any other. */
export function healthOf(path: string, query: URLSearchParams): DocumentAnswer | undefined {
  const match = PATH.exec(path);
  if (match === null) return undefined;
  const [, name, check] = match as unknown as [string, string, string | undefined];
  if (check !== undefined && !CHECKS.includes(check)) return undefined;
  const lines = CHECKS.map((each) => `[+]${each} ok\n`).join('');
  return {
    code: 200,
    contentType: 'text/plain; charset=utf-8',
    body: check === undefined && query.has('verbose') ? `${lines}${name} check passed\n` : 'ok',
    headers: { 'x-content-type-options': 'nosniff' },
  };
}
