import { allResources } from '../../generated/index.js';
import type { ResourceInfo, SubresourceInfo } from '../../generated/index.js';
import { apiVersionOf, resourceName } from '../../meta/index.js';
import type { ServedResource, ServedSubresource, Strategy } from '../contract.js';
import { selectableFieldsOf, strategyOf } from '../kinds/index.js';
import { builtInSchema } from '../schema/index.js';
import { SERVED_GROUPS, isServed } from '../served-groups.js';
import { tableLayoutOf } from '../table/index.js';
import { definitionStrategy } from './definition-strategy.js';
import { DEFINITIONS } from './definition.js';

/** Resources of one group that are kept with those of another. */
const STORED_AS: Readonly<Record<string, { groupResource: string; apiVersion: string }>> = {
  'events.events.k8s.io': { groupResource: 'events', apiVersion: 'v1' },
};

/** A built-in resource in one version. What it needs to be written and shown is made when it is first used. */
function builtInResource({ ref, subresources, ...info }: ResourceInfo): ServedResource {
  const { group, version, resource, kind } = ref;
  const apiVersion = apiVersionOf(ref);
  const groupResource = resourceName(ref);
  const storedAs = STORED_AS[groupResource];
  let strategy: Strategy | undefined;
  return {
    group,
    version,
    apiVersion,
    resource,
    singular: info.singular,
    kind,
    listKind: `${kind}List`,
    namespaced: ref.scope === 'Namespaced',
    shortNames: info.shortNames,
    categories: info.categories,
    verbs: info.verbs,
    subresources: subresources.map((subresource) => servedSubresource(subresource, apiVersion)),
    groupResource,
    storageVersion: SERVED_GROUPS.find(([name]) => name === group)?.[1][0] ?? version,
    ...(storedAs === undefined ? {} : { storedAs }),
    custom: false,
    get schema() {
      return builtInSchema(apiVersion, kind);
    },
    get strategy() {
      return (strategy ??= groupResource === DEFINITIONS ? definitionStrategy : strategyOf(group, resource));
    },
    get table() {
      return tableLayoutOf(group, resource);
    },
    get selectableFields() {
      return selectableFieldsOf(group, resource);
    },
  };
}

/** `kind` is `Scale`-like where it is of another group: `autoscaling/v1/Scale`. */
function servedSubresource({ name, kind, verbs }: SubresourceInfo, apiVersion: string): ServedSubresource {
  const slash = kind.lastIndexOf('/');
  if (slash < 0) return { name, apiVersion, kind, verbs };
  return { name, apiVersion: kind.slice(0, slash).replace(/^\//, ''), kind: kind.slice(slash + 1), verbs };
}

/** Every built-in resource that is served, in each version that is. */
export function builtInResources(): readonly ServedResource[] {
  return allResources()
    .filter(({ ref }) => isServed(ref.group, ref.version))
    .map(builtInResource);
}
