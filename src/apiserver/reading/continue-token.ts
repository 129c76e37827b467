import { isObject } from '../json.js';
import { cannotUnmarshal, goKindOf } from '../schema/go-error.js';
import { readJson } from '../schema/index.js';
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
    value = readJson(bytes, false).value;
  } catch (error) {
    throw refused(`${INVALID}: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (value === null) value = {};
  if (!isObject(value)) {
    throw refused(`${INVALID}: json: cannot unmarshal ${goKindOf(value)} into Go value of type storage.continueToken`);
  }
  const { v = '', rv = 0, start = '' } = value;
  if (typeof v !== 'string') throw mistyped('v', v, 'string');
  if (!Number.isSafeInteger(rv)) throw mistyped('rv', rv, 'int64');
  if (typeof start !== 'string') throw mistyped('start', start, 'string');
  return { v, rv: rv as number, start };
}

function mistyped(path: string, value: unknown, goType: string): Error {
  const literal = typeof value === 'number' && !Number.isInteger(value) ? String(value) : undefined;
  return refused(`${INVALID}: ${cannotUnmarshal(value, { struct: 'continueToken', path }, goType, literal).message}`);
}

const refused = (why: string): Error => badRequest(`invalid continue token: ${why}`);
