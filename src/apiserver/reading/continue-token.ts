import { badRequest } from '../status-error.js';

/** Where a list goes on. */
export interface ContinueToken {
  /** The version all pages show; negative for the newest, after the first one's version was forgotten. */
  readonly version: number;
  /** The first key that may come, below the path of the list. */
  readonly start: string;
}

const FORMAT = 'meta.k8s.io/v1';
const INVALID = 'continue key is not valid';

/** The shape of a kube-apiserver's token: base64url of a small JSON object. Clients must not look inside. */
export function encodeContinue({ version, start }: ContinueToken, slash: boolean): string {
  const text = JSON.stringify({ v: FORMAT, rv: version, start: slash ? `/${start}` : start });
  return Buffer.from(text).toString('base64url');
}

/** Throws 400 in the words of a kube-apiserver. */
export function decodeContinue(token: string): ContinueToken {
  const decoded = parse(decodeBase64(token));
  if (decoded.v !== FORMAT) throw refused(`${INVALID}: server does not recognize this encoded version ${decoded.v}`);
  if (decoded.rv === 0) throw refused(`${INVALID}: incorrect encoded start resourceVersion (version ${FORMAT})`);
  if (decoded.start === '') throw refused(`${INVALID}: encoded start key empty (version ${FORMAT})`);
  const path = decoded.start.startsWith('/') ? decoded.start : `/${decoded.start}`;
  if (!isClean(path)) throw refused(`${INVALID}: ${decoded.start}`);
  return { version: decoded.rv, start: path.slice(1) };
}

/** A path that means what it says: no empty part, no `.` and no `..`. */
function isClean(path: string): boolean {
  if (path === '/') return true;
  return path
    .slice(1)
    .split('/')
    .every((part) => part !== '' && part !== '.' && part !== '..');
}

function decodeBase64(token: string): Buffer {
  const wrong = /[^A-Za-z0-9_-]/.exec(token);
  if (wrong !== null) throw refused(`${INVALID}: illegal base64 data at input byte ${String(wrong.index)}`);
  if (token.length % 4 === 1) {
    throw refused(`${INVALID}: illegal base64 data at input byte ${String(token.length - 1)}`);
  }
  return Buffer.from(token, 'base64url');
}

function parse(bytes: Buffer): { v: string; rv: number; start: string } {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch {
    // Go's scanner looks at bytes, not at characters.
    throw refused(`${INVALID}: ${jsonFault(bytes.toString('latin1'))}`);
  }
  if (value === null) value = {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw refused(`${INVALID}: json: cannot unmarshal ${goName(value)} into Go value of type storage.continueToken`);
  }
  const { v = '', rv = 0, start = '' } = value as Record<string, unknown>;
  if (typeof v !== 'string') throw mistyped('v', v, 'string');
  if (!Number.isSafeInteger(rv)) throw mistyped('rv', rv, 'int64');
  if (typeof start !== 'string') throw mistyped('start', start, 'string');
  return { v, rv: rv as number, start };
}

function mistyped(field: string, value: unknown, type: string): Error {
  return refused(
    `${INVALID}: json: cannot unmarshal ${goName(value)} into Go struct field continueToken.${field} of type ${type}`,
  );
}

/** What Go calls a JSON value in its messages. */
function goName(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'number' : `number ${String(value)}`;
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

function jsonFault(text: string): string {
  const first = /[^ \t\r\n]/.exec(text)?.[0];
  if (first === undefined || /^[{["0-9tfn-]/.test(first)) return 'unexpected end of JSON input';
  return `invalid character ${quoted(first)} looking for beginning of value`;
}

/** A character as Go quotes it: escaped when it cannot be printed. */
function quoted(character: string): string {
  if (character === "'") return "'\\''";
  const code = character.charCodeAt(0);
  return code >= 0x7f && code < 0xa1 ? `'\\u${code.toString(16).padStart(4, '0')}'` : `'${character}'`;
}

const refused = (why: string): Error => badRequest(`invalid continue token: ${why}`);
