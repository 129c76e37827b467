import type { ApiObject, ResourceRequest } from '../contract.js';
import type { Body } from '../http/contract.js';
import type { FieldValidation, ObjectSchema } from '../schema/contract.js';
import { builtInSchema, parseBody } from '../schema/index.js';
import { StatusError, badRequest } from '../status-error.js';

const EMPTY: Body = { mediaType: 'application/json', bytes: new Uint8Array() };

/** Reads the object of a request. What a strict reader minds becomes a warning, unless the request is strict itself. */
export async function readObject(
  request: ResourceRequest,
  body: Body | undefined,
  schema: ObjectSchema,
  fieldValidation: FieldValidation,
): Promise<ApiObject> {
  const { object, problems } = await parseBody(body ?? EMPTY, schema, fieldValidation);
  for (const problem of problems) request.warn(problem);
  // Metadata may be absent from what was sent, never from what is worked on.
  (object as Partial<ApiObject>).metadata ??= {};
  return object;
}

/** What messages about other bodies have around the reason. */
const AROUND =
  /^(?:.*? cannot be handled as a DeleteOptions: |the object provided is unrecognized \(must be of type DeleteOptions\): )(.*?)(?: \((?:\{.*|[0-9a-f]*(?: \.\.\.)?|<empty>)\))?$/s;

/** Reads the options of a deletion from its body; undefined when it has none. */
export async function readDeleteOptions(body: Body | undefined): Promise<Record<string, unknown> | undefined> {
  if (body === undefined || body.bytes.length === 0) return undefined;
  try {
    return (await parseBody(body, builtInSchema('meta.k8s.io/v1', 'DeleteOptions'), 'Ignore')).object;
  } catch (error) {
    // These options are read by a shorter way, whose messages are the reason alone.
    if (error instanceof StatusError && error.status.code === 400)
      throw badRequest(error.message.replace(AROUND, '$1'));
    throw error;
  }
}
