import type { ApiObject, ManagedFieldsEntry, Metadata, ServedResource } from '../contract.js';
import type { FieldError } from '../field-error.js';
import type { Answer } from '../http/contract.js';
import { sameJson } from '../json.js';
import { MODIFIED, StatusError, conflict, invalidError, notFoundError } from '../status-error.js';
import type { Entry } from '../storage/contract.js';
import { createOwned, nameRuleOf, subjectOf } from './create.js';
import { anyName, metadataErrors, metadataUpdateErrors } from './metadata-rules.js';
import { warnOfUnenforced } from './not-enforced.js';
import { registryKey } from './registry-key.js';
import { sameExcept } from './same.js';
import { settleNamespace } from './system-metadata.js';
import type { UpdateRules } from './update-rules.js';
import type { Write } from './write.js';

/** One update: how the new state is made of the old one, and which rules it has to keep. */
export interface Update {
  readonly rules: UpdateRules;
  /** The uid that the sender believes the object has; empty when none was sent. */
  readonly uid: string;
  /** Whether it creates what is not there. */
  readonly mayCreate: boolean;
  /**
   * The new state, in the version of the storage, admitted and with its owners, or in the version of the request when
   * there is no old one. `old` is frozen. It throws to refuse.
   */
  next(old: ApiObject | undefined): ApiObject;
}

/** What an update came to. `entry` is absent when nothing was stored: dry run, or the object is gone now. */
export interface Updated {
  readonly created: boolean;
  readonly object: ApiObject;
  readonly entry: Entry | undefined;
}

/** Reads, changes and stores an object without letting anything come between. */
export function update(write: Write, name: string, plan: Update): Answer {
  const existing = write.entry(name);
  checkIdentity(write, name, plan, existing);
  if (existing === undefined) {
    const object = plan.next(undefined);
    write.tools.authorizeCreate?.(write.request);
    return createOwned(write, object, { byUpdate: true });
  }
  const { object, entry } = store(write, name, plan, existing);
  return entry === undefined ? write.shown(200, object) : write.stored(200, entry);
}

/** As `update`, for an object that has to be there; gives the new state itself. */
export function updateExisting(write: Write, name: string, plan: Update): Updated {
  const existing = write.entry(name);
  checkIdentity(write, name, plan, existing);
  return store(write, name, plan, existing as Entry);
}

function checkIdentity(write: Write, name: string, plan: Update, existing: Entry | undefined): void {
  if (existing === undefined && !plan.mayCreate) throw notFoundError(write.resource, name);
  const uid = existing?.object.metadata.uid ?? '';
  if (plan.uid === '' || plan.uid === uid) return;
  throw conflict(
    write.resource,
    name,
    `StorageError: invalid object, Code: 4, Key: ${registryKey(write.resource, write.key(name))}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${plan.uid}, UID in object meta: ${uid}`,
  );
}

function store(write: Write, name: string, plan: Update, existing: Entry): Updated {
  const old = write.seen(existing);
  const object = plan.next(old);
  checkVersion(write, name, object, old);
  beforeUpdate(write, plan.rules, object, old);
  if (isFinished(write, object, old)) {
    if (!write.dryRun) write.remove(name);
    return { created: false, object, entry: undefined };
  }
  // What is stored may be less, or more, than what is seen of it: then even a write of the same stores it anew.
  if (isSame(object, existing.object)) return { created: false, object: existing.object, entry: existing };
  if (write.dryRun) return { created: false, object, entry: undefined };
  const entry = write.put(name, object);
  return { created: false, object: entry.object, entry };
}

/** A write is about the state its sender saw, or, where the kind allows, about whatever is there. */
function checkVersion(write: Write, name: string, object: ApiObject, old: ApiObject): void {
  const given = object.metadata.resourceVersion ?? '';
  if (given !== '' && !/^\d+$/.test(given)) {
    throw new StatusError(500, '', `strconv.ParseUint: parsing ${JSON.stringify(given)}: invalid syntax`);
  }
  if (given === '' || /^0+$/.test(given)) {
    const { resource, strategy } = write;
    if (strategy.unconditionalUpdate === false) {
      const { group, groupResource } = resource;
      throw invalidError({ group, groupResource, resource: resource.resource, kind: resource.resource }, name, [
        {
          type: 'FieldValueInvalid',
          field: 'metadata.resourceVersion',
          text: 'Invalid value: 0: must be specified for an update',
        },
      ]);
    }
  } else if (given !== old.metadata.resourceVersion) {
    throw conflict(write.resource, name, MODIFIED);
  }
  object.metadata.resourceVersion = old.metadata.resourceVersion;
}

