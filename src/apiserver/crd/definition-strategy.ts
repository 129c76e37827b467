import type { ApiObject, Strategy } from '../contract.js';
import { sameJson } from '../json.js';
import { dnsSubdomain } from '../names.js';
import { hasCelRules } from './cel-warnings.js';
import { definitionErrors, definitionStatusErrors, definitionUpdateErrors } from './definition-rules.js';
import { CLEANUP, setCondition, versionsOf } from './definition.js';
import type { Definition } from './definition.js';

function storageVersion({ spec }: Definition): string | undefined {
  return versionsOf(spec).find(({ storage }) => storage)?.name;
}

/** Remembers that objects may be stored in the version that is now the storage version. */
function rememberStored(definition: Definition): void {
  const version = storageVersion(definition);
  const status = (definition.status ??= {});
  const stored = status.storedVersions ?? [];
  if (version !== undefined && !stored.includes(version)) status.storedVersions = [...stored, version];
}

/** The rules of customresourcedefinitions. What happens after a CRD is stored is the keeper's. */
export const definitionStrategy: Strategy = {
  generation: true,
  unconditionalUpdate: false,
  updateValidatesAll: true,

  default(object) {
    const spec = (object.spec ??= {}) as Partial<Definition['spec']>;
    const names = (spec.names ??= { plural: '', kind: '' });
    if (names.kind !== '') {
      names.singular ??= names.kind.toLowerCase();
      names.listKind ??= `${names.kind}List`;
    }
    spec.conversion ??= { strategy: 'None' };
    const service = (spec.conversion.webhook?.clientConfig as { service?: { port?: number } } | undefined)?.service;
    if (service !== undefined) service.port ??= 443;
  },

  prepareForCreate(object) {
    const definition = object as Definition;
    definition.status = { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: null };
    rememberStored(definition);
  },

  prepareForUpdate(object, old) {
    const definition = object as Definition;
    definition.status = structuredClone((old as Definition).status ?? {});
    rememberStored(definition);
  },

  markForDeletion: (object, { now }) => {
    const { metadata } = object;
    if (metadata.finalizers?.includes(CLEANUP) !== true)
      metadata.finalizers = [...(metadata.finalizers ?? []), CLEANUP];
    setCondition(
      object as Definition,
      {
        type: 'Terminating',
        status: 'True',
        reason: 'InstanceDeletionPending',
        message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
      },
      now,
    );
  },

  validateName: dnsSubdomain,
  validate: (object) => definitionErrors(object as Definition),
  validateUpdate: (object, old) => definitionUpdateErrors(object as Definition, old as Definition),
  validateStatusUpdate: (object) => definitionStatusErrors(object as Definition),
  warnings: (object, old) => [...formatWarnings(object, old), ...unenforcedWarnings(object as Definition)],
};

function unenforcedWarnings({ metadata, spec }: Definition): string[] {
  const name = JSON.stringify(metadata.name ?? '');
  const warnings: string[] = [];
  if (spec.versions.some(({ schema }) => hasCelRules(schema))) {
    warnings.push(`the x-kubernetes-validations of ${name} are stored, but this server does not evaluate them`);
  }
  if (spec.conversion?.strategy === 'Webhook') {
    warnings.push(
      `the conversion webhook of ${name} is stored, but this server does not call it: versions differ in apiVersion only`,
    );
  }
  return warnings;
}

/** The formats that the real server knows; others are allowed and mean nothing. */
const FORMATS = new Set(
  'bsonobjectid uri email hostname ipv4 ipv6 cidr mac uuid uuid3 uuid4 uuid5 isbn isbn10 isbn13 creditcard ssn hexcolor rgbcolor byte password date duration datetime date-time int32 int64 float double k8s-short-name k8s-long-name'.split(
    ' ',
  ),
);

function formatsOf(value: unknown, found: string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return found;
  if (Array.isArray(value)) {
    for (const item of value) formatsOf(item, found);
    return found;
  }
  const { format, type } = value as { format?: unknown; type?: unknown };
  if (typeof format === 'string' && typeof type === 'string' && !FORMATS.has(format.replaceAll('_', ''))) {
    found.push(format);
  }
  for (const [name, item] of Object.entries(value)) if (name !== 'default' && name !== 'enum') formatsOf(item, found);
  return found;
}

function formatWarnings(object: ApiObject, old: ApiObject | undefined): string[] {
  const schemas = (definition: ApiObject): unknown[] =>
    (definition as Definition).spec.versions.map(({ schema }) => schema);
  const before = old === undefined ? [] : formatsOf(schemas(old));
  if (old !== undefined && sameJson(schemas(object), schemas(old))) return [];
  return formatsOf(schemas(object))
    .filter((format) => !before.includes(format))
    .map((format) => `unrecognized format ${JSON.stringify(format)}`);
}
