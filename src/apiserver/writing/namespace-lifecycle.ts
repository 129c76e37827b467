import type { ApiObject } from '../contract.js';
import { StatusError, forbiddenError, notFoundError } from '../status-error.js';
import type { Write } from './write.js';

const NAMESPACES = { group: '', resource: 'namespaces', kind: 'Namespace', groupResource: 'namespaces' };

/** Without these the server itself does not work. */
const IMMORTAL = ['default', 'kube-system', 'kube-public'];

/** Where a namespaced object goes has to be there, and for a new one not on its way out. Throws 404 and 403. */
export function admitToNamespace(write: Write, object: ApiObject, operation: 'create' | 'update'): void {
  const { namespace, resource, context } = write;
  if (!resource.namespaced || resource.groupResource === 'localsubjectaccessreviews.authorization.k8s.io') return;
  const found = context.lookup('namespaces', '', namespace);
  if (found === undefined) throw notFoundError(NAMESPACES, namespace);
  if (operation === 'update') return;
  if ((found.status as { phase?: string } | undefined)?.phase !== 'Terminating') return;
  const { name, generateName } = object.metadata;
  const shown = write.request.name !== '' ? write.request.name : (name ?? generateName ?? 'Unknown');
  const refusal = forbiddenError(
    resource,
    shown,
    `unable to create new content in namespace ${namespace} because it is being terminated`,
  );
  throw new StatusError(403, 'Forbidden', refusal.message, {
    details: {
      ...refusal.status.details,
      causes: [
        {
          reason: 'NamespaceTerminating',
          message: `namespace ${namespace} is being terminated`,
          field: 'metadata.namespace',
        },
      ],
    },
  });
}

/** The namespaces that the server needs stay. Throws 403. */
export function admitNamespaceDeletion(write: Write, name: string): void {
  if (write.resource.groupResource === 'namespaces' && IMMORTAL.includes(name)) {
    throw forbiddenError(NAMESPACES, name, 'this namespace may not be deleted');
  }
}
