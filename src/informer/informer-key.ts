import type { UnknownFields } from '../client/index.js';
import { KubeInformerError } from '../errors/index.js';
import { FieldSelector, LabelSelector, projectionKey, resourceName } from '../meta/index.js';
import type { GroupVersionResource, KubernetesObject, Projection } from '../meta/index.js';
import type { InformerForOptions, SharedInformerFactoryOptions, SourceResource } from './factory-options.js';
import type { StoredAs } from './shared-informer-options.js';

/** Which objects of a resource, and how much of each: what tells one shared informer from another. */
export interface InformerScope {
  readonly namespace: string;
  /** In canonical form, as are the fields: equal selectors are equal texts. */
  readonly labelSelector: string;
  readonly fieldSelector: string;
  readonly projection: Projection;
  readonly unknownFields: UnknownFields;
  readonly store: StoredAs;
  /** Functions that change what is cached; two that are not the same function make two informers. */
  readonly functions: readonly (object | undefined)[];
}

type ScopeDefaults = Pick<
  SharedInformerFactoryOptions<Projection>,
  'namespace' | 'projection' | 'store' | 'transform' | 'tweakListOptions' | 'unknownFields'
>;

/** What was asked for, completed by the factory's defaults. Throws `ERR_INVALID_SELECTOR` and `ERR_INVALID_ARGUMENT`. */
export function scopeOf<T extends KubernetesObject>(
  resource: SourceResource<T>,
  options: InformerForOptions<T, Projection>,
  defaults: ScopeDefaults,
): InformerScope {
  return {
    namespace: namespaceOf(resource, options.namespace, defaults.namespace),
    labelSelector: LabelSelector.from(options.labelSelector).toString(),
    fieldSelector: FieldSelector.from(options.fieldSelector).toString(),
    projection: options.projection ?? defaults.projection ?? 'full',
    unknownFields: options.unknownFields ?? defaults.unknownFields ?? 'drop',
    store: options.store ?? defaults.store ?? 'bytes',
    functions: [options.transform ?? defaults.transform, options.tweakListOptions ?? defaults.tweakListOptions],
  };
}

function namespaceOf(resource: SourceResource, asked: string | undefined, byDefault = ''): string {
  if (resource.scope !== 'Cluster') return asked ?? byDefault;
  if (asked === undefined || asked === '') return '';
  throw new KubeInformerError(
    'ERR_INVALID_ARGUMENT',
    `Cannot watch ${resourceName(resource)} in namespace ${JSON.stringify(asked)}: its objects belong to no namespace. Leave the namespace out.`,
  );
}

/** Gives every function a number, so that it can stand in a key. */
const numbers = new WeakMap<object, number>();
let lastNumber = 0;

function numberOf(value: object | undefined): number {
  if (value === undefined) return 0;
  let number = numbers.get(value);
  if (number === undefined) numbers.set(value, (number = ++lastNumber));
  return number;
}

/** `group/version/resource`: one text for each resource. */
export function resourceKey({ group, version, resource }: GroupVersionResource): string {
  return `${group}/${version}/${resource}`;
}

/** One text for each informer that a factory may hold. */
export function informerKey(resource: GroupVersionResource, scope: InformerScope): string {
  return JSON.stringify([
    resourceKey(resource),
    scope.namespace,
    scope.labelSelector,
    scope.fieldSelector,
    projectionKey(scope.projection),
    scope.unknownFields,
    scope.store,
    ...scope.functions.map(numberOf),
  ]);
}

/**
 * How messages and metrics call an informer: `pods`, `deployments.apps (in default, app=web)`.
 * Not unique: neither the version nor the functions are part of it.
 */
export function informerName(resource: GroupVersionResource, scope: InformerScope): string {
  const parts = [
    scope.namespace === '' ? '' : `in ${scope.namespace}`,
    scope.labelSelector,
    scope.fieldSelector,
    projectionName(scope.projection),
    scope.store === 'bytes' ? '' : 'as objects',
  ].filter((part) => part !== '');
  const name = resourceName(resource);
  return parts.length === 0 ? name : `${name} (${parts.join(', ')})`;
}

function projectionName(projection: Projection): string {
  if (projection === 'full') return '';
  if (projection === 'metadata') return 'metadata only';
  return 'keep' in projection ? `keep ${projection.keep.join(' ')}` : `drop ${projection.drop.join(' ')}`;
}
