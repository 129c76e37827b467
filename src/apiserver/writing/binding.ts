import type { ApiObject } from '../contract.js';
import { notSupported, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import type { Answer } from '../http/contract.js';
import { bindPod } from '../kinds/index.js';
import { StatusError, badRequest, conflict, notFoundError } from '../status-error.js';
import type { Write } from './write.js';

const PODS = { group: '', resource: 'pods', kind: 'Pod', groupResource: 'pods' };
const BINDINGS = { group: '', resource: 'pods/binding', kind: 'Binding', groupResource: 'pods/binding' };

/** The answer of what makes no object. */
export const success = (code: number): Answer => ({
  type: 'status',
  code,
  status: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code },
});

/** Assigns a pod to a node: `pods/…/binding`, and `bindings`, whose object names the pod. */
export function bind(write: Write, name: string, binding: ApiObject): Answer {
  if (write.request.name !== '' && binding.metadata.name !== write.request.name) {
    throw badRequest('name in URL does not match name in Binding object');
  }
  const errors = targetErrors(binding);
  if (errors.length > 0) {
    // Not dressed up as a client's error on the real server, either.
    const texts = errors.map(({ field, text }) => `${field}: ${text}`);
    throw new StatusError(500, '', texts.length === 1 ? (texts[0] as string) : `[${texts.join(', ')}]`);
  }
  const existing = write.entry(name);
  if (existing === undefined) throw notFoundError(PODS, name);
  const { uid } = binding.metadata;
  if (uid !== undefined && uid !== '' && uid !== existing.object.metadata.uid) {
    throw conflict(
      BINDINGS,
      name,
      `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${existing.object.metadata.uid ?? ''}`,
    );
  }
  const pod = structuredClone(existing.object);
  bindPod(pod, binding, write.now);
  if (!write.dryRun) write.put(name, pod);
  return success(201);
}

function targetErrors(binding: ApiObject): FieldError[] {
  const { kind = '', name = '' } = (binding.target ?? {}) as { kind?: string; name?: string };
  const errors: FieldError[] = [];
  if (kind !== '' && kind !== 'Node') errors.push(notSupported('target.kind', kind, ['Node', '<empty>']));
  if (name === '') errors.push(required('target.name'));
  return errors;
}
