import type { ManagedFieldsEntry } from '../contract.js';
import { StatusError } from '../status-error.js';
import { pathText } from './field-set.js';
import type { FieldSet } from './field-set.js';

/** `"kubectl" with subresource "status" using apps/v1`: the version and time of updaters only. */
function ownerText(identity: string): string {
  const { manager, subresource, operation, apiVersion } = JSON.parse(identity) as ManagedFieldsEntry;
  const name = `${JSON.stringify(manager ?? '')}${subresource === undefined ? '' : ` with subresource ${JSON.stringify(subresource)}`}`;
  return operation === 'Update' ? `${name} using ${apiVersion ?? ''}` : name;
}

/** The 409 of an apply that sets what others own, with a cause for each field. */
export function conflictError(conflicts: ReadonlyMap<string, FieldSet>): StatusError {
  const owners = [...conflicts].sort(([a], [b]) => (a < b ? -1 : 1));
  const found = owners.flatMap(([identity, set]) =>
    Array.from(set.paths(), (path) => ({ owner: ownerText(identity), path: pathText(path) })),
  );
  const causes = found.map(({ owner, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${owner}`,
    field: path,
  }));
  const [only] = found;
  const message =
    found.length === 1 && only !== undefined
      ? `Apply failed with 1 conflict: conflict with ${only.owner}: ${only.path}`
      : `Apply failed with ${String(found.length)} conflicts: ${owners
          .flatMap(([identity, set]) => [
            `conflicts with ${ownerText(identity)}:`,
            ...Array.from(set.paths(), (path) => `- ${pathText(path)}`),
          ])
          .join('\n')}`;
  return new StatusError(409, 'Conflict', message, { details: { causes } });
}
