import { forbidden, invalid, notSupported, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { sameJson } from '../json.js';
import { dnsSubdomain } from '../names.js';
import { dns1035Problems, namesErrors } from './definition-name-rules.js';
import { columnErrors, scalePathErrors, selectableFieldErrors } from './definition-parts.js';
import { hasCondition, versionsOf } from './definition.js';
import type { Definition, DefinitionSpec, DefinitionVersion } from './definition.js';
import { schemaErrors } from './structural.js';

/** Everything wrong with a new CRD, in the order of the real server. */
export function definitionErrors(definition: Definition): FieldError[] {
  const { name = '' } = definition.metadata;
  const { names, group } = definition.spec;
  const expected = `${names.plural}.${group}`;
  return [
    ...(name === '' || name === expected
      ? []
      : [invalid('metadata.name', name, 'must be spec.names.plural+"."+spec.group')]),
    ...specErrors(definition.spec),
    ...definitionStatusErrors(definition),
    ...storedVersionErrors(definition),
    ...approvalErrors(definition, undefined),
    ...preserveErrors(definition.spec),
  ];
}

/** Everything wrong with the next state of a CRD. */
export function definitionUpdateErrors(definition: Definition, old: Definition): FieldError[] {
  const { spec } = definition;
  const errors = specErrors(spec);
  const fixed = (field: string, value: unknown, before: unknown): void => {
    if (!sameJson(value, before)) errors.push(invalid(field, value, 'field is immutable'));
  };
  if (hasCondition(old, 'Established')) {
    fixed('spec.scope', spec.scope, old.spec.scope);
    fixed('spec.names.kind', spec.names.kind, old.spec.names.kind);
  }
  fixed('spec.group', spec.group, old.spec.group);
  fixed('spec.names.plural', spec.names.plural, old.spec.names.plural);
  return [
    ...errors,
    ...definitionStatusErrors(definition),
    ...storedVersionErrors(definition),
    ...approvalErrors(definition, old),
    ...(old.spec.preserveUnknownFields === true ? [] : preserveErrors(spec)),
  ];
}

export function definitionStatusErrors({ status }: Definition): FieldError[] {
  return status?.acceptedNames === undefined ? [] : namesErrors(status.acceptedNames, 'status.acceptedNames');
}

function storedVersionErrors({ spec, status }: Definition): FieldError[] {
  const field = 'status.storedVersions';
  const stored = status?.storedVersions ?? [];
  if (stored.length === 0)
    return [invalid(field, status?.storedVersions ?? null, 'must have at least one stored version')];
  const versions = versionsOf(spec);
  const unstored = versions.filter(({ name, storage }) => storage && !stored.includes(name));
  const errors = unstored.map(({ name }) => invalid(field, stored, `must have the storage version ${name}`));
  const lost = stored.flatMap((name, index) =>
    versions.some((version) => version.name === name)
      ? []
      : [
          invalid(
            `${field}[${String(index)}]`,
            name,
            `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`,
          ),
        ],
  );
  return [...errors, ...lost];
}

const APPROVED = 'api-approved.kubernetes.io';

/** Groups of the Kubernetes project need its approval. What was unapproved before may stay so. */
function approvalErrors({ spec, metadata }: Definition, old: Definition | undefined): FieldError[] {
  const { group } = spec;
  const isProtected = ['k8s.io', 'kubernetes.io'].some((domain) => group === domain || group.endsWith(`.${domain}`));
  const value = metadata.annotations?.[APPROVED] ?? '';
  if (!isProtected || (old !== undefined && (old.metadata.annotations?.[APPROVED] ?? '') === value)) return [];
  const field = `metadata.annotations[${APPROVED}]`;
  const see = 'see https://github.com/kubernetes/enhancements/pull/1111';
  if (value === '') {
    return [required(field, `protected groups must have approval annotation ${JSON.stringify(APPROVED)}, ${see}`)];
  }
  if (value.startsWith('unapproved') || /^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(value)) return [];
  return [
    invalid(
      field,
      value,
      `protected groups must have approval annotation ${JSON.stringify(APPROVED)} with either a URL or a reason starting with "unapproved", ${see}`,
    ),
  ];
}

function preserveErrors({ preserveUnknownFields }: DefinitionSpec): FieldError[] {
  if (preserveUnknownFields !== true) return [];
  return [
    invalid(
      'spec.preserveUnknownFields',
      true,
      'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
    ),
  ];
}

function specErrors(spec: DefinitionSpec): FieldError[] {
  const { names } = spec;
  const versions = versionsOf(spec);
  const errors: FieldError[] = [...groupErrors(spec.group)];
  const scopes = ['Cluster', 'Namespaced'];
  const scope: string = spec.scope ?? '';
  if (scope === '') errors.push(required('spec.scope'));
  else if (!scopes.includes(scope)) errors.push(notSupported('spec.scope', scope, scopes));
  versions.forEach((version, index) => {
    if (version.schema?.openAPIV3Schema === undefined) {
      errors.push(required(`spec.versions[${String(index)}].schema.openAPIV3Schema`));
    }
  });
  const shared = sharedParts(versions);
  versions.forEach((version, index) => {
    const field = `spec.versions[${String(index)}]`;
    const problems = dns1035Problems(version.name);
    if (problems.length > 0) errors.push(invalid(`${field}.name`, version.name, problems.join(',')));
    errors.push(...versionErrors(version, field, shared));
  });
  if (new Set(versions.map(({ name }) => name)).size !== versions.length) {
    errors.push(invalid('spec.versions', shownVersions(spec, shared), 'must contain unique version names'));
  }
  if (versions.filter(({ storage }) => storage).length !== 1) {
    const why = 'must have exactly one version marked as storage version';
    errors.push(invalid('spec.versions', shownVersions(spec, shared), why));
  }
  for (const name of ['plural', 'singular', 'kind', 'listKind'] as const) {
    if ((names[name] ?? '') === '') errors.push(required(`spec.names.${name}`));
  }
  errors.push(...namesErrors(names, 'spec.names'));
  const first = versions[0];
  if (first !== undefined) errors.push(...hoistedErrors(first, shared));
  return [...errors, ...conversionErrors(spec)];
}

function groupErrors(group: string | undefined): FieldError[] {
  if (group === undefined || group === '') return [required('spec.group')];
  const problems = dnsSubdomain(group);
  if (problems.length > 0) return [invalid('spec.group', group, problems.join(','))];
  return group.includes('.') ? [] : [invalid('spec.group', group, 'should be a domain with at least one dot')];
}

/** Which parts all versions have in common. The real server keeps such a part once, and its messages name that place. */
interface Shared {
  readonly schema: boolean;
  readonly subresources: boolean;
  readonly columns: boolean;
  readonly fields: boolean;
}

function sharedParts(versions: readonly DefinitionVersion[]): Shared {
  const same = (part: (version: DefinitionVersion) => unknown): boolean =>
    versions.every((version) => sameJson(part(version), part(versions[0] as DefinitionVersion)));
  return {
    schema: same(({ schema }) => schema),
    subresources: same(({ subresources }) => subresources),
    columns: same(({ additionalPrinterColumns }) => additionalPrinterColumns),
    fields: same(({ selectableFields }) => selectableFields),
  };
}

/** The versions as the struct of the real server, which messages show. A schema of a version's own is as it was sent. */
function shownVersions({ versions }: Partial<DefinitionSpec>, shared: Shared): unknown {
  return (
    versions?.map((version) => ({
      Name: version.name,
      Served: version.served,
      Storage: version.storage,
      Deprecated: version.deprecated ?? false,
      DeprecationWarning: version.deprecationWarning ?? null,
      Schema: shared.schema ? null : (version.schema ?? null),
      Subresources: shared.subresources ? null : (version.subresources ?? null),
      AdditionalPrinterColumns: shared.columns ? null : (version.additionalPrinterColumns ?? null),
      SelectableFields: shared.fields ? null : (version.selectableFields ?? null),
    })) ?? null
  );
}

const hasStatus = ({ subresources }: DefinitionVersion): boolean => subresources?.status !== undefined;

function versionErrors(version: DefinitionVersion, field: string, shared: Shared): FieldError[] {
  const errors: FieldError[] = [];
  if (version.deprecationWarning !== undefined && version.deprecated !== true) {
    errors.push(
      invalid(`${field}.deprecationWarning`, version.deprecationWarning, 'can only be set for deprecated versions'),
    );
  }
  if (!shared.schema)
    errors.push(...schemaErrors(version.schema?.openAPIV3Schema, `${field}.schema`, hasStatus(version)));
  if (!shared.subresources) errors.push(...scalePathErrors(version.subresources?.scale, `${field}.subresources`));
  if (!shared.columns) errors.push(...columnErrors(version.additionalPrinterColumns, field));
  if (!shared.fields) errors.push(...selectableFieldErrors(version, field));
  return errors;
}

function hoistedErrors(version: DefinitionVersion, shared: Shared): FieldError[] {
  return [
    ...(shared.schema ? schemaErrors(version.schema?.openAPIV3Schema, 'spec.validation', hasStatus(version)) : []),
    ...(shared.subresources ? scalePathErrors(version.subresources?.scale, 'spec.subresources') : []),
    ...(shared.columns ? columnErrors(version.additionalPrinterColumns, 'spec') : []),
    ...(shared.fields ? selectableFieldErrors(version, 'spec') : []),
  ];
}

function conversionErrors({ conversion }: DefinitionSpec): FieldError[] {
  const field = 'spec.conversion';
  const strategy = conversion?.strategy ?? '';
  const strategies = ['None', 'Webhook'];
  if (strategy === '') return [required(`${field}.strategy`)];
  if (!strategies.includes(strategy)) return [notSupported(`${field}.strategy`, strategy, strategies)];
  const webhook = conversion?.webhook as
    { clientConfig?: { url?: string; service?: object }; conversionReviewVersions?: string[] } | undefined;
  if (strategy === 'None') {
    return webhook === undefined
      ? []
      : [forbidden(`${field}.webhookClientConfig`, 'should not be set when strategy is not set to Webhook')];
  }
  const errors: FieldError[] = [];
  const client = webhook?.clientConfig;
  if (client === undefined) {
    errors.push(required(`${field}.webhookClientConfig`, 'required when strategy is set to Webhook'));
  } else if ((client.url === undefined) === (client.service === undefined)) {
    errors.push(required(`${field}.webhookClientConfig`, 'exactly one of url or service is required'));
  }
  if ((webhook?.conversionReviewVersions ?? []).length === 0)
    errors.push(required(`${field}.conversionReviewVersions`));
  return errors;
}
