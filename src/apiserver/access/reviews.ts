import type { Clock } from '../../base/clock.js';
import type { ApiObject, ManagedFieldsEntry, ResourceRequest, ServedResource, User } from '../contract.js';
import type { FieldError } from '../field-error.js';
import { invalid } from '../field-error.js';
import type { Answer, Body, Verbs } from '../http/index.js';
import type { FieldValidation } from '../schema/contract.js';
import { parseBody } from '../schema/index.js';
import { badRequest, invalidError } from '../status-error.js';
import { timestamp } from '../timestamp.js';
import type { Attributes, Authorizer, Decision, PolicyRule } from './authorizer.js';
import type { Authenticator } from './gatekeeper.js';
import { joined } from './rbac.js';
import type { RbacAuthorizer } from './rbac.js';
import { ISSUER } from './service-account-tokens.js';

interface ResourceAttributes {
  readonly namespace?: string;
  readonly verb?: string;
  readonly group?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly name?: string;
}

interface AccessSpec {
  readonly resourceAttributes?: ResourceAttributes;
  readonly nonResourceAttributes?: { readonly path?: string; readonly verb?: string };
  readonly user?: string;
  readonly groups?: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

const ACCESS = new Set(['localsubjectaccessreviews', 'selfsubjectaccessreviews', 'subjectaccessreviews']);
const GROUPS = new Set(['authentication.k8s.io', 'authorization.k8s.io']);

/** Whether a request is a question that is answered here and stored nowhere. */
export const isReview = (resource: ServedResource): boolean => GROUPS.has(resource.group) && !resource.custom;

export interface ReviewOptions {
  readonly authenticator: Authenticator;
  readonly authorizer: Authorizer;
  readonly clock: Clock;
  /** Who sent which fields: the real server notes it even on what it does not store. */
  readonly track: (request: ResourceRequest, object: ApiObject) => ManagedFieldsEntry[];
}

/** `create` of the review kinds: may I, may they, who am I, whose token is this. */
export function reviewVerbs(options: ReviewOptions): Verbs {
  return {
    async handle(request, body) {
      const object = await readReview(request, body);
      const { resource } = request.resource;
      if (ACCESS.has(resource)) return created(reviewAccess(options, request, object));
      switch (resource) {
        case 'selfsubjectrulesreviews':
          return created(reviewRules(options, request, object));
        case 'tokenreviews':
          return created(reviewToken(options, request, object));
        default:
          return created(reviewSelf(options, request, object));
      }
    },
  };
}

const created = (object: ApiObject): Answer => ({ type: 'object', code: 201, object });

async function readReview(request: ResourceRequest, body: Body | undefined): Promise<ApiObject> {
  const validation = (request.query.get('fieldValidation') ?? 'Warn') as FieldValidation;
  const given = body ?? { mediaType: 'application/json', bytes: new Uint8Array() };
  const { object, problems } = await parseBody(given, request.resource.schema, validation);
  for (const problem of problems) request.warn(problem);
  const { resource } = request;
  return {
    ...object,
    metadata: { ...(object as Partial<ApiObject>).metadata },
    apiVersion: resource.apiVersion,
    kind: resource.kind,
  };
}

/** The subject of these refusals has no kind: the real server builds them from an empty one. */
const refusal = (resource: ServedResource, error: FieldError): Error =>
  invalidError({ group: resource.group, resource: '', kind: '', groupResource: '' }, '', [error]);

function reviewAccess(options: ReviewOptions, request: ResourceRequest, object: ApiObject): ApiObject {
  const { resource } = request;
  const spec = (object['spec'] ?? {}) as AccessSpec;
  const { resourceAttributes: asked, nonResourceAttributes: path } = spec;
  const isSelf = resource.resource === 'selfsubjectaccessreviews';
  const isLocal = resource.resource === 'localsubjectaccessreviews';
  if (asked === undefined && path === undefined) {
    const why = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
    throw refusal(resource, invalid('spec.resourceAttributes', null, why));
  }
  if (asked !== undefined && path !== undefined) {
    const shown = { Path: path.path ?? '', Verb: path.verb ?? '' };
    const why = 'cannot be specified in combination with resourceAttributes';
    throw refusal(resource, invalid('spec.nonResourceAttributes', shown, why));
  }
  if (!isSelf && (spec.user ?? '') === '' && (spec.groups ?? []).length === 0) {
    throw refusal(resource, invalid('spec.user', '', 'at least one of user or group must be specified'));
  }
  if (isLocal && (asked?.namespace ?? '') !== request.namespace) {
    const field = 'spec.resourceAttributes.namespace';
    throw refusal(resource, invalid(field, asked?.namespace ?? '', 'must match metadata.namespace'));
  }
  const { namespace: namespace, managedFields: _managed, ...others } = object.metadata;
  if (Object.keys(others).length > 0 || (!isLocal && namespace !== undefined)) {
    const shown = { ...object.metadata, managedFields: options.track(request, object) };
    throw refusal(resource, invalid('metadata', shown, 'must be empty'));
  }
  const user: User = isSelf
    ? request.user
    : {
        name: spec.user ?? '',
        groups: spec.groups ?? [],
        extra: spec.extra ?? {},
        ...(spec.uid === undefined ? {} : { uid: spec.uid }),
      };
  const { allowed, reason } = options.authorizer.authorize(attributesFor(user, asked, path));
  return withStatus(options, request, object, statusFor({ allowed, reason }));
}

const statusFor = ({ allowed, reason }: Decision): Record<string, unknown> => ({
  allowed,
  ...(reason === '' ? {} : { reason }),
});

function attributesFor(
  user: User,
  asked: ResourceAttributes | undefined,
  path: { readonly path?: string; readonly verb?: string } | undefined,
): Attributes {
  return {
    user,
    verb: asked?.verb ?? path?.verb ?? '',
    isResource: asked !== undefined,
    group: asked?.group ?? '',
    resource: asked?.resource ?? '',
    subresource: asked?.subresource ?? '',
    namespace: asked?.namespace ?? '',
    name: asked?.name ?? '',
    path: path?.path ?? '',
  };
}

function withStatus(
  options: ReviewOptions,
  request: ResourceRequest,
  object: ApiObject,
  status: Record<string, unknown>,
): ApiObject {
  const managedFields = options.track(request, object);
  const metadata = {
    ...(request.namespace === '' ? {} : { namespace: request.namespace }),
    ...(managedFields.length === 0 ? {} : { managedFields }),
  };
  return { ...object, metadata, status };
}

function reviewRules(options: ReviewOptions, request: ResourceRequest, object: ApiObject): ApiObject {
  const { namespace = '' } = (object['spec'] ?? {}) as { namespace?: string };
  if (namespace === '') throw badRequest('no namespace on request');
  const { authorizer } = options;
  const rules = authorizer.rulesOf(request.user, namespace);
  const problems = (authorizer as Partial<RbacAuthorizer>).problemsOf?.(request.user, namespace) ?? [];
  return {
    ...object,
    metadata: {},
    spec: {},
    status: {
      resourceRules: rules.filter((rule) => (rule.resources ?? []).length > 0).map(resourceRule),
      nonResourceRules: rules
        .filter((rule) => (rule.nonResourceURLs ?? []).length > 0)
        .map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs })),
      incomplete: false,
      ...(problems.length === 0 ? {} : { evaluationError: joined(problems) }),
    },
  };
}

