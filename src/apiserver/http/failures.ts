import { StatusError } from '../status-error.js';

/** What the router itself refuses has empty `details`; what a handler refuses has none. */
const routed = (code: number, reason: string, message: string): StatusError =>
  new StatusError(code, reason, message, { details: {} });

export const noSuchRoute = (): StatusError =>
  routed(404, 'NotFound', 'the server could not find the requested resource');

export const noSuchMethod = (): StatusError =>
  routed(405, 'MethodNotAllowed', 'the server does not allow this method on the requested resource');

/** None of the media types of the `Accept` header is one that the route has. */
export const notAcceptableByRoute = (available: readonly string[]): StatusError =>
  routed(406, 'NotAcceptable', `406: Not Acceptable\n\nAvailable representations: ${available.join(', ')}`);

/** A media type was right, but not what it asked to be done. */
export const notAcceptable = (accepted: readonly string[]): StatusError =>
  new StatusError(406, 'NotAcceptable', `only the following media types are accepted: ${accepted.join(', ')}`);

export const notAcceptableAs = (message: string): StatusError => new StatusError(406, 'NotAcceptable', message);

export const unsupportedMediaType = (accepted: readonly string[]): StatusError =>
  new StatusError(
    415,
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
  );

/** A patch of a media type that no patch has. */
export const unsupportedPatchType = (): StatusError =>
  routed(415, 'UnsupportedMediaType', '415: Unsupported Media Type');

export const unauthorized = (): StatusError => new StatusError(401, 'Unauthorized', 'Unauthorized');

export const bodyTooLarge = (limitBytes: number): StatusError =>
  new StatusError(413, 'RequestEntityTooLarge', `Request entity too large: limit is ${String(limitBytes)}`);

/** The client did not send its request in the time that one may take. */
export const tookTooLong = (): StatusError =>
  routed(504, 'Timeout', 'Timeout: request did not complete within the allotted timeout');

export const internalError = (message: string): StatusError =>
  new StatusError(500, 'InternalError', `Internal error occurred: ${message}`, { details: { causes: [{ message }] } });
