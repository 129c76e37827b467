import type { ServedResource } from '../contract.js';
import { sameJson } from '../json.js';
import type { Entry, Storage } from '../storage/contract.js';
import { DEFINITIONS } from './definition.js';
import type { Definition } from './definition.js';

/** Whether objects are served by one state of a CRD as by the other: where they are not, a kube-apiserver begins anew. */
function servesAlike(before: Definition, now: Definition): boolean {
  return (
    before.metadata.uid === now.metadata.uid &&
    sameJson(before.spec, now.spec) &&
    sameJson(before.status?.acceptedNames, now.status?.acceptedNames)
  );
}

/**
 * Tells once when the CRD that a resource was made of is gone, or says something else: in any of its versions, as a
 * kube-apiserver has one storage for all of them, and its watches go with it. `onChange` gets the version of the change.
 * Gives the way to leave, or undefined when that has happened since the resource was looked up. It never happens to a
 * resource without a CRD.
 */
export function followDefinition(
  storage: Storage,
  resource: ServedResource,
  onChange: (version: number) => void,
): (() => void) | undefined {
  const definition = resource.definition as Definition | undefined;
  if (definition === undefined) return () => undefined;
  const name = resource.groupResource;
  const isKept = (entry: Entry | undefined): boolean =>
    entry !== undefined && servesAlike(definition, entry.object as Definition);
  if (!isKept(storage.get(DEFINITIONS, name))) return undefined;
  const leave = storage.subscribe(DEFINITIONS, storage.version, ({ type, entry }) => {
    if (entry.key !== name || (type !== 'DELETED' && isKept(entry))) return;
    leave();
    onChange(entry.version);
  });
  return leave;
}
