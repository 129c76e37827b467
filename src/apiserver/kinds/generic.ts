import { allResources } from '../../generated/index.js';
import { resourceName } from '../../meta/index.js';
import type { ApiObject, Strategy } from '../contract.js';
import { notSupported, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import type { StructNode, TypeNode } from '../schema/contract.js';
import { builtInSchema } from '../schema/index.js';
import { RARER_KINDS } from './rarer-kinds.js';
import { keepStatus } from './workload.js';

/** Kinds whose generation counts changes; the others have none. */
const COUNTED = new Set([
  'podtemplates',
  'flowschemas.flowcontrol.apiserver.k8s.io',
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io',
  'mutatingwebhookconfigurations.admissionregistration.k8s.io',
  'validatingwebhookconfigurations.admissionregistration.k8s.io',
  'mutatingadmissionpolicies.admissionregistration.k8s.io',
  'mutatingadmissionpolicybindings.admissionregistration.k8s.io',
  'validatingadmissionpolicies.admissionregistration.k8s.io',
  'validatingadmissionpolicybindings.admissionregistration.k8s.io',
  'deviceclasses.resource.k8s.io',
  'resourceslices.resource.k8s.io',
  'devicetaintrules.resource.k8s.io',
]);
/** Kinds that are replaced only by who has seen what is there. */
const CONDITIONAL = new Set([
  'runtimeclasses.node.k8s.io',
  'csidrivers.storage.k8s.io',
  'csinodes.storage.k8s.io',
  'csistoragecapacities.storage.k8s.io',
  'volumeattachments.storage.k8s.io',
  ...[...COUNTED].filter((name) => name.endsWith('.admissionregistration.k8s.io')),
]);

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

function defaultsOf(value: unknown, node: TypeNode): void {
  if (typeof value !== 'object' || value === null) return;
  if (node.type === 'list') {
    for (const item of value as unknown[]) defaultsOf(item, node.item);
  } else if (node.type === 'map') {
    for (const item of Object.values(value)) defaultsOf(item, node.value);
  } else if (node.type === 'struct') {
    const struct = value as Record<string, unknown>;
    for (const [name, field] of node.fields) {
      const isPlain = typeof field.default === 'string' || typeof field.default === 'number';
      if (isPlain && isMissing(struct[name])) struct[name] = field.default;
      else defaultsOf(struct[name], field.node);
    }
  }
}

function validateStruct(value: Record<string, unknown>, node: StructNode, path: string): FieldError[] {
  const errors: FieldError[] = [];
  for (const [name, field] of node.fields) {
    if (path === '' && (name === 'metadata' || name === 'status')) continue;
    const at = path === '' ? name : `${path}.${name}`;
    const inner = value[name];
    if (isMissing(inner)) {
      // The real server takes empty lists and maps of most kinds, required or not.
      if (node.required.includes(name) && field.node.type === 'scalar') errors.push(required(at));
    } else if (field.enum !== undefined && typeof inner === 'string' && !field.enum.includes(inner)) {
      errors.push(notSupported(at, inner, field.enum));
    } else errors.push(...validateNode(inner, field.node, at));
  }
  return errors;
}

function validateNode(value: unknown, node: TypeNode, path: string): FieldError[] {
  if (typeof value !== 'object' || value === null) return [];
  if (node.type === 'struct') return validateStruct(value as Record<string, unknown>, node, path);
  if (node.type === 'list') {
    return (value as unknown[]).flatMap((item, index) => validateNode(item, node.item, `${path}[${String(index)}]`));
  }
  if (node.type !== 'map') return [];
  return Object.entries(value).flatMap(([key, item]) => validateNode(item, node.value, `${path}[${key}]`));
}

const rootOf = ({ apiVersion, kind }: ApiObject): StructNode => builtInSchema(apiVersion, kind).root;

/**
 * The rules of kinds without rules of their own: what their type says is required, what it enumerates and what it has
 * defaults for. The status belongs to the status path where there is one.
 */
export function genericStrategy(group: string, resource: string): Strategy {
  const name = resourceName({ group, resource });
  const info = allResources().find(({ ref }) => ref.group === group && ref.resource === resource);
  const hasStatus = info?.subresources.some((one) => one.name === 'status') === true;
  const own = RARER_KINDS[name] ?? {};
  return {
    ...own,
    generation: COUNTED.has(name),
    unconditionalUpdate: !CONDITIONAL.has(name),
    default(object) {
      defaultsOf(object, rootOf(object));
      own.default?.(object);
    },
    ...(hasStatus && own.prepareForCreate === undefined
      ? {
          prepareForCreate(object: ApiObject) {
            if (object.status !== undefined) object.status = {};
          },
        }
      : {}),
    ...(hasStatus && own.prepareForUpdate === undefined ? { prepareForUpdate: keepStatus } : {}),
    validate: (object, context) => own.validate?.(object, context) ?? validateStruct(object, rootOf(object), ''),
  };
}
