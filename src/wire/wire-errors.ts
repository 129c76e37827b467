import { KubeInformerError } from '../errors/index.js';

/** The bytes are not what their content type says. `offset` counts from the first byte of the body. */
export function malformed(what: string, offset: number, why: string, cause?: unknown): KubeInformerError {
  return new KubeInformerError(
    'ERR_WIRE_MALFORMED',
    `Cannot read ${what}: ${why} at byte ${offset}. Check what stands between this process and the API server.`,
    { cause },
  );
}

/** The connection ended in the middle. Asking again may well succeed. */
export function truncated(what: string, offset: number): KubeInformerError {
  return new KubeInformerError(
    'ERR_WIRE_TRUNCATED',
    `Cannot read ${what}: the body ended too soon, after ${offset} bytes. The connection was cut; ask again.`,
    { retryable: true },
  );
}

/** One object, frame or line is longer than the limit. */
export function tooLarge(what: string, offset: number, limit: number): KubeInformerError {
  return new KubeInformerError(
    'ERR_WIRE_TOO_LARGE',
    `Cannot read ${what}: what begins at byte ${offset} is longer than ${limit} bytes. ` +
      'No API server stores objects of that size: look at what is between here and there.',
  );
}

/** A list or an object was expected, and the body is of another kind. */
export function notAList(what: string, apiVersion: string | undefined, kind: string | undefined): KubeInformerError {
  return new KubeInformerError(
    'ERR_LIST_INVALID',
    `Cannot read ${what}: the body is ${kind === undefined ? 'of no kind and has no items' : `a ${apiVersion ?? '?'} ${kind}, not a list`}. ` +
      'Check that the path names a resource, not one object.',
  );
}

/** There is no protobuf table for that kind. */
export function unknownType(what: string, apiVersion: string, kind: string): KubeInformerError {
  return new KubeInformerError(
    'ERR_WIRE_UNKNOWN_TYPE',
    `Cannot read ${what}: the server sent ${apiVersion === '' ? '?' : apiVersion} ${kind === '' ? '?' : kind} as protobuf, ` +
      'and its fields are not known to this version. Ask for JSON.',
  );
}
