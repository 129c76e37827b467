import { messageTypeOf } from '../../wire/codec/index.js';
import { groupVersionOf } from '../api-version.js';
import { builtInSchema } from './built-in.js';
import type { ObjectSchema } from './contract.js';
import { GoDecodeError } from './go-error.js';
import type { NamedKind } from './messages.js';

/** The words for a kind that the server does not know; the place in its sources is among them. */
export const notRegistered = ({ apiVersion, kind }: NamedKind): string =>
  `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/runtime/scheme.go:111"`;

/**
 * Why an object that says it is of another built-in kind is not taken, in the words of the server: it does not know such
 * a kind, cannot read the object as one, or cannot make one of the other.
 */
export function whyAnotherKind(value: Record<string, unknown>, given: NamedKind, schema: ObjectSchema): string {
  const { apiVersion, kind } = given;
  if (messageTypeOf(apiVersion, kind) === undefined) return notRegistered(given);
  try {
    builtInSchema(apiVersion, kind).normalise(value);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (cause instanceof GoDecodeError) return cause.message;
    throw error;
  }
  const internal = groupVersionOf(schema.apiVersion).group.split('.')[0] as string;
  return `converting (${groupVersionOf(apiVersion).version}.${kind}) to (${internal === '' ? 'core' : internal}.${schema.kind}): unknown conversion`;
}
