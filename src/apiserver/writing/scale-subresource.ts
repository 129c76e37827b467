import type { ApiObject } from '../contract.js';
import { invalid } from '../field-error.js';
import type { Answer } from '../http/contract.js';
import type { ObjectSchema } from '../schema/contract.js';
import { builtInSchema } from '../schema/index.js';
import { badRequest, invalidError, notFoundError } from '../status-error.js';
import { own } from './ownership.js';
import { timelessScale } from './scale-ownership.js';
import { scaleOf, withReplicas } from './scale.js';
import { checkName, settleNamespace } from './system-metadata.js';
import { mainRules } from './update-rules.js';
import { updateExisting } from './update.js';
import type { Write } from './write.js';

const SCALE = { group: 'autoscaling', resource: 'scales', kind: 'Scale', groupResource: 'scales.autoscaling' };

export const scaleSchema = (): ObjectSchema => builtInSchema('autoscaling/v1', 'Scale');

/** Reads the Scale of an object that is there. */
export function readScale(write: Write, name: string): Answer {
  const entry = write.entry(name);
  if (entry === undefined) throw notFoundError(write.resource, name);
  return { type: 'object', code: 200, object: scaleOf(write.resource, write.toServed(entry.object)) };
}

/**
 * Sets the replicas of an object through its Scale. `next` gives the new Scale of the old one; its uid and
 * resourceVersion, when it has them, have to be the object's.
 */
export function writeScale(
  write: Write,
  name: string,
  options: { readonly manager: string; readonly uid: string; next(old: ApiObject): ApiObject },
): Answer {
  const { resource } = write;
  const updated = updateExisting(write, name, {
    rules: mainRules(write.strategy),
    uid: options.uid,
    mayCreate: false,
    next(old) {
      const before = write.toServed(old as ApiObject);
      const scale = options.next(scaleOf(resource, before, { lenient: true }));
      settleNamespace(scale.metadata, write.namespace);
      checkName(scale, name);
      const replicas = replicasOf(scale, name);
      const after = withReplicas(resource, structuredClone(before), replicas);
      const { resourceVersion, uid } = scale.metadata;
      if (uid !== undefined && uid !== '' && uid !== before.metadata.uid) {
        throw badRequest(`the uid of the Scale (${uid}) does not match the uid of the object`);
      }
      // Without one it is about whatever is there, for every kind.
      if (resourceVersion !== undefined && resourceVersion !== '') after.metadata.resourceVersion = resourceVersion;
      own(write, after, before, options.manager);
      timelessScale(after, { keep: replicas !== 0 });
      const object = write.toStored(after);
      write.strategy.admit?.(object, old, write.context);
      return object;
    },
  });
  return { type: 'object', code: 200, object: scaleOf(resource, write.toServed(updated.object)) };
}

function replicasOf(scale: ApiObject, name: string): number {
  const { replicas = 0 } = (scale.spec ?? {}) as { replicas?: number };
  if (replicas < 0) {
    throw invalidError(SCALE, name, [invalid('spec.replicas', replicas, 'must be greater than or equal to 0')]);
  }
  return replicas;
}
