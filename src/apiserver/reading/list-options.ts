import type { FieldError } from '../field-error.js';
import { forbidden, notSupported } from '../field-error.js';
import { StatusError, badRequest, invalidError } from '../status-error.js';

/** The parameters of a list or watch, as they were asked for. Selectors are read apart: they depend on the resource. */
export interface ListOptions {
  readonly watch: boolean;
  readonly allowWatchBookmarks: boolean;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
  readonly timeoutSeconds: number | undefined;
  /** 0 for all. */
  readonly limit: number;
  readonly continue: string;
  readonly sendInitialEvents: boolean | undefined;
}

const SUBJECT = { group: 'meta.k8s.io', resource: '', kind: 'ListOptions', groupResource: '' };
const MATCH = 'resourceVersionMatch';
const NOT_OLDER = 'NotOlderThan';

/** Reads and checks the parameters. Throws 400 and 422 as a kube-apiserver does. */
export function listOptionsOf(query: URLSearchParams): ListOptions {
  const parsed: ListOptions = {
    watch: flag(query, 'watch') ?? false,
    allowWatchBookmarks: flag(query, 'allowWatchBookmarks') ?? false,
    resourceVersion: query.get('resourceVersion') ?? '',
    resourceVersionMatch: query.get('resourceVersionMatch') ?? '',
    timeoutSeconds: integer(query, 'timeoutSeconds'),
    limit: Math.max(0, integer(query, 'limit') ?? 0),
    continue: query.get('continue') ?? '',
    sendInitialEvents: flag(query, 'sendInitialEvents'),
  };
  const options = withDefaults(parsed);
  const errors = options.watch ? watchFaults(options) : listFaults(options);
  if (errors.length > 0) throw invalidError(SUBJECT, '', errors);
  return options;
}

/** A watch from the state as it is, which is any, asks for that state: WatchList by default. */
function withDefaults(options: ListOptions): ListOptions {
  const { watch, resourceVersion, resourceVersionMatch, sendInitialEvents } = options;
  if (!watch || sendInitialEvents !== undefined || resourceVersionMatch !== '') return options;
  if (resourceVersion !== '' && resourceVersion !== '0') return options;
  return { ...options, sendInitialEvents: true, resourceVersionMatch: NOT_OLDER };
}

function listFaults(options: ListOptions): FieldError[] {
  const errors: FieldError[] = [];
  const { resourceVersion, resourceVersionMatch: match, sendInitialEvents } = options;
  if (match !== '') {
    if (resourceVersion === '')
      errors.push(forbidden(MATCH, `${MATCH} is forbidden unless resourceVersion is provided`));
    if (options.continue !== '') errors.push(forbidden(MATCH, `${MATCH} is forbidden when continue is provided`));
    if (match !== 'Exact' && match !== NOT_OLDER) errors.push(notSupported(MATCH, match, ['Exact', NOT_OLDER, '']));
    if (match === 'Exact' && resourceVersion === '0') {
      errors.push(forbidden(MATCH, `${MATCH} "exact" is forbidden for resourceVersion "0"`));
    }
  }
  if (sendInitialEvents !== undefined) {
    errors.push(forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
  }
  return errors;
}

function watchFaults(options: ListOptions): FieldError[] {
  const errors: FieldError[] = [];
  const { resourceVersionMatch: match, sendInitialEvents } = options;
  if (sendInitialEvents !== undefined && match !== NOT_OLDER) {
    errors.push(forbidden(MATCH, `sendInitialEvents requires setting ${MATCH} to ${NOT_OLDER}`));
  }
  if (match !== '') {
    if (sendInitialEvents === undefined) {
      errors.push(forbidden(MATCH, `${MATCH} is forbidden for watch unless sendInitialEvents is provided`));
    }
    if (match !== NOT_OLDER) errors.push(notSupported(MATCH, match, [NOT_OLDER]));
    if (options.continue !== '') errors.push(forbidden(MATCH, `${MATCH} is forbidden when continue is provided`));
  }
  return errors;
}

/** A parameter that is there is true unless it says false: `?watch`, `?watch=1`, `?watch=yes`. */
function flag(query: URLSearchParams, name: string): boolean | undefined {
  const value = query.get(name)?.toLowerCase();
  return value === undefined ? undefined : value !== 'false' && value !== '0';
}

const LARGEST = 2n ** 63n - 1n;

function integer(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const parsing = `strconv.ParseInt: parsing ${JSON.stringify(text)}`;
  if (!/^[+-]?[0-9]+$/.test(text)) throw badRequest(`${parsing}: invalid syntax`);
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text);
  if (value > LARGEST || value < -LARGEST - 1n) throw badRequest(`${parsing}: value out of range`);
  return Number(value);
}

/** What is wrong with a resourceVersion; undefined when it can be one. The empty one is 0. */
export function versionFault(text: string): string | undefined {
  if (text === '') return undefined;
  const parsing = `resourceVersion: Invalid value: ${JSON.stringify(text)}: strconv.ParseUint: parsing ${JSON.stringify(text)}`;
  if (!/^[0-9]+$/.test(text)) return `${parsing}: invalid syntax`;
  return BigInt(text) > 2n * LARGEST + 1n ? `${parsing}: value out of range` : undefined;
}

/** A resourceVersion where the real server does not expect a wrong one: 500, and no reason. */
export function versionOrInternalError(text: string): number {
  const fault = versionFault(text);
  if (fault !== undefined) throw new StatusError(500, '', fault);
  return Number(text);
}

export function versionOrBadRequest(text: string): number {
  const fault = versionFault(text);
  if (fault !== undefined) throw badRequest(`invalid resource version: ${fault}`);
  return Number(text);
}
