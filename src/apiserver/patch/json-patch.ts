import { copyJson, isObject, sameJson, setOwn } from '../json.js';
import type { Json } from '../json.js';
import { StatusError } from '../status-error.js';

/** One operation of RFC 6902, as far as it was given. */
export interface JsonPatchOperation {
  readonly op?: unknown;
  readonly path?: unknown;
  readonly from?: unknown;
  readonly value?: unknown;
}

/** How many operations the real server takes in one patch. */
const MAX_OPERATIONS = 10_000;

/** How much `copy` may add in one patch, in characters of JSON: copies of copies double with each operation. */
const MAX_COPIED = 3 * 1024 * 1024;

/** The server keeps to itself which operation failed and why; so do we. */
export const rejected = (): StatusError =>
  new StatusError(422, 'Invalid', 'the server rejected our request due to an error in our request', { details: {} });

/**
 * Applies a JSON patch to a copy of an object. Throws StatusError 422 when an operation cannot be done or a test fails.
 * It takes what the real server's library takes beyond the RFC: `replace` of a key that is not there, indices counted
 * from the end, a `copy` of nothing.
 */
export function applyJsonPatch(object: Json, patch: readonly JsonPatchOperation[]): Json {
  if (patch.length > MAX_OPERATIONS) {
    throw new StatusError(
      413,
      'RequestEntityTooLarge',
      `Request entity too large: The allowed maximum operations in a JSON patch is ${String(MAX_OPERATIONS)}, got ${String(patch.length)}`,
    );
  }
  let document = copyJson(object) as Json | unknown[];
  const copied: Copied = { size: 0 };
  for (const operation of patch) document = operate(document, operation, copied);
  if (!isObject(document)) throw rejected();
  return document;
}

interface Copied {
  size: number;
}

function operate(document: Json | unknown[], operation: JsonPatchOperation, copied: Copied): Json | unknown[] {
  const { op, path } = operation;
  if (typeof path !== 'string') throw rejected();
  const value = copyJson(operation.value ?? null);
  if (path === '' && (op === 'replace' || op === 'test')) {
    if (op === 'test') {
      if (!sameJson(document, value)) throw rejected();
      return document;
    }
    if (typeof value !== 'object' || value === null) throw rejected();
    return value as Json | unknown[];
  }
  const target = find(document, path);
  switch (op) {
    case 'add':
      add(target, value);
      break;
    case 'replace':
      replace(target, value);
      break;
    case 'remove':
      remove(target);
      break;
    case 'test':
      if (!sameJson(read(target) ?? null, value)) throw rejected();
      break;
    case 'move': {
      const from = find(document, operation.from);
      const moved = read(from);
      remove(from);
      add(find(document, path), moved ?? null);
      break;
    }
    case 'copy': {
      const source = read(find(document, operation.from)) ?? null;
      copied.size += JSON.stringify(source).length;
      if (copied.size > MAX_COPIED) throw rejected();
      add(target, copyJson(source));
      break;
    }
    default:
      throw rejected();
  }
  return document;
}

/** A place: the container and the key or index in it. */
interface Place {
  readonly container: Json | unknown[];
  readonly key: string;
}

const unescaped = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** What stands before the first slash counts for nothing, whatever it is. */
function find(document: Json | unknown[], path: unknown): Place {
  if (typeof path !== 'string') throw rejected();
  const parts = path.split('/').slice(1).map(unescaped);
  const key = parts.pop();
  if (key === undefined) throw rejected();
  let container: unknown = document;
  for (const part of parts) {
    container = read({ container: container as Json | unknown[], key: part });
    if (typeof container !== 'object' || container === null) throw rejected();
  }
  return { container: container as Json | unknown[], key };
}

function indexOf(key: string, length: number): number {
  if (!/^[+-]?\d+$/.test(key)) throw rejected();
  const index = Number(key);
  const counted = index < 0 ? index + length : index;
  if (counted < 0 || counted >= length) throw rejected();
  return counted;
}

function read({ container, key }: Place): unknown {
  if (Array.isArray(container)) return container[indexOf(key, container.length)];
  return Object.hasOwn(container, key) ? container[key] : undefined;
}

function add({ container, key }: Place, value: unknown): void {
  if (!Array.isArray(container)) setOwn(container, key, value);
  else if (key === '-') container.push(value);
  else container.splice(indexOf(key, container.length + 1), 0, value);
}

function replace({ container, key }: Place, value: unknown): void {
  if (Array.isArray(container)) container[indexOf(key, container.length)] = value;
  else setOwn(container, key, value);
}

function remove({ container, key }: Place): void {
  if (Array.isArray(container)) container.splice(indexOf(key, container.length), 1);
  else if (Object.hasOwn(container, key)) Reflect.deleteProperty(container, key);
  else throw rejected();
}
