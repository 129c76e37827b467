import type { ApiObject } from '../contract.js';
import type { Answer } from '../http/contract.js';
import { conflict } from '../status-error.js';
import type { Entry } from '../storage/contract.js';
import { admitNamespaceDeletion } from './namespace-lifecycle.js';
import type { DeleteOptions } from './options.js';
import type { Write } from './write.js';

/** How a kind is deleted that holds others: it is marked first, and goes when they are gone. */
interface Steps {
  /** Says in the object that it is going. */
  mark(object: ApiObject, write: Write, options: DeleteOptions): void;
  /** Whether one that is marked has still to wait for whoever empties it. */
  waits(object: ApiObject): boolean;
}

/** Namespaces wait for `namespaces/…/finalize`, by whoever empties them. */
const NAMESPACE: Steps = {
  mark(object, _write, options) {
    object.status = { ...(object.status as object | undefined), phase: 'Terminating' };
    setPropagation(object, options);
  },
  waits: ({ spec }) => ((spec as { finalizers?: readonly string[] } | undefined)?.finalizers ?? []).length > 0,
};

function stepsOf(write: Write): Steps | undefined {
  if (write.resource.groupResource === 'namespaces') return NAMESPACE;
  const { markForDeletion } = write.strategy;
  if (markForDeletion === undefined) return undefined;
  return {
    mark: (object) => {
      markForDeletion(object, write.context);
    },
    waits: () => false,
  };
}

/** The first steps of such a deletion. Undefined when the kind has none, or they are done: then it goes as any object. */
export function deleteInSteps(write: Write, existing: Entry, options: DeleteOptions): Answer | undefined {
  const steps = stepsOf(write);
  if (steps === undefined) return undefined;
  const old = existing.object;
  checkPreconditions(write, old, options);
  if (old.metadata.deletionTimestamp !== undefined) {
    return steps.waits(old) ? write.stored(200, existing) : undefined;
  }
  admitNamespaceDeletion(write, existing.name);
  const object = structuredClone(old);
  object.metadata.deletionTimestamp = write.now;
  steps.mark(object, write, options);
  const code = options.orphanDependents === false ? 202 : 200;
  return write.dryRun ? write.shown(code, object) : write.stored(code, write.put(existing.name, object));
}

function checkPreconditions(write: Write, object: ApiObject, options: DeleteOptions): void {
  const { name = '', uid = '', resourceVersion = '' } = object.metadata;
  const { preconditions } = options;
  const refuse = (what: string, wanted: string, found: string): never => {
    throw conflict(
      write.resource,
      name,
      `Precondition failed: ${what} in precondition: ${wanted}, ${what} in object meta: ${found}`,
    );
  };
  if (preconditions.uid !== undefined && preconditions.uid !== uid) refuse('UID', preconditions.uid, uid);
  if (preconditions.resourceVersion !== undefined && preconditions.resourceVersion !== resourceVersion) {
    refuse('ResourceVersion', preconditions.resourceVersion, resourceVersion);
  }
}

function setPropagation(object: ApiObject, options: DeleteOptions): void {
  const { orphanDependents, propagationPolicy } = options;
  if (orphanDependents === undefined && propagationPolicy === undefined) return;
  const orphan = orphanDependents ?? propagationPolicy === 'Orphan';
  const foreground = orphanDependents === undefined ? propagationPolicy === 'Foreground' : !orphanDependents;
  const finalizers = (object.metadata.finalizers ?? []).filter(
    (name) => name !== 'orphan' && name !== 'foregroundDeletion',
  );
  if (orphan) finalizers.push('orphan');
  if (foreground) finalizers.push('foregroundDeletion');
  if (finalizers.length === 0) delete object.metadata.finalizers;
  else object.metadata.finalizers = finalizers;
}
