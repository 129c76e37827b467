import { apiVersionOf } from '../../meta/index.js';
import type { ResourceCatalogue, ServedResource } from '../contract.js';
import { SERVED_GROUPS } from '../served-groups.js';

/** A version of a group with its resources, by name. */
export interface ServedVersion {
  readonly version: string;
  readonly groupVersion: string;
  readonly resources: readonly ServedResource[];
}

/** A group, its preferred version first. */
export interface ServedGroup {
  readonly group: string;
  readonly versions: readonly ServedVersion[];
}

const byName = (a: ServedResource, b: ServedResource): number => (a.resource < b.resource ? -1 : 1);

/** Built-in groups in the server's order, then those of custom resources by name. The core group, `''`, comes first. */
export function groupsOf(catalogue: ResourceCatalogue): readonly ServedGroup[] {
  const found = new Map<string, Map<string, ServedResource[]>>();
  for (const resource of catalogue.all()) {
    const versions = found.get(resource.group) ?? new Map<string, ServedResource[]>();
    found.set(resource.group, versions);
    const resources = versions.get(resource.version) ?? [];
    versions.set(resource.version, resources);
    resources.push(resource);
  }
  const builtIn = SERVED_GROUPS.map(([group]) => group).filter((group) => found.has(group));
  const custom = [...found.keys()].filter((group) => !builtIn.includes(group)).sort();
  return [...builtIn, ...custom].map((group) => groupOf(group, found.get(group) ?? new Map()));
}

function groupOf(group: string, found: ReadonlyMap<string, readonly ServedResource[]>): ServedGroup {
  const order = SERVED_GROUPS.find(([name]) => name === group)?.[1] ?? [];
  const rest = [...found.keys()].filter((version) => !order.includes(version)).sort(byVersionPriority);
  return {
    group,
    versions: [...order.filter((version) => found.has(version)), ...rest].map((version) => ({
      version,
      groupVersion: apiVersionOf({ group, version }),
      resources: [...(found.get(version) ?? [])].sort(byName),
    })),
  };
}

const VERSION = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/;
const STABILITY: Readonly<Record<string, number>> = { alpha: 0, beta: 1, '': 2 };

/** The order in which versions are preferred: v2, v1, v2beta1, v1beta2, v1alpha1, then others by their text. */
export function byVersionPriority(a: string, b: string): number {
  const [left, right] = [VERSION.exec(a), VERSION.exec(b)];
  if (left === null || right === null) {
    if (left !== right) return left === null ? 1 : -1;
    return a < b ? -1 : 1;
  }
  const rank = (match: RegExpExecArray): number[] => [
    STABILITY[match[2] ?? ''] ?? 0,
    Number(match[1]),
    Number(match[3] ?? 0),
  ];
  const [first, second] = [rank(left), rank(right)];
  for (const [index, value] of first.entries()) {
    const difference = (second[index] as number) - value;
    if (difference !== 0) return difference;
  }
  return 0;
}
