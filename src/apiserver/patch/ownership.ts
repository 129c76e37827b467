import type { StructNode } from '../schema/contract.js';
import { FieldSet } from './field-set.js';
import type { Managers } from './managers.js';
import { fieldElement } from './path-element.js';
import { compareObjects } from './typed-compare.js';
import type { Comparison } from './typed-compare.js';

/** Fields that a kind resets in this request whatever the client sends: `[['status']]`. Nobody gains or loses them. */
export type ResetFields = readonly (readonly string[])[];

export const resetSet = (resetFields: ResetFields): FieldSet =>
  FieldSet.of(...resetFields.map((path) => path.map(fieldElement)));

export function compareWithout(root: StructNode, before: unknown, after: unknown, reset: FieldSet): Comparison {
  const found = compareObjects(root, before, after);
  if (reset.isEmpty) return found;
  return {
    added: found.added.without(reset),
    modified: found.modified.without(reset),
    removed: found.removed.without(reset),
  };
}

/** What others own of the fields that a change sets, by manager. */
export function conflictsOf(managers: Managers, change: Comparison, self: string): Map<string, FieldSet> {
  const set = change.modified.union(change.added);
  const conflicts = new Map<string, FieldSet>();
  for (const [identity, owned] of managers) {
    if (identity === self) continue;
    const taken = owned.set.intersection(set);
    if (!taken.isEmpty) conflicts.set(identity, taken);
  }
  return conflicts;
}

/** Takes from everyone else what a change set or removed; a manager that has nothing left is none. */
export function dispossess(managers: Managers, change: Comparison, self: string): void {
  const conflicts = conflictsOf(managers, change, self);
  for (const [identity, owned] of [...managers]) {
    if (identity !== self) {
      const lost = conflicts.get(identity);
      const kept = (lost === undefined ? owned.set : owned.set.difference(lost)).difference(change.removed);
      managers.set(identity, { ...owned, set: kept });
    }
    if (managers.get(identity)?.set.isEmpty === true) managers.delete(identity);
  }
}
