// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.
import { defineResource } from '../meta/index.js';
import type { GroupVersionResource, KubernetesObject, ResourceRef } from '../meta/index.js';
import { resourceTables } from './resource-tables.js';
import type { ResourceTree } from './resource-tree.js';

/** A part of a resource with a path of its own: `status`, `scale`, `log`. */
export interface SubresourceInfo {
  readonly name: string;
  /** The kind that is sent and returned; `group/version/Kind` where it is of another group or version. */
  readonly kind: string;
  readonly verbs: readonly string[];
}

/** What discovery says about a built-in resource. */
export interface ResourceInfo {
  readonly ref: ResourceRef;
  /** The name in `ResourceTree`: `replicaSets`. */
  readonly accessor: string;
  readonly singular: string;
  readonly verbs: readonly string[];
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: readonly SubresourceInfo[];
}

const VERBS: Readonly<Record<string, string>> = {
  c: 'create',
  d: 'delete',
  D: 'deletecollection',
  g: 'get',
  l: 'list',
  p: 'patch',
  u: 'update',
  w: 'watch',
};

const verbsOf = (letters: string): string[] => Array.from(letters, (letter) => VERBS[letter] ?? letter);
const wordsOf = (text: string): string[] => (text === '-' ? [] : text.split(','));

function parse(group: string, version: string, lines: string): ResourceInfo[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [accessor, resource, singular, kind, scope, verbs, shortNames, categories, subresources] = line.split(
        ' ',
      ) as [string, string, string, string, string, string, string, string, string];
      return {
        ref: defineResource<KubernetesObject>({
          group,
          version,
          resource,
          kind,
          scope: scope === 'N' ? 'Namespaced' : 'Cluster',
        }),
        accessor,
        singular,
        verbs: verbsOf(verbs),
        shortNames: wordsOf(shortNames),
        categories: wordsOf(categories),
        subresources: wordsOf(subresources).map((text) => {
          const [name, kind, verbs] = text.split('=') as [string, string, string];
          return { name, kind, verbs: verbsOf(verbs) };
        }),
      };
    });
}

/** An enumerable property that is made when first read. */
function lazy(target: object, name: string, make: () => unknown): void {
  let value: unknown;
  Object.defineProperty(target, name, { enumerable: true, get: () => (value ??= make()) });
}

const parsed = new Map<string, readonly ResourceInfo[]>();

function infosOf(group: string, version: string, lines: string): readonly ResourceInfo[] {
  const key = `${group}/${version}`;
  let infos = parsed.get(key);
  if (infos === undefined) {
    infos = parse(group, version, lines);
    parsed.set(key, infos);
  }
  return infos;
}

function makeTree(): ResourceTree {
  const tree: Record<string, object> = {};
  for (const [label, group, version, lines] of resourceTables) {
    const versions = (tree[label] ??= {});
    lazy(versions, version, () =>
      Object.freeze(Object.fromEntries(infosOf(group, version, lines).map((info) => [info.accessor, info.ref]))),
    );
  }
  for (const versions of Object.values(tree)) Object.freeze(versions);
  return Object.freeze(tree) as unknown as ResourceTree;
}

/**
 * Every built-in resource, typed. A group/version is read from its table when it is first used.
 *
 * @example
 * const { lister } = factory.for(resources.core.v1.pods);
 */
export const resources: ResourceTree = makeTree();

/** Every built-in resource with what discovery says about it, alpha and beta versions included. */
export function allResources(): readonly ResourceInfo[] {
  return resourceTables.flatMap(([, group, version, lines]) => infosOf(group, version, lines));
}

/** What discovery says about one built-in resource; undefined for any other. */
export function findResource({ group, version, resource }: GroupVersionResource): ResourceInfo | undefined {
  const table = resourceTables.find((entry) => entry[1] === group && entry[2] === version);
  if (table === undefined) return undefined;
  return infosOf(group, version, table[3]).find((info) => info.ref.resource === resource);
}
