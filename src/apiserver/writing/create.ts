import type { ApiObject, Metadata, ServedResource } from '../contract.js';
import { invalid } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import type { Answer } from '../http/contract.js';
import { dnsSubdomain } from '../names.js';
import { StatusError, alreadyExists, invalidError } from '../status-error.js';
import type { Subject } from '../status-error.js';
import { generateName } from './generated-names.js';
import { anyName, metadataErrors, nameRule } from './metadata-rules.js';
import type { NameRule } from './metadata-rules.js';
import { admitToNamespace } from './namespace-lifecycle.js';
import { warnOfUnenforced } from './not-enforced.js';
import { own } from './ownership.js';
import { dropDuplicateOwners, settleNamespace, wipeSystemFields } from './system-metadata.js';
import type { Write } from './write.js';

/** As often as the real server tries before it gives up on a name of its own making. */
const NAME_ATTEMPTS = 8;

export function nameRuleOf(resource: ServedResource): NameRule {
  const { strategy } = resource;
  return nameRule((name) => strategy.validateName?.(name) ?? dnsSubdomain(name));
}

/**
 * Makes an object. `object` is as it was read, in the version of the request, and is changed. Synchronous from the first
 * look at the storage to the last, so nothing comes between.
 */
export function create(write: Write, object: ApiObject, manager: string): Answer {
  const { metadata } = object;
  wipeSystemFields(metadata);
  settleNamespace(metadata, write.namespace);
  dropDuplicateOwners(metadata, write.warn, { afterAdmission: false });
  own(write, object, undefined, manager);
  return createOwned(write, object, {});
}

/** The rest of a creation, once its fields have owners: also how an update or an apply creates. */
export function createOwned(write: Write, given: ApiObject, options: { readonly byUpdate?: boolean }): Answer {
  const object = write.settled(given);
  admitToNamespace(write, object, 'create');
  write.strategy.admit?.(object, undefined, write.context);
  dropDuplicateOwners(object.metadata, write.warn, { afterAdmission: true });
  const { metadata } = object;
  metadata.creationTimestamp = write.now;
  metadata.uid = (write.tools.uuid ?? (() => crypto.randomUUID()))();
  const base = metadata.name === undefined || metadata.name === '' ? (metadata.generateName ?? '') : '';
  if (base !== '') metadata.name = freeName(write, base);
  beforeCreate(write, object);
  if (namesVersion(metadata) && !write.dryRun && options.byUpdate !== true) {
    // Not a client error on the real server, either: its storage refuses what its front door let in.
    throw new StatusError(500, '', 'resourceVersion should not be set on objects to be created');
  }
  refuseTaken(write, metadata, base !== '');
  if (write.dryRun) return write.shown(201, object);
  return write.stored(201, write.put(metadata.name ?? '', object));
}

/** Text that is no number, and zero, are no version to the real server. */
function namesVersion({ resourceVersion = '' }: Metadata): boolean {
  return /^[0-9]+$/.test(resourceVersion) && !/^0+$/.test(resourceVersion);
}

function freeName(write: Write, base: string): string {
  let name = '';
  for (let attempt = 0; attempt < NAME_ATTEMPTS; attempt += 1) {
    name = generateName(base, write.tools.random ?? Math.random);
    if (write.entry(name) === undefined) break;
  }
  return name;
}

function refuseTaken(write: Write, metadata: Metadata, generated: boolean): void {
  const name = metadata.name ?? '';
  const existing = write.entry(name);
  if (existing === undefined) return;
  const { resource } = write;
  const refusal = alreadyExists(resource, name);
  const suffix = generated ? ', the server was not able to generate a unique name for the object' : '';
  const prefix = existing.object.metadata.deletionTimestamp === undefined ? '' : 'object is being deleted: ';
  throw new StatusError(409, 'AlreadyExists', `${prefix}${refusal.message}${suffix}`, {
    details: { ...refusal.status.details, ...(generated ? { retryAfterSeconds: 1 } : {}) },
    ...(generated ? { headers: { 'Retry-After': '1' } } : {}),
  });
}

function beforeCreate(write: Write, object: ApiObject): void {
  const { resource, strategy, context } = write;
  const { metadata } = object;
  settleNamespace(metadata, write.namespace);
  strategy.prepareForCreate?.(object, context);
  if (strategy.generation === true) metadata.generation = 1;
  const { namespaced, custom } = resource;
  const errors: FieldError[] = metadataErrors(metadata, {
    namespaced,
    name: nameRuleOf(resource),
    qualifiedFinalizers: !custom,
  });
  errors.push(...(strategy.validate?.(object, context) ?? []));
  refuse(write, object, errors);
  // By the rule that no kind can loosen.
  refuse(
    write,
    object,
    anyName(metadata.name ?? '', false).map((text) => invalid('metadata.name', metadata.name, text)),
  );
  for (const warning of strategy.warnings?.(object, undefined) ?? []) context.warn(warning);
  warnOfUnenforced(write, 'CREATE', object);
  strategy.canonicalise?.(object);
}

function refuse({ resource }: Write, object: ApiObject, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalidError(subjectOf(resource, object), object.metadata.name ?? '', errors);
}

/** What a message is about. A custom object may call itself something else than its path does, and is quoted so. */
export const subjectOf = (resource: ServedResource, object: ApiObject): Subject =>
  resource.custom ? { ...identityOf(resource), kind: object.kind } : resource;

const identityOf = ({ group, resource, kind, groupResource }: ServedResource): Subject => ({
  group,
  resource,
  kind,
  groupResource,
});
