import type { Metadata, OwnerReference } from '../contract.js';
import { forbidden, invalid, required, tooLong } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { sameJson } from '../json.js';
import { checked, validateAnnotations, validateLabels } from '../kinds/labels.js';
import { dnsLabel, pathSegment, pathSegmentPrefix, qualifiedName } from '../names.js';
import { asPrefix } from './generated-names.js';

const MAX_MANAGER_BYTES = 128;
const MAX_SUBRESOURCE_BYTES = 256;

const STANDARD_FINALIZERS = ['kubernetes', 'orphan', 'foregroundDeletion'];

/** How names of a kind are judged. `prefix` is what the name was generated from. */
export type NameRule = (name: string, prefix: boolean) => string[];

/** The rule of every kind: what would not fit into a path. */
export const anyName: NameRule = (name, prefix) => (prefix ? pathSegmentPrefix : pathSegment)(name);

/** A kind's rule for whole names, made one for prefixes, too. */
export const nameRule =
  (problems: (name: string) => string[]): NameRule =>
  (name, prefix) =>
    problems(prefix ? asPrefix(name) : name);

function ownerErrors(owners: readonly OwnerReference[] | undefined): FieldError[] {
  const field = 'metadata.ownerReferences';
  const errors: FieldError[] = [];
  let controller = '';
  for (const owner of owners ?? []) {
    const slash = owner.apiVersion.indexOf('/');
    if (owner.apiVersion.slice(slash + 1) === '') {
      errors.push(invalid(`${field}.apiVersion`, owner.apiVersion, 'version must not be empty'));
    }
    for (const name of ['kind', 'name', 'uid'] as const) {
      if (owner[name] === '') errors.push(invalid(`${field}.${name}`, '', 'must not be empty'));
    }
    if (owner.apiVersion === 'v1' && owner.kind === 'Event') {
      errors.push(invalid(field, owner, '/v1, Kind=Event is disallowed from being an owner'));
    }
    if (owner.controller !== true) continue;
    const current = `${owner.kind}/${owner.name}`;
    if (controller === '') controller = current;
    else {
      errors.push(
        invalid(
          field,
          owners,
          `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${current}`,
        ),
      );
    }
  }
  return errors;
}

function finalizerErrors(finalizers: readonly string[] | undefined): FieldError[] {
  const field = 'metadata.finalizers';
  const list = finalizers ?? [];
  const errors = list.flatMap((name) => checked(field, name, qualifiedName));
  if (list.includes('orphan') && list.includes('foregroundDeletion')) {
    errors.push(invalid(field, list, 'finalizer orphan and foregroundDeletion cannot be both set'));
  }
  return errors;
}

/** Built-in kinds also want a domain in front of every finalizer that is not the server's own. */
function plainFinalizerErrors(finalizers: readonly string[] | undefined): FieldError[] {
  return (finalizers ?? []).flatMap((name, index) =>
    name.includes('/') || STANDARD_FINALIZERS.includes(name)
      ? []
      : [
          invalid(
            `metadata.finalizers[${String(index)}]`,
            name,
            'name is neither a standard finalizer name nor is it fully qualified',
          ),
        ],
  );
}

