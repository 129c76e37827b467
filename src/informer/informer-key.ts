import { projectionKey } from '../meta/index.js';
import type { GroupVersionResource, Projection } from '../meta/index.js';

/** Which objects of a resource, and how much of each: what tells one shared informer from another. */
export interface InformerScope {
  readonly namespace: string;
  readonly labelSelector: string;
  readonly fieldSelector: string;
  readonly projection: Projection;
  /** Functions that change what is cached; two that are not the same function make two informers. */
  readonly functions: readonly (object | undefined)[];
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

/** One text for each informer that a factory may hold. */
export function informerKey(resource: GroupVersionResource, scope: InformerScope): string {
  return JSON.stringify([
    resource.group,
    resource.version,
    resource.resource,
    scope.namespace,
    scope.labelSelector,
    scope.fieldSelector,
    projectionKey(scope.projection),
    ...scope.functions.map(numberOf),
  ]);
}

/** How messages and metrics call it: `pods`, `deployments.apps in default, app=web`. */
export function informerName(resource: string, scope: InformerScope): string {
  const parts = [
    scope.namespace === '' ? '' : `in ${scope.namespace}`,
    scope.labelSelector,
    scope.fieldSelector,
    scope.projection === 'full'
      ? ''
      : typeof scope.projection === 'string'
        ? scope.projection
        : projectionKey(scope.projection),
  ].filter((part) => part !== '');
  return parts.length === 0 ? resource : `${resource} (${parts.join(', ')})`;
}
