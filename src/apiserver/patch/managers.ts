import type { ManagedFieldsEntry } from '../contract.js';
import { FieldSet } from './field-set.js';

/** What one manager owns. */
export interface Owned {
  readonly set: FieldSet;
  readonly apiVersion: string;
  readonly applied: boolean;
  readonly time: string | undefined;
}

/** Who owns what, by the identity of each manager. */
export type Managers = Map<string, Owned>;

type Identity = Pick<ManagedFieldsEntry, 'apiVersion' | 'manager' | 'operation' | 'subresource'>;

/** Who a manager is: an applier stays itself in another version of the API, an updater does not. */
export function identityOf({ manager, operation, apiVersion, subresource }: Identity): string {
  return JSON.stringify({
    ...(manager === undefined || manager === '' ? {} : { manager }),
    operation,
    ...(operation === 'Apply' || apiVersion === undefined ? {} : { apiVersion }),
    ...(subresource === undefined || subresource === '' ? {} : { subresource }),
  });
}

/** Reads `metadata.managedFields`; undefined when it is not well-formed, which makes it count for nothing. */
export function readManagers(entries: readonly ManagedFieldsEntry[] | undefined): Managers | undefined {
  const managers: Managers = new Map();
  for (const entry of entries ?? []) {
    const { operation, apiVersion, fieldsType } = entry;
    if (operation !== 'Apply' && operation !== 'Update') return undefined;
    if (apiVersion === undefined || apiVersion === '' || fieldsType !== 'FieldsV1') return undefined;
    managers.set(identityOf(entry), {
      set: FieldSet.fromFields(entry.fieldsV1),
      apiVersion,
      applied: operation === 'Apply',
      time: entry.time ?? undefined,
    });
  }
  return managers;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Writes `metadata.managedFields`: appliers first, then by time and name. */
export function writeManagers(managers: Managers): ManagedFieldsEntry[] {
  const entries = [...managers].map(([identity, owned]): ManagedFieldsEntry => {
    const { manager, subresource } = JSON.parse(identity) as Identity;
    return {
      ...(manager === undefined ? {} : { manager }),
      operation: owned.applied ? 'Apply' : 'Update',
      apiVersion: owned.apiVersion,
      ...(owned.time === undefined ? {} : { time: owned.time }),
      fieldsType: 'FieldsV1',
      fieldsV1: owned.set.toFields(),
      ...(subresource === undefined ? {} : { subresource }),
    };
  });
  return entries.sort(
    (a, b) =>
      compare(a.operation ?? '', b.operation ?? '') ||
      secondsOf(a.time) - secondsOf(b.time) ||
      compare(a.manager ?? '', b.manager ?? '') ||
      compare(a.apiVersion ?? '', b.apiVersion ?? '') ||
      compare(a.subresource ?? '', b.subresource ?? ''),
  );
}

export const secondsOf = (time: string | undefined): number =>
  time === undefined ? 0 : Math.floor(Date.parse(time) / 1000);

/** Fields that are the server's business and that nobody owns. */
const SERVER_FIELDS = FieldSet.of(
  ['f:apiVersion'],
  ['f:kind'],
  ['f:metadata'],
  ...[
    'name',
    'namespace',
    'creationTimestamp',
    'selfLink',
    'uid',
    'clusterName',
    'generation',
    'managedFields',
    'resourceVersion',
  ].map((name) => ['f:metadata', `f:${name}`]),
);

/** Takes from one manager what nobody owns; a manager that has nothing is none. */
export function stripServerFields(managers: Managers, identity: string): void {
  const owned = managers.get(identity);
  if (owned === undefined) return;
  const set = owned.set.difference(SERVER_FIELDS);
  if (set.isEmpty) managers.delete(identity);
  else managers.set(identity, { ...owned, set });
}

/** How many updaters the real server remembers; older ones are put together. */
const MAX_UPDATERS = 10;

/** Puts the oldest updaters of a version into one entry until there are few enough. */
export function capUpdaters(managers: Managers): void {
  const updaters = [...managers]
    .filter(([, owned]) => !owned.applied)
    .sort(([a, left], [b, right]) => secondsOf(left.time) - secondsOf(right.time) || compare(a, b));
  let count = updaters.length;
  const firstOf = new Map<string, string>();
  for (const [identity, owned] of updaters) {
    if (count <= MAX_UPDATERS) return;
    const { apiVersion } = owned;
    const bucket = identityOf({ manager: 'ancient-changes', operation: 'Update', apiVersion });
    const first = firstOf.get(apiVersion);
    if (first === undefined) {
      firstOf.set(apiVersion, identity);
      continue;
    }
    const oldest = managers.get(bucket) ?? managers.get(first);
    if (!managers.has(bucket)) managers.delete(first);
    managers.delete(identity);
    managers.set(bucket, { ...owned, set: oldest === undefined ? owned.set : owned.set.union(oldest.set) });
    count--;
  }
}
