export { KubeInformerError, messageOf } from './base.js';
export type { ErrorCode } from './base.js';
export {
  ApiStatusError,
  NotFoundError,
  isAlreadyExists,
  isConflict,
  isExpired,
  isForbidden,
  isInvalid,
  isNotFound,
  isTooLargeResourceVersion,
  isTooManyRequests,
} from './status.js';
export type { Status, StatusCause } from './status.js';
