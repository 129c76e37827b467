import type { ApiObject, ManagedFieldsEntry } from '../contract.js';

/**
 * What is owned through a Scale has no time on the real server, and so stands before all that has one. A Scale of none
 * has no replicas in it, and nothing is owned by it: `keep` is false then.
 */
export function timelessScale(object: ApiObject, options: { readonly keep: boolean }): void {
  const entries = object.metadata.managedFields ?? [];
  const rank = (operation: string | undefined, time: string | undefined): string => `${operation ?? ''} ${time ?? ''}`;
  const next = entries.flatMap((entry): ManagedFieldsEntry[] => {
    if (entry.subresource !== 'scale') return [entry];
    const { time: _time, ...timeless } = entry;
    return options.keep ? [timeless] : [];
  });
  next.sort((a, b) => {
    const [left, right] = [rank(a.operation, a.time), rank(b.operation, b.time)];
    return left < right ? -1 : left > right ? 1 : 0;
  });
  if (next.length === 0) delete object.metadata.managedFields;
  else object.metadata.managedFields = next;
}
