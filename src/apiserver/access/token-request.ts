import type { Clock } from '../../base/clock.js';
import type { ApiObject, ManagedFieldsEntry, ResourceRequest } from '../contract.js';
import type { FieldError } from '../field-error.js';
import { invalid } from '../field-error.js';
import type { Answer } from '../http/index.js';
import { badRequest, conflict, invalidError, notFoundError } from '../status-error.js';
import { timestamp } from '../timestamp.js';
import type { BoundObject, ServiceAccountTokens } from './service-account-tokens.js';
import { ISSUER } from './service-account-tokens.js';

interface TokenRequestSpec {
  readonly audiences?: readonly string[] | null;
  readonly expirationSeconds?: number | null;
  readonly boundObjectRef?: {
    readonly kind?: string;
    readonly apiVersion?: string;
    readonly name?: string;
    readonly uid?: string;
  } | null;
}

// The real server's: an hour unless asked for, never less than ten minutes, never more than 2^32 seconds.
const DEFAULT_SECONDS = 3600;
const LEAST_SECONDS = 600;
const MOST_SECONDS = 2 ** 32;

const SUBJECT = {
  group: 'authentication.k8s.io',
  resource: 'tokenrequests',
  kind: 'TokenRequest',
  groupResource: 'tokenrequests.authentication.k8s.io',
};

const BINDABLE: Readonly<Record<string, string>> = { Node: 'nodes', Pod: 'pods', Secret: 'secrets' };

export interface TokenRequestOptions {
  readonly tokens: ServiceAccountTokens;
  readonly clock: Clock;
  readonly lookup: (groupResource: string, key: string) => ApiObject | undefined;
  readonly track: (request: ResourceRequest, object: ApiObject) => ManagedFieldsEntry[];
}

/** `serviceaccounts/token`: a token for an account, made on the spot and kept nowhere. */
export function tokenRequestHandler(
  options: TokenRequestOptions,
): (request: ResourceRequest, body: ApiObject, account: ApiObject | undefined) => Answer {
  return (request, body, account) => {
    if (account === undefined) throw notFoundError(request.resource, request.name);
    const spec = (body['spec'] ?? {}) as TokenRequestSpec;
    const audiences = spec.audiences ?? [];
    const seconds = spec.expirationSeconds ?? DEFAULT_SECONDS;
    const wrong = problem(body, request.name, seconds);
    if (wrong !== undefined) throw invalidError(SUBJECT, wrong.field === 'metadata.name' ? request.name : '', [wrong]);
    const bound = boundObject(options, request, spec);
    const uid = account.metadata.uid ?? '';
    const holder = { namespace: request.namespace, name: request.name, uid };
    const granted = audiences.length === 0 ? [ISSUER] : audiences;
    const { token, expires } = options.tokens.issue(holder, granted, seconds, bound);
    const defaulted = { ...body, spec: { ...spec, expirationSeconds: seconds } };
    const object: ApiObject = {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      metadata: {
        name: request.name,
        namespace: request.namespace,
        uid,
        creationTimestamp: timestamp(options.clock.now()),
        managedFields: options.track(request, defaulted),
      },
      spec: { audiences: granted, expirationSeconds: seconds, boundObjectRef: spec.boundObjectRef ?? null },
      status: { token, expirationTimestamp: timestamp(expires.getTime()) },
    };
    return { type: 'object', code: 201, object };
  };
}

function problem(body: ApiObject, name: string, seconds: number): FieldError | undefined {
  const { metadata } = body as Partial<ApiObject>;
  if (metadata?.name !== undefined && metadata.name !== name) {
    return invalid('metadata.name', metadata.name, 'must match the service account name if specified');
  }
  const field = 'spec.expirationSeconds';
  if (seconds < LEAST_SECONDS) return invalid(field, seconds, 'may not specify a duration less than 10 minutes');
  if (seconds > MOST_SECONDS) return invalid(field, seconds, 'may not specify a duration larger than 2^32 seconds');
  return undefined;
}

function boundObject(
  options: TokenRequestOptions,
  request: ResourceRequest,
  { boundObjectRef: ref }: TokenRequestSpec,
): BoundObject | undefined {
  if (ref === undefined || ref === null) return undefined;
  const { kind = '', name = '' } = ref;
  const resource = BINDABLE[kind];
  if (resource === undefined || ref.apiVersion !== 'v1') {
    throw badRequest(`cannot bind token to object of type /${ref.apiVersion ?? ''}, Kind=${kind}`);
  }
  const subject = { group: '', resource, kind, groupResource: resource };
  const object = options.lookup(resource, kind === 'Node' ? name : `${request.namespace}/${name}`);
  if (object === undefined) throw notFoundError(subject, name);
  const uid = object.metadata.uid ?? '';
  if (ref.uid !== undefined && ref.uid !== '' && ref.uid !== uid) {
    const why = `the UID in the bound object reference (${ref.uid}) does not match the UID in record. The object might have been deleted and then recreated`;
    throw conflict(subject, name, why);
  }
  return { kind: kind as BoundObject['kind'], name, uid };
}
