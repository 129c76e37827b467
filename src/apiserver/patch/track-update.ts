import type { ApiObject, ManagedFieldsEntry } from '../contract.js';
import type { Json } from '../json.js';
import type { ObjectSchema } from '../schema/contract.js';
import { FieldSet } from './field-set.js';
import { capUpdaters, identityOf, readManagers, stripServerFields, writeManagers } from './managers.js';
import type { Managers } from './managers.js';
import { compareWithout, dispossess, resetSet } from './ownership.js';
import type { ResetFields } from './ownership.js';

/** A write that is no apply. */
export interface UpdateInput {
  readonly schema: ObjectSchema;
  /** The stored object, in the version of the schema; undefined for a creation. */
  readonly before: ApiObject | undefined;
  /**
   * What the client asked for, decoded and defaulted, before admission and before the kind resets anything: what those
   * set belongs to nobody. Its managedFields are what the client sent.
   */
  readonly after: ApiObject;
  readonly manager: string;
  readonly subresource: string;
  /** In RFC 3339, whole seconds. */
  readonly now: string;
  readonly resetFields?: ResetFields;
}

/** What nobody calls himself: whoever this write is, until it is known whether it changed anything. */
const SELF = 'current-operation';

/**
 * Who owns what after a write that is no apply: the writer gets what it set or changed, everyone loses what is gone.
 * Empty when the object is not tracked: a client removed its managedFields (sent `[]`) and nobody has applied since.
 */
export function trackUpdate(input: UpdateInput): ManagedFieldsEntry[] {
  const { schema, before, after, subresource } = input;
  const managers = managersOf(before, after, subresource);
  if (managers.size === 0 && before?.metadata.uid !== undefined) return [];
  const self: Owner = { name: input.manager, subresource };
  updateManagers(managers, before ?? emptyObject(schema), after, self, input);
  capUpdaters(managers);
  return writeManagers(managers);
}

interface Owner {
  readonly name: string;
  readonly subresource: string;
}

/** Changes `managers` for a write of `after` over `before`. */
export function updateManagers(
  managers: Managers,
  before: Json,
  after: Json,
  owner: Owner,
  { schema, now, resetFields }: Pick<UpdateInput, 'now' | 'resetFields' | 'schema'>,
): void {
  const reset = resetSet(resetFields ?? []);
  const change = compareWithout(schema.root, withoutManagedFields(before), withoutManagedFields(after), reset);
  dispossess(managers, change, SELF);
  const mine = change.modified.union(change.added);
  managers.set(SELF, { set: mine, apiVersion: schema.apiVersion, applied: false, time: now });
  stripServerFields(managers, SELF);
  const gained = managers.get(SELF);
  managers.delete(SELF);
  if (gained === undefined || gained.set.isEmpty) return;
  const identity = identityOf({
    manager: owner.name === '' ? 'unknown' : owner.name,
    operation: 'Update',
    apiVersion: schema.apiVersion,
    subresource: owner.subresource,
  });
  const previous = managers.get(identity)?.set ?? new FieldSet();
  managers.set(identity, { ...gained, set: gained.set.union(previous) });
}

/** Those the client sent, unless it sent none or nonsense, or speaks to a subresource. */
function managersOf(before: ApiObject | undefined, after: ApiObject, subresource: string): Managers {
  const live = readManagers(before?.metadata.managedFields) ?? new Map<never, never>();
  const sent = after.metadata.managedFields;
  if (subresource !== '' || sent === undefined) return live;
  const isReset = sent.length === 0 || (sent.length === 1 && Object.keys(sent[0] as object).length === 0);
  if (isReset) return new Map();
  const managers = readManagers(sent);
  return managers === undefined || managers.size === 0 ? live : managers;
}

/**
 * What a creation starts from: a built-in object has the structs that Go always has, a custom one has nothing. What is
 * there already is nobody's.
 */
export function emptyObject(schema: ObjectSchema): Json {
  if (schema.protobuf === undefined) return { apiVersion: schema.apiVersion, kind: schema.kind };
  let object = emptyObjects.get(schema);
  if (object === undefined) {
    object = schema.normalise({}).object;
    emptyObjects.set(schema, object);
  }
  return object;
}

/** Never changed: merging copies. */
const emptyObjects = new WeakMap<ObjectSchema, Json>();

function withoutManagedFields(object: Json): Json {
  const { metadata } = object as Partial<ApiObject>;
  if (metadata?.managedFields === undefined) return object;
  const { managedFields: _, ...rest } = metadata;
  return { ...object, metadata: rest };
}