/** Puts what only the server decides back to what it was. */
function keepSystemFields(metadata: Metadata, old: Metadata): void {
  if (metadata.uid === undefined || metadata.uid === '') restore(metadata, old, 'uid');
  if (old.creationTimestamp !== undefined) restore(metadata, old, 'creationTimestamp');
  if (old.deletionTimestamp !== undefined) restore(metadata, old, 'deletionTimestamp');
  if (metadata.deletionGracePeriodSeconds === undefined) restore(metadata, old, 'deletionGracePeriodSeconds');
  delete metadata.selfLink;
}

function restore<Key extends keyof Metadata>(metadata: Metadata, old: Metadata, key: Key): void {
  if (old[key] === undefined) Reflect.deleteProperty(metadata, key);
  else metadata[key] = old[key];
}

function beforeUpdate(write: Write, rules: UpdateRules, object: ApiObject, old: ApiObject): void {
  const { resource, strategy, context } = write;
  const { metadata } = object;
  settleNamespace(metadata, write.namespace);
  restore(metadata, old.metadata, 'generation');
  rules.prepare(object, old, context);
  if (strategy.generation === true && rules.countsGeneration && specChanged(resource, object, old)) {
    metadata.generation = (old.metadata.generation ?? 0) + 1;
  }
  keepSystemFields(metadata, old.metadata);
  const errors = updateErrors(write, rules, object, old);
  if (errors.length > 0) throw invalidError(subjectOf(resource, object), metadata.name ?? '', errors);
  for (const warning of strategy.warnings?.(object, old) ?? []) context.warn(warning);
  warnOfUnenforced(write, 'UPDATE', object);
  strategy.canonicalise?.(object);
}

/**
 * The real server looks at the metadata of an update twice itself, and most kinds do so again, each time with a cause for
 * each failure. Clients show them all, so they are all there.
 */
function updateErrors(write: Write, rules: UpdateRules, object: ApiObject, old: ApiObject): FieldError[] {
  const { resource, context } = write;
  const { namespaced, custom } = resource;
  const general = metadataErrors(object.metadata, { namespaced, name: anyName, qualifiedFinalizers: false });
  const changes = metadataUpdateErrors(object.metadata, old.metadata, { qualifiedFinalizers: false });
  const again = metadataUpdateErrors(object.metadata, old.metadata, { qualifiedFinalizers: !custom });
  const ofKind =
    rules.path === 'main' && resource.strategy.updateValidatesAll !== true
      ? metadataErrors(object.metadata, { namespaced, name: nameRuleOf(resource), qualifiedFinalizers: !custom })
      : [];
  return [...general, ...changes, ...again, ...ofKind, ...rules.validate(object, old, context)];
}

/** Deployments count a new annotation as a new generation, alone among kinds: rollouts are recorded there. */
const ANNOTATIONS_COUNT = 'deployments.apps';

function specChanged(resource: ServedResource, object: ApiObject, old: ApiObject): boolean {
  const aside = resource.subresources.some(({ name }) => name === 'status') ? ['metadata', 'status'] : ['metadata'];
  if (!sameExcept(object, old, aside)) return true;
  return (
    resource.groupResource === ANNOTATIONS_COUNT && !sameJson(object.metadata.annotations, old.metadata.annotations)
  );
}

const timeless = (entries: readonly ManagedFieldsEntry[] | undefined): unknown =>
  (entries ?? []).map((entry) => ({ ...entry, time: undefined }));

/** Whether nothing changed. That somebody set what was already so is no change, nor is the time they did. */
function isSame(object: ApiObject, old: ApiObject): boolean {
  return (
    sameExcept(object, old, ['metadata']) &&
    sameExcept({ ...object.metadata }, { ...old.metadata }, ['managedFields']) &&
    sameJson(timeless(object.metadata.managedFields), timeless(old.metadata.managedFields))
  );
}

/** An object that was to go as soon as its finalizers are gone, and they are. */
function isFinished(write: Write, object: ApiObject, old: ApiObject): boolean {
  if ((object.metadata.finalizers ?? []).length > 0 || old.metadata.deletionTimestamp === undefined) return false;
  if ((old.metadata.deletionGracePeriodSeconds ?? 0) !== 0) return false;
  if (write.resource.groupResource !== 'namespaces') return true;
  return ((object.spec as { finalizers?: unknown[] } | undefined)?.finalizers ?? []).length === 0;
}
