import type { ApiObject } from '../contract.js';
import type { Write } from './write.js';

/**
 * Sets what nobody set, as part of reading: before anything looks at the object, which is in the version of the request.
 * The rules of a built-in kind know one version of it, the stored one; those of a custom one are the version's own.
 */
export function applyDefaults(write: Write, object: ApiObject): void {
  const stored = write.resource.custom ? object : write.toStored(object);
  write.strategy.default?.(stored);
  if (stored === object) return;
  const served = write.toServed(stored);
  for (const name of Object.keys(object)) if (served[name] === undefined) Reflect.deleteProperty(object, name);
  Object.assign(object, served);
}
