import type { Namespace } from '../../generated/kinds/core-v1.js';
import type { Strategy } from '../contract.js';
import { invalid } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { dnsLabel, qualifiedName } from '../names.js';
import { checked } from './labels.js';
import { as, isEmpty } from './loose.js';

/** The finalizer that whoever empties namespaces takes away. */
const KUBERNETES = 'kubernetes';
const STANDARD = new Set([KUBERNETES, 'orphan', 'foregroundDeletion']);

/** Every namespace can be selected by its name. */
function labelName(metadata: { name?: string; labels?: Record<string, string> }): void {
  if (isEmpty(metadata.name)) return;
  metadata.labels = { ...metadata.labels, 'kubernetes.io/metadata.name': metadata.name };
}

/** The rules of namespaces. */
export const namespaceStrategy: Strategy = {
  validateName: dnsLabel,
  default(object) {
    labelName(object.metadata);
    const namespace = as<Namespace>(object);
    namespace.spec ??= {};
    const status = (namespace.status ??= {});
    if (isEmpty(status.phase)) status.phase = 'Active';
  },
  prepareForCreate(object) {
    const namespace = as<Namespace>(object);
    const spec = (namespace.spec ??= {});
    spec.finalizers ??= [];
    if (!spec.finalizers.includes(KUBERNETES)) spec.finalizers.push(KUBERNETES);
    namespace.status = { phase: 'Active' };
  },
  prepareForUpdate(object, old) {
    object.spec = structuredClone(old.spec);
    object.status = structuredClone(old.status);
  },
  validate(object) {
    return (as<Namespace>(object).spec?.finalizers ?? []).flatMap((name): FieldError[] => {
      const errors = checked('spec.finalizers', name, qualifiedName);
      if (!name.includes('/') && !STANDARD.has(name)) {
        const detail = 'name is neither a standard finalizer name nor is it fully qualified';
        errors.push(invalid('spec.finalizers', name, detail));
      }
      return errors;
    });
  },
  validateStatusUpdate(object) {
    const phase = as<Namespace>(object).status?.phase ?? '';
    const isGoing = object.metadata.deletionTimestamp !== undefined;
    if (phase === (isGoing ? 'Terminating' : 'Active')) return [];
    const detail = isGoing
      ? "may only be 'Terminating' if `deletionTimestamp` is not empty"
      : "may only be 'Active' if `deletionTimestamp` is empty";
    // The capital is the real server's.
    return [invalid('status.Phase', phase, detail)];
  },
  canonicalise(object) {
    labelName(object.metadata);
  },
  prepareForDelete(object) {
    const namespace = as<Namespace>(object);
    namespace.status = { ...namespace.status, phase: 'Terminating' };
  },
};
