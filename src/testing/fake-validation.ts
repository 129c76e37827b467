import type { ListOptions } from '../reflector/index.js';
import { apiError } from './fake-errors.js';

const DECIMAL = /^(0|[1-9][0-9]*)$/;

/**
 * The version a request names: undefined for "the newest", 0 for "any". Throws 400 for what is not
 * a version.
 */
export function requestedVersion(options: ListOptions): bigint | undefined {
  const { resourceVersion = '' } = options;
  if (resourceVersion === '') return undefined;
  if (!DECIMAL.test(resourceVersion)) {
    throw apiError(400, {
      message: `Invalid value: ${JSON.stringify(resourceVersion)}: resourceVersion is not a number`,
    });
  }
  return BigInt(resourceVersion);
}

/** Throws the 422 the API server answers to options of a list that contradict each other. */
export function validateList(options: ListOptions): void {
  const { resourceVersion = '', resourceVersionMatch, sendInitialEvents } = options;
  if (sendInitialEvents !== undefined) throw invalid('sendInitialEvents: Forbidden: it is for a watch, not for a list');
  if (resourceVersionMatch === undefined) return;
  if (resourceVersion === '') {
    throw invalid('resourceVersionMatch: Forbidden: it needs a resourceVersion');
  }
  if (resourceVersionMatch === 'Exact' && resourceVersion === '0') {
    throw invalid('resourceVersionMatch: Forbidden: "Exact" is not for resourceVersion "0"');
  }
}

/** Throws the 422 the API server answers to options of a watch that contradict each other. */
export function validateWatch(options: ListOptions): void {
  const { resourceVersionMatch, sendInitialEvents } = options;
  if (sendInitialEvents === undefined) {
    if (resourceVersionMatch !== undefined) {
      throw invalid('resourceVersionMatch: Forbidden: it needs sendInitialEvents in a watch');
    }
  } else if (resourceVersionMatch !== 'NotOlderThan') {
    throw invalid('resourceVersionMatch: Forbidden: sendInitialEvents needs "NotOlderThan"');
  }
}

/** The 422 of a server that does not know WatchList. */
export function watchListForbidden(): Error {
  return invalid('sendInitialEvents: Forbidden: this server does not have the WatchList feature');
}

function invalid(what: string): Error {
  return apiError(422, { message: `ListOptions.meta.k8s.io "" is invalid: ${what}` });
}
