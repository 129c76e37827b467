import type { Job, JobSpec, PodFailurePolicyRule } from '../../generated/kinds/batch-v1.js';
import type { ApiObject, Strategy } from '../contract.js';
import { invalid, notSupported, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { sameInGo } from '../json.js';
import { dnsLabel, IMMUTABLE, MAX_INT32 } from '../names.js';
import { selectorMatches, shownSelector, sortedMap, validateLabelSelector } from './labels.js';
import type { Loose } from './loose.js';
import { as, isEmpty, fill } from './loose.js';
import { internalTemplate } from './pod-internal.js';
import { notNegative } from './pod-probes.js';
import { validatePodTemplate } from './pod-spec.js';
import {
  defaultTemplate,
  immutable,
  immutableSelector,
  keepStatus,
  nameWarnings,
  shownLabels,
  templateLabels,
  templateWarnings,
} from './workload.js';

type Spec = Loose<JobSpec>;

/** Tries of a pod before a job has failed. */
const BACKOFF_LIMIT = 6;
/** Above this many pods at once the names of an indexed job cannot be kept apart in its status. */
const MAX_INDEXED_PARALLELISM = 100_000;
const ACTIONS = ['Count', 'FailIndex', 'FailJob', 'Ignore'];
const CONTROLLER = ['controller-uid', 'batch.kubernetes.io/controller-uid'] as const;
const NAMES = ['job-name', 'batch.kubernetes.io/job-name'] as const;

/** What every job and every template of one gets. */
export function defaultJobSpec(spec: Spec): void {
  if (spec.completions === undefined && spec.parallelism === undefined) spec.completions = 1;
  spec.parallelism ??= 1;
  spec.backoffLimit ??= spec.backoffLimitPerIndex === undefined ? BACKOFF_LIMIT : MAX_INT32;
  spec.completionMode ??= 'NonIndexed';
  spec.suspend ??= false;
  spec.podReplacementPolicy ??= spec.podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed';
  spec.manualSelector ??= false;
  for (const { onPodConditions } of spec.podFailurePolicy?.rules ?? []) {
    for (const condition of onPodConditions ?? []) fill(condition, 'status', 'True');
  }
}

/** Unless the user selects pods by hand, a job selects those that carry its uid. */
function generateSelector(object: ApiObject, spec: Spec): void {
  const { uid = '', name = '' } = object.metadata;
  const template = (spec.template ??= {});
  const metadata = (template.metadata ??= {}) as { labels?: Record<string, string> };
  const labels = (metadata.labels ??= {});
  // A job without labels has those of its template, also the ones that come now.
  const shared = sameInGo(object.metadata.labels ?? {}, labels);
  for (const key of NAMES) labels[key] ??= name;
  for (const key of CONTROLLER) labels[key] ??= uid;
  if (shared) object.metadata.labels = { ...labels };
  const selector = (spec.selector ??= {});
  selector.matchLabels = { [CONTROLLER[1]]: uid, ...(selector.matchLabels as Record<string, string> | undefined) };
}

function validateFailureRule(rule: Loose<PodFailurePolicyRule>, spec: Spec, path: string): FieldError[] {
  const { action, onExitCodes, onPodConditions = [] } = rule;
  const errors: FieldError[] = [];
  if (isEmpty(action))
    errors.push(required(`${path}.action`, `valid values: [${ACTIONS.map((name) => `"${name}"`).join(' ')}]`));
  else if (action === 'FailIndex') {
    if (spec.backoffLimitPerIndex === undefined) {
      errors.push(invalid(`${path}.action`, action, 'requires the backoffLimitPerIndex to be set'));
    }
  } else if (!ACTIONS.includes(action)) errors.push(notSupported(`${path}.action`, action, ACTIONS));
  const whole = (detail: string): FieldError => ({
    type: 'FieldValueInvalid',
    field: path,
    text: `Invalid value: ${detail}`,
  });
  if (onExitCodes !== undefined && onPodConditions.length > 0) {
    errors.push(whole('specifying both OnExitCodes and OnPodConditions is not supported'));
  }
  if (onExitCodes === undefined && onPodConditions.length === 0) {
    errors.push(whole('specifying one of OnExitCodes and OnPodConditions is required'));
  }
  return errors;
}

function validateCompletion(spec: Spec, field: string): FieldError[] {
  const { completionMode, completions, parallelism = 0, backoffLimitPerIndex, maxFailedIndexes } = spec;
  const errors: FieldError[] = [];
  if (completionMode !== undefined && completionMode !== 'NonIndexed' && completionMode !== 'Indexed') {
    errors.push(notSupported(`${field}.completionMode`, completionMode, ['NonIndexed', 'Indexed']));
  }
  if (completionMode === 'Indexed') {
    if (completions === undefined) errors.push(required(`${field}.completions`, 'when completion mode is Indexed'));
    if (parallelism > MAX_INDEXED_PARALLELISM) {
      const detail = `must be less than or equal to ${String(MAX_INDEXED_PARALLELISM)} when completion mode is Indexed`;
      errors.push(invalid(`${field}.parallelism`, parallelism, detail));
    }
    if (completions !== undefined && maxFailedIndexes !== undefined && maxFailedIndexes > completions) {
      errors.push(invalid(`${field}.maxFailedIndexes`, maxFailedIndexes, 'must be less than or equal to completions'));
    }
  }
  if (completionMode === undefined || completionMode === 'NonIndexed') {
    const detail = 'requires indexed completion mode';
    if (backoffLimitPerIndex !== undefined) {
      errors.push(invalid(`${field}.backoffLimitPerIndex`, backoffLimitPerIndex, detail));
    }
    if (maxFailedIndexes !== undefined) errors.push(invalid(`${field}.maxFailedIndexes`, maxFailedIndexes, detail));
  }
  return errors;
}

function validateRestart(spec: Spec, field: string): FieldError[] {
  const policy = spec.template?.spec?.restartPolicy ?? '';
  const path = `${field}.template.spec.restartPolicy`;
  if (policy === 'Always' || policy === '') return [required(path, 'valid values: "OnFailure", "Never"')];
  if (policy !== 'OnFailure' && policy !== 'Never') return [notSupported(path, policy, ['OnFailure', 'Never'])];
  if (spec.podFailurePolicy === undefined || policy === 'Never') return [];
  return [invalid(path, policy, 'only "Never" is supported when podFailurePolicy is specified')];
}

/** The rules of what a job does, for jobs and for what makes jobs. */
export function validateJobSpec(spec: Spec, field: string): FieldError[] {
  const counts = ['parallelism', 'completions', 'activeDeadlineSeconds', 'backoffLimit'] as const;
  const errors = counts.flatMap((name) => notNegative(`${field}.${name}`, spec[name]));
  errors.push(
    ...notNegative(`${field}.ttlSecondsAfterFinished`, spec.ttlSecondsAfterFinished),
    ...notNegative(`${field}.backoffLimitPerIndex`, spec.backoffLimitPerIndex),
    ...notNegative(`${field}.maxFailedIndexes`, spec.maxFailedIndexes),
  );
  if (spec.maxFailedIndexes !== undefined && spec.backoffLimitPerIndex === undefined) {
    errors.push(required(`${field}.backoffLimitPerIndex`, 'when maxFailedIndexes is specified'));
  }
  errors.push(...validateCompletion(spec, field));
  for (const [index, rule] of (spec.podFailurePolicy?.rules ?? []).entries()) {
    errors.push(...validateFailureRule(rule, spec, `${field}.podFailurePolicy.rules[${String(index)}]`));
  }
  const replacement = spec.podReplacementPolicy;
  const allowed = spec.podFailurePolicy === undefined ? ['Failed', 'TerminatingOrFailed'] : ['Failed'];
  if (replacement !== undefined && !allowed.includes(replacement)) {
    errors.push(notSupported(`${field}.podReplacementPolicy`, replacement, allowed));
  }
  return [...errors, ...validatePodTemplate(spec.template ?? {}, `${field}.template`), ...validateRestart(spec, field)];
}

function validateGeneratedSelector(object: ApiObject, spec: Spec): FieldError[] {
  if (spec.manualSelector === true || spec.selector === undefined) return [];
  const { uid = '', name = '' } = object.metadata;
  const labels = templateLabels(spec.template) ?? {};
  const field = 'spec.template.metadata';
  const errors: FieldError[] = [];
  const expect = (key: string, value: string): void => {
    const actual = labels[key];
    if (actual === undefined) errors.push(required(`${field}.labels`, `must be '${value}'`));
    else if (actual !== value) errors.push(invalid(`${field}.labels`, sortedMap(labels), `must be '${value}'`));
  };
  const pairs = [
    [CONTROLLER[0], uid],
    [NAMES[0], name],
    [CONTROLLER[1], uid],
    [NAMES[1], name],
  ] as const;
  for (const [key, value] of pairs) expect(key, value);
  if (!selectorMatches(spec.selector, Object.fromEntries(pairs))) {
    errors.push(invalid('spec.selector', shownSelector(spec.selector), '`selector` not auto-generated'));
  }
  return errors;
}

function validateTemplateUpdate(spec: Spec, old: Spec, object: ApiObject): FieldError[] {
  const isPaused =
    old.suspend === true && (object.status as { startTime?: string } | undefined)?.startTime === undefined;
  if (isPaused || sameInGo(spec.template, old.template)) return [];
  return [invalid('spec.template', internalTemplate(spec.template ?? {}), IMMUTABLE)];
}

/** The rules of jobs. */
export const jobStrategy: Strategy = {
  generation: true,
  default(object) {
    const spec = (as<Job>(object).spec ??= {});
    defaultJobSpec(spec);
    defaultTemplate((spec.template ??= {}));
    const labels = templateLabels(spec.template);
    if (labels !== undefined && Object.keys(object.metadata.labels ?? {}).length === 0) {
      object.metadata.labels = { ...labels };
    }
  },
  prepareForCreate(object) {
    const spec = (as<Job>(object).spec ??= {});
    if (spec.manualSelector !== true) generateSelector(object, spec);
    object.status = {};
  },
  prepareForUpdate: keepStatus,
  validate(object) {
    const spec = as<Job>(object).spec ?? {};
    const errors = [...validateGeneratedSelector(object, spec), ...validateJobSpec(spec, 'spec')];
    const { selector } = spec;
    if (selector === undefined) errors.push(required('spec.selector'));
    else errors.push(...validateLabelSelector(selector, 'spec.selector'));
    if (selector === undefined || !selectorMatches(selector, templateLabels(spec.template))) {
      const detail = '`selector` does not match template `labels`';
      errors.push(invalid('spec.template.metadata.labels', shownLabels(spec.template), detail));
    }
    if (spec.completionMode === 'Indexed' && (spec.completions ?? 0) > 0) {
      const { name = '' } = object.metadata;
      const last = `${name}-${String((spec.completions ?? 0) - 1)}`;
      if (dnsLabel(last).length > 0) {
        const detail = `will not able to create pod with invalid DNS label: ${last}`;
        errors.push(invalid('metadata.name', name, detail));
      }
    }
    return errors;
  },
  validateUpdate(object, before) {
    const spec = as<Job>(object).spec ?? {};
    const old = as<Job>(before).spec ?? {};
    const isIndexed = spec.completionMode === 'Indexed';
    const elastic = isIndexed && spec.completions === spec.parallelism && spec.completions !== undefined;
    return [
      ...(elastic ? [] : immutable(spec.completions, old.completions, 'spec.completions')),
      ...immutableSelector(spec.selector, old.selector),
      ...validateTemplateUpdate(spec, old, before),
      ...immutable(spec.completionMode, old.completionMode, 'spec.completionMode'),
      ...immutable(spec.podFailurePolicy, old.podFailurePolicy, 'spec.podFailurePolicy'),
      ...immutable(spec.backoffLimitPerIndex, old.backoffLimitPerIndex, 'spec.backoffLimitPerIndex'),
      ...immutable(spec.managedBy, old.managedBy, 'spec.managedBy'),
      ...immutable(spec.successPolicy, old.successPolicy, 'spec.successPolicy'),
    ];
  },
  warnings: (object, old) => [...nameWarnings(object, old), ...templateWarnings(as<Job>(object).spec?.template)],
};