const resourceRule = ({ verbs, apiGroups, resources, resourceNames }: PolicyRule): Record<string, unknown> => ({
  verbs,
  apiGroups,
  resources,
  ...(resourceNames === undefined || resourceNames.length === 0 ? {} : { resourceNames }),
});

/** A user in the form that reviews show one. */
const userInfo = ({ name, uid, groups, extra }: User): Record<string, unknown> => ({
  username: name,
  ...(uid === undefined ? {} : { uid }),
  groups,
  ...(Object.keys(extra).length === 0 ? {} : { extra }),
});

function reviewToken(options: ReviewOptions, request: ResourceRequest, object: ApiObject): ApiObject {
  const { token = '', audiences = [] } = (object['spec'] ?? {}) as { token?: string; audiences?: readonly string[] };
  if (token === '') throw badRequest('token is required for TokenReview in authentication');
  const wanted = audiences.length === 0 ? [ISSUER] : audiences;
  const user = options.authenticator.byToken(token, wanted);
  const status =
    user === undefined
      ? { user: {}, error: 'invalid bearer token' }
      : { authenticated: true, user: userInfo(user), audiences: wanted };
  return withStatus(options, request, object, status);
}

function reviewSelf(options: ReviewOptions, request: ResourceRequest, object: ApiObject): ApiObject {
  const creationTimestamp = timestamp(options.clock.now());
  return { ...object, metadata: { creationTimestamp }, status: { userInfo: userInfo(request.user) } };
}
