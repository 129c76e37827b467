import type { ApiObject, ResourceRequest } from '../contract.js';
import type { Answer } from '../http/contract.js';
import { admitToNamespace } from './namespace-lifecycle.js';
import { keepsLabels, own } from './ownership.js';
import { partRules } from './part-rules.js';
import { dropDuplicateOwners } from './system-metadata.js';
import { finalizeRules, mainRules, statusRules } from './update-rules.js';
import type { UpdateRules } from './update-rules.js';
import { update } from './update.js';
import type { Write } from './write.js';

/** The rules of the path that a request came by. */
export function rulesFor(write: Write): UpdateRules {
  const { subresource } = write.request;
  if (subresource === '' || subresource === 'scale') return mainRules(write.strategy);
  if (subresource === 'status') return statusRules(write.strategy, { labelsStay: keepsLabels(write.resource) });
  if (subresource === 'finalize') return finalizeRules;
  return partRules(subresource, write.strategy);
}

/** Whether what is not there is created: never through a subresource. */
export const mayCreate = (request: ResourceRequest, byKind: boolean): boolean => byKind && request.subresource === '';

/**
 * Default admission for a new state, which comes to be owned before. Gives it in the version of the storage when there
 * is an old state, else as it is: creation admits by itself.
 */
export function admitted(write: Write, object: ApiObject, old: ApiObject | undefined): ApiObject {
  if (old === undefined) return object;
  const stored = write.settled(object);
  admitToNamespace(write, stored, 'update');
  write.strategy.admit?.(stored, old, write.context);
  dropDuplicateOwners(stored.metadata, write.warn, { afterAdmission: true });
  return stored;
}

/** A PUT. `object` is as it was read, in the version of the request. */
export function replace(write: Write, name: string, object: ApiObject, manager: string): Answer {
  dropDuplicateOwners(object.metadata, write.warn, { afterAdmission: false });
  return update(write, name, {
    rules: rulesFor(write),
    uid: object.metadata.uid ?? '',
    mayCreate: mayCreate(write.request, write.strategy.createOnUpdate === true),
    next(old) {
      own(write, object, old === undefined ? undefined : write.toServed(old), manager);
      return admitted(write, object, old);
    },
  });
}
