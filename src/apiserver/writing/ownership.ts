import type { ApiObject, ServedResource } from '../contract.js';
import { trackUpdate } from '../patch/index.js';
import type { Write } from './write.js';

export const hasStatus = (resource: ServedResource): boolean =>
  resource.subresources.some(({ name }) => name === 'status');

/** Whether the status path of a resource does not let labels through: of one kind alone. */
export const keepsLabels = (resource: ServedResource): boolean => resource.groupResource === 'deployments.apps';

/** What the path of a request puts back whatever is sent: nobody comes to own a field by sending what is ignored. */
export function resetFieldsOf({ resource, request }: Write): string[][] {
  if (request.subresource !== 'status') return hasStatus(resource) ? [['status']] : [];
  if (resource.custom) return [['metadata'], ['spec']];
  return keepsLabels(resource) ? [['spec'], ['metadata', 'labels']] : [['spec']];
}

/**
 * Writes down who set what, in `object.metadata.managedFields`: what differs from `old` is `manager`'s from now on. Both
 * are in the version of the request.
 */
export function own(write: Write, object: ApiObject, old: ApiObject | undefined, manager: string): void {
  const managedFields = trackUpdate({
    schema: write.resource.schema,
    before: old,
    after: object,
    manager,
    subresource: write.request.subresource,
    now: write.now,
    resetFields: resetFieldsOf(write),
  });
  if (managedFields.length === 0) delete object.metadata.managedFields;
  else object.metadata.managedFields = managedFields;
}
