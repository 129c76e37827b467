import { groupVersionOf } from '../api-version.js';
import type { StatusError } from '../status-error.js';
import { badRequest } from '../status-error.js';

/** A kind in a version, as messages name it. */
export interface NamedKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The 400 of a body that says what it is and is not that. `given` is what it says. */
export function cannotBeHandled(expected: NamedKind, why: Error | string, given: NamedKind = expected): StatusError {
  const text = typeof why === 'string' ? why : why.message;
  const error = badRequest(
    `${given.kind} in version ${JSON.stringify(groupVersionOf(given.apiVersion).version)} cannot be handled as a ${expected.kind}: ${text}`,
  );
  if (typeof why !== 'string') error.cause = why;
  return error;
}

// How much of a body a message shows.
const SHOWN_BYTES = 30;

/** The 400 of a body that does not say what it is: with its beginning, in hexadecimal unless it looks like JSON. */
export function unrecognised(expected: NamedKind, why: string, bytes: Uint8Array): StatusError {
  const head = Buffer.from(bytes.subarray(0, SHOWN_BYTES));
  const text = head[0] === 0x7b ? head.toString('utf8') : head.toString('hex');
  const shown = bytes.length === 0 ? '<empty>' : bytes.length > SHOWN_BYTES ? `${text} ...` : text;
  return badRequest(`the object provided is unrecognized (must be of type ${expected.kind}): ${why} (${shown})`);
}