/** What is wrong with the name of a field manager; `field` is where it was given. */
export function managerErrors(manager: string, field: string): FieldError[] {
  const errors = Buffer.byteLength(manager) > MAX_MANAGER_BYTES ? [tooLong(field, MAX_MANAGER_BYTES)] : [];
  let position = 0;
  for (const character of manager) {
    if (!/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(character)) {
      const code = (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
      errors.push(invalid(field, manager, `invalid character U+${code} (at position ${String(position)})`));
    }
    position += Buffer.byteLength(character);
  }
  return errors;
}

function managedFieldsErrors(metadata: Metadata): FieldError[] {
  return (metadata.managedFields ?? []).flatMap((entry, index) => {
    const field = `metadata.managedFields[${String(index)}]`;
    const errors: FieldError[] = [];
    const operation: string = entry.operation ?? '';
    if (operation !== 'Apply' && operation !== 'Update') {
      errors.push(invalid(`${field}.operation`, operation, 'must be `Apply` or `Update`'));
    }
    const type: string = entry.fieldsType ?? '';
    if (type !== '' && type !== 'FieldsV1') errors.push(invalid(`${field}.fieldsType`, type, 'must be `FieldsV1`'));
    errors.push(...managerErrors(entry.manager ?? '', `${field}.manager`));
    if ((entry.subresource ?? '').length > MAX_SUBRESOURCE_BYTES) {
      errors.push(tooLong(`${field}.subresource`, MAX_SUBRESOURCE_BYTES));
    }
    return errors;
  });
}

/** Options of `metadataErrors`. */
export interface MetadataRules {
  readonly namespaced: boolean;
  readonly name: NameRule;
  /** Whether finalizers need a domain: built-in kinds. */
  readonly qualifiedFinalizers: boolean;
}

/** Everything wrong with `metadata` as it stands, in the order the real server finds it. */
export function metadataErrors(metadata: Metadata, rules: MetadataRules): FieldError[] {
  const errors: FieldError[] = [];
  const { name = '', generateName = '', namespace = '' } = metadata;
  if (generateName !== '') {
    errors.push(...rules.name(generateName, true).map((text) => invalid('metadata.generateName', generateName, text)));
  }
  if (name === '') errors.push(required('metadata.name', 'name or generateName is required'));
  else errors.push(...rules.name(name, false).map((text) => invalid('metadata.name', name, text)));
  if (rules.namespaced) {
    if (namespace === '') errors.push(required('metadata.namespace'));
    else errors.push(...checked('metadata.namespace', namespace, dnsLabel));
  } else if (namespace !== '') {
    errors.push(forbidden('metadata.namespace', 'not allowed on this type'));
  }
  const generation = metadata.generation ?? 0;
  if (generation < 0) {
    errors.push(invalid('metadata.generation', generation, 'must be greater than or equal to 0'));
  }
  errors.push(
    ...validateLabels(metadata.labels, 'metadata.labels'),
    ...validateAnnotations(metadata.annotations, 'metadata.annotations'),
    ...ownerErrors(metadata.ownerReferences),
    ...finalizerErrors(metadata.finalizers),
    ...managedFieldsErrors(metadata),
  );
  if (rules.qualifiedFinalizers) errors.push(...plainFinalizerErrors(metadata.finalizers));
  return errors;
}

const FIXED = [
  'name',
  'namespace',
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
] as const;

const goStrings = (names: readonly string[]): string =>
  `[]string{${names.map((name) => JSON.stringify(name)).join(', ')}}`;

/** What an update of `metadata` may not do. */
export function metadataUpdateErrors(
  metadata: Metadata,
  old: Metadata,
  options: { readonly qualifiedFinalizers: boolean },
): FieldError[] {
  const errors: FieldError[] = [];
  if (old.deletionTimestamp !== undefined) {
    const added = [...new Set(metadata.finalizers)].filter((name) => old.finalizers?.includes(name) !== true).sort();
    if (added.length > 0) {
      errors.push(
        forbidden(
          'metadata.finalizers',
          `no new finalizers can be added if the object is being deleted, found new finalizers ${goStrings(added)}`,
        ),
      );
    }
  }
  for (const field of FIXED) {
    if (!sameJson(metadata[field], old[field])) {
      errors.push(invalid(`metadata.${field}`, metadata[field] ?? '', 'field is immutable'));
    }
  }
  errors.push(
    ...validateLabels(metadata.labels, 'metadata.labels'),
    ...validateAnnotations(metadata.annotations, 'metadata.annotations'),
    ...ownerErrors(metadata.ownerReferences),
    ...managedFieldsErrors(metadata),
  );
  if (options.qualifiedFinalizers) errors.push(...plainFinalizerErrors(metadata.finalizers));
  return errors;
}
