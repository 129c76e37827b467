import type { Node, Taint } from '../../generated/kinds/core-v1.js';
import type { Strategy } from '../contract.js';
import { duplicate, forbidden, invalid, notSupported, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { labelValue, qualifiedName } from '../names.js';
import { cidrParts, validateCidr } from './ip.js';
import { checked } from './labels.js';
import type { Loose } from './loose.js';
import { as, isEmpty } from './loose.js';
import { validateResourceQuantity } from './pod-resources.js';
import { TAINT_EFFECTS } from './pod-scheduling.js';

const NOT_READY = 'node.kubernetes.io/not-ready';

/** A number of the port of the kubelet that Go shows as zero. */
const noEndpoint = (): { kubeletEndpoint: { Port: number } } => ({ kubeletEndpoint: { Port: 0 } });

function validateTaints(taints: readonly Loose<Taint>[]): FieldError[] {
  const seen = new Set<string>();
  return taints.flatMap((taint, index) => {
    const { key = '', value = '', effect = '' } = taint;
    // The real server looks for them below metadata.
    const path = `metadata.taints[${String(index)}]`;
    const errors = checked(`${path}.key`, key, qualifiedName);
    const wrong = labelValue(value);
    if (wrong.length > 0) errors.push(invalid(`${path}.value`, value, wrong.join(';')));
    if (effect === '') errors.push(required(`${path}.effect`));
    else if (!TAINT_EFFECTS.includes(effect)) errors.push(notSupported(`${path}.effect`, effect, TAINT_EFFECTS));
    if (seen.has(`${key}:${effect}`)) {
      const shown = { Key: key, Value: value, Effect: effect, TimeAdded: taint.timeAdded ?? null };
      const { type, text } = duplicate(path, shown);
      errors.push({ type, field: path, text: `${text}: taints must be unique by key and effect pair` });
    }
    seen.add(`${key}:${effect}`);
    return errors;
  });
}

function validateAmounts(node: Loose<Node>): FieldError[] {
  return (['capacity', 'allocatable'] as const).flatMap((list) =>
    (Object.entries(node.status?.[list] ?? {}) as [string, string][]).flatMap(([name, amount]) =>
      validateResourceQuantity(name, amount, `status.${list}.${name}`),
    ),
  );
}

function validateCidrs(cidrs: readonly string[]): FieldError[] {
  const field = 'spec.podCIDRs';
  const errors = cidrs.flatMap((cidr, index) => validateCidr(`${field}[${String(index)}]`, cidr));
  const families = new Set(cidrs.map((cidr) => cidrParts(cidr)?.family));
  if (cidrs.length > 1 && (families.size < 2 || cidrs.length > 2)) {
    errors.push(invalid(field, cidrs, 'may specify no more than one CIDR for each IP family'));
  }
  return errors;
}

const validateNode = (node: Loose<Node>): FieldError[] => [
  ...validateTaints(node.spec?.taints ?? []),
  ...validateAmounts(node),
  ...validateCidrs(node.spec?.podCIDRs ?? []),
];

function validateNodeUpdate(node: Loose<Node>, old: Loose<Node>): FieldError[] {
  const errors = validateAmounts(node);
  const seen = new Set<string>();
  for (const [index, { type = '', address = '' }] of (node.status?.addresses ?? []).entries()) {
    const key = `${type} ${address}`;
    if (seen.has(key)) errors.push(duplicate(`status.addresses[${String(index)}]`, { Type: type, Address: address }));
    seen.add(key);
  }
  const before = old.spec?.podCIDRs ?? [];
  const after = node.spec?.podCIDRs ?? [];
  if (before.length > 0) {
    const detail = 'node updates may not change podCIDR except from "" to valid';
    const changes = before.length === after.length ? before.filter((cidr, index) => cidr !== after[index]).length : 1;
    for (let index = 0; index < changes; index += 1) errors.push(forbidden('spec.podCIDRs', detail));
  }
  if (!isEmpty(old.spec?.providerID) && old.spec?.providerID !== node.spec?.providerID) {
    const detail = 'node updates may not change providerID except from "" to valid';
    errors.push(forbidden('spec.providerID', detail));
  }
  return [...errors, ...validateTaints(node.spec?.taints ?? [])];
}

/** The rules of nodes. Whoever makes one may set its status as well. */
export const nodeStrategy: Strategy = {
  default(object) {
    const node = as<Node>(object);
    const spec = (node.spec ??= {});
    const status = (node.status ??= {});
    status.daemonEndpoints ??= noEndpoint();
    if (status.capacity !== undefined) status.allocatable ??= { ...status.capacity };
    // The single range is the first of the list.
    if (isEmpty(spec.podCIDR) && spec.podCIDRs?.[0] !== undefined) [spec.podCIDR] = spec.podCIDRs;
    if (!isEmpty(spec.podCIDR) && (spec.podCIDRs ?? []).length === 0) spec.podCIDRs = [spec.podCIDR];
  },
  admit(object, old, context) {
    if (old !== undefined || context.subresource !== '') return;
    // Nothing is scheduled onto a node before somebody has seen that it is ready.
    const spec = (as<Node>(object).spec ??= {});
    const taints = (spec.taints ??= []);
    if (!taints.some(({ key, effect }) => key === NOT_READY && effect === 'NoSchedule')) {
      taints.push({ key: NOT_READY, effect: 'NoSchedule' });
    }
  },
  prepareForCreate(object) {
    delete as<Node>(object).spec?.configSource;
  },
  prepareForUpdate(object, old) {
    object.status = structuredClone(old.status);
  },
  validate: (object) => validateNode(as<Node>(object)),
  validateUpdate: (object, old) => validateNodeUpdate(as<Node>(object), as<Node>(old)),
  validateStatusUpdate: (object, old) => validateNodeUpdate(as<Node>(object), as<Node>(old)),
};
