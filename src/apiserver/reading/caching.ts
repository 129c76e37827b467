import type { ServedResource } from '../contract.js';
import { StatusError } from '../status-error.js';

/**
 * A kube-apiserver keeps a watch cache for every resource but events, and lets it be seen: in messages, in when to try
 * again, and in whether there are bookmarks.
 */
export interface Manners {
  readonly cached: boolean;
  /** `Retry-After` of a version from the future; none when 0. */
  readonly readRetrySeconds: number;
  readonly watchRetrySeconds: number;
}

const CACHED: Manners = { cached: true, readRetrySeconds: 1, watchRetrySeconds: 1 };
const UNCACHED: Manners = { cached: false, readRetrySeconds: 0, watchRetrySeconds: 3 };

export const mannersOf = ({ resource, group }: ServedResource): Manners =>
  resource === 'events' && (group === '' || group === 'events.k8s.io') ? UNCACHED : CACHED;

/** 504 for a version that no write has reached. */
export function tooLarge(asked: number | string, current: number, retrySeconds: number): StatusError {
  const causes = [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }];
  return new StatusError(
    504,
    'Timeout',
    `Timeout: Too large resource version: ${String(asked)}, current: ${String(current)}`,
    {
      details: { causes, ...(retrySeconds > 0 ? { retryAfterSeconds: retrySeconds } : {}) },
      ...(retrySeconds > 0 ? { headers: { 'Retry-After': String(retrySeconds) } } : {}),
    },
  );
}
