import { isDeepStrictEqual } from 'node:util';
import type { ApiObject, ResourceCatalogue, ServedResource, Strategy, WriteContext } from '../contract.js';
import { forbiddenError, notFoundError } from '../status-error.js';
import type { Attributes, PolicyRule } from './authorizer.js';
import { missingRules, quotedList, ruleText } from './rbac-rules.js';
import { RBAC_GROUP, joined } from './rbac.js';
import type { RbacAuthorizer, RoleRef } from './rbac.js';
import { MASTERS } from './users.js';

const GUARDED = new Set(['clusterrolebindings', 'clusterroles', 'rolebindings', 'roles']);

/** Changes that only let the garbage collector do its work need no rights. */
function onlyForGarbageCollection(object: ApiObject, old: ApiObject): boolean {
  const bare = ({ metadata, ...rest }: ApiObject): unknown => {
    const { ownerReferences: _owners, finalizers: _finalizers, managedFields: _managed, ...others } = metadata;
    return { ...rest, metadata: others };
  };
  return isDeepStrictEqual(bare(object), bare(old));
}

/** Nobody gives rights that they do not have, unless they may `escalate` the role or `bind` it. Throws 403. */
function refuseEscalation(
  authorizer: RbacAuthorizer,
  object: ApiObject,
  old: ApiObject | undefined,
  context: WriteContext,
): void {
  const { user, namespace, resource } = context;
  if (user.groups.includes(MASTERS)) return;
  if (old !== undefined && onlyForGarbageCollection(object, old)) return;
  const name = object.metadata.name ?? '';
  const may = (verb: string, about: Partial<Attributes>): boolean =>
    authorizer.authorize({
      user,
      verb,
      isResource: true,
      group: RBAC_GROUP,
      resource: resource.resource,
      subresource: '',
      namespace,
      name: '',
      path: '',
      ...about,
    }).allowed;

  let wanted: readonly PolicyRule[];
  if (resource.resource.endsWith('bindings')) {
    const ref = object['roleRef'] as RoleRef;
    const roles = ref.kind === 'Role' ? 'roles' : 'clusterroles';
    if (may('bind', { resource: roles, name: ref.name })) return;
    const rules = authorizer.rulesOfRole(ref, namespace);
    // By the name of the binding's resource, as the real server says it.
    if (rules === undefined) throw notFoundError(resource, ref.name);
    wanted = rules;
  } else {
    if (may('escalate', { name: context.request.name })) return;
    wanted = (object['rules'] as readonly PolicyRule[] | null | undefined) ?? [];
    // Who gathers rules by labels could gather any.
    if (
      object['aggregationRule'] !== undefined &&
      !isDeepStrictEqual(object['aggregationRule'], old?.['aggregationRule'])
    ) {
      wanted = [
        { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
        { verbs: ['*'], nonResourceURLs: ['*'] },
      ];
    }
  }
  const missing = missingRules(authorizer.rulesOf(user, namespace), wanted);
  if (missing.length === 0) return;
  const texts = [...new Set(missing.map(ruleText))].sort();
  const problems = authorizer
    .missingRolesOf(user, namespace)
    .map(({ name: role }) => `${resource.groupResource} ${JSON.stringify(role)} not found`);
  throw forbiddenError(
    resource,
    name,
    `user ${JSON.stringify(user.name)} (groups=${quotedList(user.groups)}) is attempting to grant RBAC permissions not currently held:\n` +
      texts.join('\n') +
      (problems.length === 0 ? '' : `; resolution errors: [${joined(problems)}]`),
  );
}

/** The catalogue with the check on roles and bindings added to their rules. */
export function withEscalationCheck<T extends ResourceCatalogue>(catalogue: T, authorizer: RbacAuthorizer): T {
  const known = new WeakMap<ServedResource, ServedResource>();
  const guarded = (resource: ServedResource): ServedResource => {
    if (resource.group !== RBAC_GROUP || !GUARDED.has(resource.resource)) return resource;
    let made = known.get(resource);
    if (made === undefined) {
      const { strategy } = resource;
      const checked: Strategy = {
        ...strategy,
        admit: (object, old, context) => {
          strategy.admit?.(object, old, context);
          refuseEscalation(authorizer, object, old, context);
        },
      };
      // Not a copy: parts of a resource are made when they are first asked for.
      made = new Proxy(resource, {
        get: (target, key): unknown => (key === 'strategy' ? checked : Reflect.get(target, key, target)),
      });
      known.set(resource, made);
    }
    return made;
  };
  const own: ResourceCatalogue = {
    find: (group, version, resource) => {
      const found = catalogue.find(group, version, resource);
      return found === undefined ? undefined : guarded(found);
    },
    stored: (groupResource) => {
      const found = catalogue.stored(groupResource);
      return found === undefined ? undefined : guarded(found);
    },
    *all() {
      for (const resource of catalogue.all()) yield guarded(resource);
    },
    get generation() {
      return catalogue.generation;
    },
  };
  return new Proxy(catalogue, {
    get: (target, key) => {
      if (key in own) return Reflect.get(own, key) as unknown;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
