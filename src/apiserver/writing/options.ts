import type { ResourceRequest } from '../contract.js';
import type { FieldError } from '../field-error.js';
import { forbidden, invalid, notSupported, required, shown } from '../field-error.js';
import type { FieldValidation } from '../schema/contract.js';
import { badRequest, invalidError } from '../status-error.js';
import { managerErrors } from './metadata-rules.js';

/** What a create, update or patch was asked to do beside its body. */
export interface WriteOptions {
  readonly dryRun: boolean;
  readonly manager: string;
  readonly fieldValidation: FieldValidation;
  /** Of apply: take fields from their owners. */
  readonly force: boolean;
}

/** What a deletion was asked to do. */
export interface DeleteOptions {
  readonly dryRun: boolean;
  readonly gracePeriodSeconds: number | undefined;
  readonly propagationPolicy: string | undefined;
  readonly orphanDependents: boolean | undefined;
  readonly preconditions: { readonly uid?: string; readonly resourceVersion?: string };
}

const optionsSubject = (kind: string): Parameters<typeof invalidError>[0] => ({
  group: 'meta.k8s.io',
  resource: '',
  kind,
  groupResource: '',
});

function refuse(kind: string, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalidError(optionsSubject(kind), '', errors);
}

function dryRunErrors(values: readonly string[]): FieldError[] {
  if (values.every((value) => value === 'All')) return [];
  return [
    { ...notSupported('dryRun', '', ['All']), text: `Unsupported value: ${shown(values)}: supported values: "All"` },
  ];
}

function booleanOf(text: string | null): boolean | undefined {
  if (text === null) return undefined;
  // As Go's parameter decoder: only these say no, an empty value says yes.
  return !['0', 'false'].includes(text.toLowerCase());
}

const FIELD_VALIDATION = ['', 'Ignore', 'Strict', 'Warn'];

/** Reads and checks the parameters of a write. Throws StatusError 422. */
export function writeOptions(
  request: ResourceRequest,
  kind: 'CreateOptions' | 'PatchOptions' | 'UpdateOptions',
  options: { readonly apply?: boolean } = {},
): WriteOptions {
  const { query } = request;
  const manager = query.get('fieldManager') ?? '';
  const force = booleanOf(query.get('force'));
  const dryRun = query.getAll('dryRun');
  const fieldValidation = query.get('fieldValidation') ?? '';
  const errors: FieldError[] = [];
  if (kind === 'PatchOptions') {
    if (options.apply === true) {
      if (manager === '') errors.push(required('fieldManager', 'is required for apply patch'));
    } else if (force !== undefined) {
      errors.push(forbidden('force', 'may not be specified for non-apply patch'));
    }
  }
  errors.push(...managerErrors(manager, 'fieldManager'), ...dryRunErrors(dryRun));
  if (!FIELD_VALIDATION.includes(fieldValidation)) {
    errors.push(notSupported('fieldValidation', fieldValidation, FIELD_VALIDATION));
  }
  refuse(kind, errors);
  return {
    dryRun: dryRun.length > 0,
    manager: manager === '' ? agentAsManager(request.agent) : manager,
    fieldValidation: fieldValidation === '' ? 'Warn' : (fieldValidation as FieldValidation),
    force: force ?? false,
  };
}

/** The part of a User-Agent that names a manager: printable, and no longer than a manager may be. */
function agentAsManager(agent: string): string {
  let manager = '';
  for (const character of agent.split('/', 1)[0] ?? '') {
    if (managerErrors(character, '').length > 0) continue;
    if (managerErrors(manager + character, '').length > 0) break;
    manager += character;
  }
  return manager;
}

interface RawDeleteOptions {
  dryRun?: readonly string[];
  gracePeriodSeconds?: number;
  propagationPolicy?: string;
  orphanDependents?: boolean;
  preconditions?: { uid?: string; resourceVersion?: string };
}

function integerOf(text: string | null): number | undefined {
  if (text === null) return undefined;
  if (!/^[+-]?\d+$/.test(text)) throw badRequest(`strconv.ParseInt: parsing ${shown(text)}: invalid syntax`);
  return Number(text);
}

/** Reads and checks the options of a deletion: `body`, when there is one, hides the parameters. Throws 400 and 422. */
export function deleteOptions(
  query: URLSearchParams,
  body: Readonly<Record<string, unknown>> | undefined,
): DeleteOptions {
  const given: RawDeleteOptions = body ?? {
    dryRun: query.getAll('dryRun'),
    ...defined('gracePeriodSeconds', integerOf(query.get('gracePeriodSeconds'))),
    ...defined('propagationPolicy', query.get('propagationPolicy') ?? undefined),
    ...defined('orphanDependents', booleanOf(query.get('orphanDependents'))),
  };
  const policy = given.propagationPolicy;
  const dryRun = given.dryRun ?? [];
  const errors: FieldError[] = [];
  if (given.orphanDependents !== undefined && policy !== undefined) {
    errors.push(invalid('propagationPolicy', policy, 'orphanDependents and deletionPropagation cannot be both set'));
  }
  if (policy !== undefined && !['Foreground', 'Background', 'Orphan'].includes(policy)) {
    errors.push(notSupported('propagationPolicy', policy, ['Foreground', 'Background', 'Orphan', 'nil']));
  }
  errors.push(...dryRunErrors(dryRun));
  refuse('DeleteOptions', errors);
  return {
    dryRun: dryRun.length > 0,
    // A grace period below zero is one second: at once, but not by force.
    gracePeriodSeconds:
      given.gracePeriodSeconds !== undefined && given.gracePeriodSeconds < 0 ? 1 : given.gracePeriodSeconds,
    propagationPolicy: policy,
    orphanDependents: given.orphanDependents,
    preconditions: given.preconditions ?? {},
  };
}

const defined = <Key extends string, Value>(key: Key, value: Value | undefined): Partial<Record<Key, Value>> =>
  value === undefined ? {} : ({ [key]: value } as Record<Key, Value>);
