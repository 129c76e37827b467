import type { ResourceRequirements } from '../../generated/kinds/core-v1.js';
import { duplicate, forbidden, invalid, notFound, notSupported, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { dnsLabel, NOT_NEGATIVE, qualifiedName } from '../names.js';
import { checked } from './labels.js';
import type { Loose } from './loose.js';
import { compareQuantities, quantityOf, showQuantity } from './quantity.js';

const CONTAINER_RESOURCES = new Set(['cpu', 'memory', 'ephemeral-storage']);
const INTEGER_RESOURCES = new Set([
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
]);
const STANDARD_RESOURCES = new Set([
  ...CONTAINER_RESOURCES,
  ...INTEGER_RESOURCES,
  'requests.cpu',
  'requests.memory',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
  'storage',
  'requests.storage',
]);
const HUGE_PAGES = 'hugepages-';

const isHugePages = (name: string): boolean => name.startsWith(HUGE_PAGES);
const isNative = (name: string): boolean => !name.includes('/') || name.includes('kubernetes.io/');
const isExtended = (name: string): boolean =>
  !isNative(name) && !name.startsWith('requests.') && qualifiedName(`requests.${name}`).length === 0;
/** What may be promised twice: a node's share of time and memory, not its devices. */
const isOvercommitAllowed = (name: string): boolean => isNative(name) && !isHugePages(name);

/** A name of a resource in any list of them. */
export function validateResourceName(name: string, field: string): FieldError[] {
  const errors = checked(field, name, qualifiedName);
  if (errors.length > 0 || name.includes('/')) return errors;
  if (STANDARD_RESOURCES.has(name) || isHugePages(name) || name.startsWith('requests.hugepages-')) return [];
  return [invalid(field, name, 'must be a standard resource type or fully qualified')];
}

function validateContainerResourceName(name: string, field: string): FieldError[] {
  const errors = validateResourceName(name, field);
  if (!name.includes('/')) {
    if (!CONTAINER_RESOURCES.has(name) && !isHugePages(name)) {
      errors.push(invalid(field, name, 'must be a standard resource for containers'));
    }
  } else if (!isNative(name) && !isExtended(name)) {
    errors.push(invalid(field, name, "doesn't follow extended resource name standard"));
  }
  return errors;
}

function validatePodResourceName(name: string, field: string): FieldError[] {
  const errors = validateResourceName(name, field);
  if (errors.length > 0 || name === 'cpu' || name === 'memory' || isHugePages(name)) return errors;
  return [notSupported(field, name, ['cpu', 'hugepages-', 'memory'])];
}

/** An amount: not below zero, and whole where it counts things. */
export function validateResourceQuantity(name: string, text: string, field: string): FieldError[] {
  const errors: FieldError[] = [];
  const quantity = quantityOf(text);
  if (quantity.value < 0n) errors.push(invalid(field, showQuantity(quantity), NOT_NEGATIVE));
  if (INTEGER_RESOURCES.has(name) || isExtended(name)) {
    const unit = quantity.scale < 0 ? 10n ** BigInt(-quantity.scale) : 1n;
    if (quantity.value % unit !== 0n) errors.push(invalid(field, showQuantity(quantity), 'must be an integer'));
  }
  return errors;
}

function hugePageError(name: string, text: string, field: string): FieldError[] {
  const page = quantityOf(name.slice(HUGE_PAGES.length));
  const amount = quantityOf(text);
  const scale = Math.min(page.scale, amount.scale);
  const at = (value: bigint, from: number): bigint => value * 10n ** BigInt(from - scale);
  const fits = page.value > 0n && at(amount.value, amount.scale) % at(page.value, page.scale) === 0n;
  return fits ? [] : [invalid(field, text, `${text} is not positive integer multiple of ${name}`)];
}

function validateClaims(
  claims: NonNullable<Loose<ResourceRequirements>['claims']>,
  known: ReadonlySet<string>,
  field: string,
): FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [index, { name = '', request = '' }] of claims.entries()) {
    const path = `${field}[${String(index)}]`;
    if (name === '') {
      errors.push(required(path));
      continue;
    }
    const key = request === '' ? name : `${name}/${request}`;
    if (seen.has(name)) errors.push(duplicate(path, name));
    else {
      if (request !== '') errors.push(...checked(`${path}.request`, request, dnsLabel));
      if (seen.has(key)) errors.push(duplicate(path, key));
      else if (request === '' && [...seen].some((other) => other.startsWith(`${name}/`))) {
        errors.push(duplicate(path, name));
      }
      seen.add(key);
    }
    if (!known.has(name)) {
      const names = known.size === 0 ? ' which is empty' : `: ${[...known].sort().join(', ')}`;
      const { type, text } = notFound(path, name);
      errors.push({ type, field: path, text: `${text}: must be one of the names in pod.spec.resourceClaims${names}` });
    }
  }
  return errors;
}

/** What a container, or the pod as a whole (`level`), asks for and may take. */
export function validateResources(
  { limits = {}, requests = {}, claims = [] }: Loose<ResourceRequirements>,
  field: string,
  options: { level: 'container' | 'pod'; claims: ReadonlySet<string> },
): FieldError[] {
  const errors: FieldError[] = [];
  const validateName = options.level === 'pod' ? validatePodResourceName : validateContainerResourceName;
  const names = [...Object.keys(limits), ...Object.keys(requests)];
  for (const [name, amount] of Object.entries(limits) as [string, string][]) {
    const path = `${field}.limits[${name}]`;
    errors.push(...validateName(name, path), ...validateResourceQuantity(name, amount, path));
    if (isHugePages(name)) errors.push(...hugePageError(name, amount, path));
  }
  for (const [name, amount] of Object.entries(requests) as [string, string][]) {
    const path = `${field}.requests[${name}]`;
    errors.push(...validateName(name, path), ...validateResourceQuantity(name, amount, path));
    const limit = limits[name];
    if (limit !== undefined) {
      const order = compareQuantities(quantityOf(amount), quantityOf(limit));
      if (order !== 0 && !isOvercommitAllowed(name)) {
        errors.push(invalid(`${field}.requests`, amount, `must be equal to ${name} limit of ${limit}`));
      } else if (order > 0) {
        errors.push(invalid(`${field}.requests`, amount, `must be less than or equal to ${name} limit of ${limit}`));
      }
    } else if (!isOvercommitAllowed(name)) {
      errors.push(required(`${field}.limits`, 'Limit must be set for non overcommitable resources'));
    }
    if (isHugePages(name)) errors.push(...hugePageError(name, amount, path));
  }
  if (names.some(isHugePages) && !names.includes('cpu') && !names.includes('memory')) {
    errors.push(forbidden(field, 'HugePages require cpu or memory'));
  }
  return [...errors, ...validateClaims(claims, options.claims, `${field}.claims`)];
}
