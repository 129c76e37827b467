import { LabelSelector } from '../../meta/index.js';
import type { LabelSelectorSpec } from '../../meta/index.js';
import type { ApiObject, ServedResource } from '../contract.js';
import { StatusError } from '../status-error.js';

/** Where a kind keeps what its Scale shows; each path is from the object, `spec.replicas`. */
export interface ScalePaths {
  readonly specReplicas: readonly string[];
  readonly statusReplicas: readonly string[];
  /** A text (custom kinds), a label selector or a map of labels. */
  readonly selector: readonly string[] | undefined;
}

const BUILT_IN: ScalePaths = {
  specReplicas: ['spec', 'replicas'],
  statusReplicas: ['status', 'replicas'],
  selector: ['spec', 'selector'],
};

/** A resource of a custom kind says itself where it keeps its replicas. */
export interface ScaledResource extends ServedResource {
  readonly scale?: ScalePaths;
}

export const scalePathsOf = (resource: ServedResource): ScalePaths => (resource as ScaledResource).scale ?? BUILT_IN;

function at(object: ApiObject, path: readonly string[]): unknown {
  let value: unknown = object;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

function selectorText(selector: unknown): string {
  if (typeof selector === 'string') return selector;
  if (typeof selector !== 'object' || selector === null) return '';
  const isSpec = Object.hasOwn(selector, 'matchLabels') || Object.hasOwn(selector, 'matchExpressions');
  const spec = (isSpec ? selector : { matchLabels: selector }) as LabelSelectorSpec;
  return LabelSelector.from(spec).toString();
}

/** The `autoscaling/v1 Scale` of an object. A custom one without replicas has none: 500, unless `lenient`. */
export function scaleOf(
  resource: ServedResource,
  object: ApiObject,
  options: { readonly lenient?: boolean } = {},
): ApiObject {
  const paths = scalePathsOf(resource);
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const replicas = at(object, paths.specReplicas);
  if (replicas === undefined && resource.custom && options.lenient !== true) {
    throw new StatusError(
      500,
      'InternalError',
      `Internal error occurred: the spec replicas field "${pathText(paths.specReplicas)}" does not exist`,
      {
        details: { causes: [{ message: `the spec replicas field "${pathText(paths.specReplicas)}" does not exist` }] },
      },
    );
  }
  const selector = paths.selector === undefined ? '' : selectorText(at(object, paths.selector));
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: {
      ...(name === undefined ? {} : { name }),
      ...(namespace === undefined ? {} : { namespace }),
      ...(uid === undefined ? {} : { uid }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
      ...(creationTimestamp === undefined ? {} : { creationTimestamp }),
    },
    spec: replicas === undefined || replicas === 0 ? {} : { replicas },
    status: { replicas: Number(at(object, paths.statusReplicas) ?? 0), ...(selector === '' ? {} : { selector }) },
  };
}

const pathText = (path: readonly string[]): string => `.${path.join('.')}`;

/** The object with another number of replicas; a copy that shares what it can. */
export function withReplicas(resource: ServedResource, object: ApiObject, replicas: number): ApiObject {
  const set = (value: unknown, path: readonly string[]): unknown => {
    const [name, ...rest] = path;
    if (name === undefined) return replicas;
    const parent = (value ?? {}) as Record<string, unknown>;
    return { ...parent, [name]: set(parent[name], rest) };
  };
  return set(object, scalePathsOf(resource).specReplicas) as ApiObject;
}
