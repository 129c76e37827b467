import type { ApiObject, Metadata } from '../contract.js';
import type { Answer } from '../http/contract.js';
import { conflict, notFoundError } from '../status-error.js';
import type { Entry } from '../storage/contract.js';
import { timestamp } from '../timestamp.js';
import { deleteInSteps } from './delete-in-steps.js';
import { JOB_WARNING, answersWithObject, deletionFinalizers } from './deletion-rules.js';
import { admitNamespaceDeletion } from './namespace-lifecycle.js';
import { warnOfUnenforced } from './not-enforced.js';
import type { DeleteOptions } from './options.js';
import type { Write } from './write.js';

/** Deletes an object, or begins to: finalizers, and the grace of those who run it, come first. */
export function deleteObject(write: Write, name: string, options: DeleteOptions): Answer {
  const existing = write.entry(name);
  if (existing === undefined) throw notFoundError(write.resource, name);
  warnOfUnenforced(write, 'DELETE', undefined);
  const begun = deleteInSteps(write, existing, options);
  if (begun !== undefined) return begun;
  if (write.resource.groupResource === 'jobs.batch' && unsaid(options)) write.context.warn(JOB_WARNING);
  return deleteEntry(write, existing, options);
}

const unsaid = (options: DeleteOptions): boolean =>
  options.propagationPolicy === undefined && options.orphanDependents === undefined;

/** What a deletion does to an object before it is stored or removed. */
type Begun =
  /** It is on its way already, and this request does not hurry it. */
  | { readonly type: 'pending' }
  /** `graceful`: it goes now, but a last state that says so is stored first. */
  | { readonly type: 'gone'; readonly object: ApiObject | undefined }
  | { readonly type: 'waiting'; readonly object: ApiObject };

function deleteEntry(write: Write, existing: Entry, options: DeleteOptions): Answer {
  const { name } = existing;
  checkPreconditions(write, existing.object, options);
  const begun = begin(write, write.seen(existing), options);
  // 202 is for those who asked for dependents to be deleted by the old parameter, and have to wait.
  const code = begun.type !== 'gone' && options.orphanDependents === false ? 202 : 200;
  if (begun.type === 'pending') return finished(write, existing.object, existing, code);
  if (begun.type === 'waiting') {
    if (write.dryRun) return write.shown(code, begun.object);
    const unchanged = sameDeletion(begun.object.metadata, existing.object.metadata);
    return write.stored(code, unchanged ? existing : write.put(name, begun.object));
  }
  admitNamespaceDeletion(write, name);
  if (write.dryRun) {
    return begun.object === undefined
      ? finished(write, existing.object, undefined, code)
      : write.shown(code, begun.object);
  }
  if (begun.object !== undefined) write.put(name, begun.object);
  const removed = write.remove(name);
  return finished(write, removed.object, removed, code);
}

const sameDeletion = (metadata: Metadata, old: Metadata): boolean =>
  metadata.deletionTimestamp === old.deletionTimestamp &&
  metadata.deletionGracePeriodSeconds === old.deletionGracePeriodSeconds &&
  metadata.finalizers?.join() === old.finalizers?.join();

function finished(write: Write, object: ApiObject, entry: Entry | undefined, code: number): Answer {
  if (answersWithObject(write.resource)) {
    return entry === undefined ? write.shown(code, object) : write.stored(code, entry);
  }
  const { group, resource } = write.resource;
  const { name, uid } = object.metadata;
  const details = { name, ...(group === '' ? {} : { group }), kind: resource, uid };
  return {
    type: 'status',
    code,
    status: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details },
  };
}

/** Throws 409 when the object is not the one that is meant. */
export function checkPreconditions(write: Write, object: ApiObject, options: DeleteOptions): void {
  const { uid, resourceVersion } = options.preconditions;
  const { metadata } = object;
  // The kind, where other messages have the resource.
  const { group, kind } = write.resource;
  const subject = { group, kind, resource: kind, groupResource: group === '' ? kind : `${kind}.${group}` };
  if (uid !== undefined && uid !== metadata.uid) {
    throw conflict(
      subject,
      metadata.name ?? '',
      `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid ?? ''}). The object might have been deleted and then recreated`,
    );
  }
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    throw conflict(
      subject,
      metadata.name ?? '',
      `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion ?? ''}). The object might have been modified`,
    );
  }
}

function begin(write: Write, old: ApiObject, options: DeleteOptions): Begun {
  const object = structuredClone(old);
  const { metadata } = object;
  const graceful = applyGrace(write, object, options);
  if (graceful === 'pending') return { type: 'pending' };
  write.strategy.prepareForDelete?.(object, write.context);
  const finalizers = deletionFinalizers(write.resource, metadata, options);
  if (finalizers !== undefined) setFinalizers(metadata, finalizers);
  const held = (metadata.finalizers ?? []).length > 0;
  if (graceful === undefined) {
    if (!held) return { type: 'gone', object: undefined };
    markAsDeleting(write, metadata);
    return { type: 'waiting', object };
  }
  return held || graceful > 0 ? { type: 'waiting', object } : { type: 'gone', object };
}

function setFinalizers(metadata: Metadata, finalizers: string[]): void {
  if (finalizers.length === 0) delete metadata.finalizers;
  else metadata.finalizers = finalizers;
}

/** The seconds that are left to the object; undefined when its kind knows no grace, or has used it up. */
function applyGrace(write: Write, object: ApiObject, options: DeleteOptions): number | 'pending' | undefined {
  const { strategy } = write;
  if (strategy.grace === undefined) return undefined;
  const { metadata } = object;
  if (metadata.deletionTimestamp !== undefined) return shortenGrace(write, metadata, options.gracePeriodSeconds);
  const grace = strategy.grace(object, options.gracePeriodSeconds);
  if (grace === undefined) return undefined;
  metadata.deletionTimestamp = timestamp(Date.parse(write.now) + grace.seconds * 1000);
  metadata.deletionGracePeriodSeconds = grace.seconds;
  countGeneration(metadata);
  return grace.seconds;
}

/** A second deletion can only bring the end nearer. */
function shortenGrace(write: Write, metadata: Metadata, asked: number | undefined): number | 'pending' | undefined {
  const current = metadata.deletionGracePeriodSeconds ?? 0;
  if (current === 0) return undefined;
  if (asked === undefined || asked >= current) return 'pending';
  const now = Date.parse(write.now);
  const end = Date.parse(metadata.deletionTimestamp as string) + (asked - current) * 1000;
  const seconds = end < now && asked !== 0 ? 1 : asked;
  metadata.deletionTimestamp = timestamp(Math.max(end, now));
  metadata.deletionGracePeriodSeconds = seconds;
  return seconds;
}

function countGeneration(metadata: Metadata): void {
  if (metadata.generation !== undefined && metadata.generation > 0) metadata.generation += 1;
}

function markAsDeleting(write: Write, metadata: Metadata): void {
  if (metadata.deletionTimestamp === undefined) countGeneration(metadata);
  const end = metadata.deletionTimestamp;
  if (end === undefined || Date.parse(end) > Date.parse(write.now)) metadata.deletionTimestamp = write.now;
  metadata.deletionGracePeriodSeconds = 0;
}
