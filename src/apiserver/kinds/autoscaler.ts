import type {
  HorizontalPodAutoscaler,
  HPAScalingRules,
  MetricIdentifier,
  MetricSpec,
  MetricTarget,
} from '../../generated/kinds/autoscaling-v2.js';
import type { Strategy } from '../contract.js';
import { forbidden, invalid, notSupported, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { pathSegment } from '../names.js';
import { checked } from './labels.js';
import type { Loose } from './loose.js';
import { as, isEmpty } from './loose.js';
import { quantityOf } from './quantity.js';
import { keepStatus, validateCounts } from './workload.js';

/** The target of an autoscaler that names none, in percent. */
const CPU_PERCENT = 80;
/** An hour and half an hour, in seconds: how far back a decision may look, and how long a policy may count. */
const MAX_WINDOW_SECONDS = 3600;
const MAX_PERIOD_SECONDS = 1800;
const SOURCES = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'];
const FIELD_OF: Readonly<Record<string, keyof MetricSpec>> = {
  ContainerResource: 'containerResource',
  External: 'external',
  Object: 'object',
  Pods: 'pods',
  Resource: 'resource',
};

type Rules = Loose<HPAScalingRules>;

const merged = (given: Rules | undefined, defaults: Rules): Rules => ({
  ...defaults,
  ...Object.fromEntries(
    Object.entries(given ?? {}).filter(([, value]: [string, unknown]) => value !== undefined && value !== null),
  ),
});

/** Up at once, doubling or by four pods, whichever is more. */
const scaleUp = (): Rules => ({
  stabilizationWindowSeconds: 0,
  selectPolicy: 'Max',
  policies: [
    { type: 'Pods', value: 4, periodSeconds: 15 },
    { type: 'Percent', value: 100, periodSeconds: 15 },
  ],
});
/** Down by all that is not needed. */
const scaleDown = (): Rules => ({
  selectPolicy: 'Max',
  policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
});

/** The versions of other kinds need a group; of the core group only one kind scales. */
function validateReference(
  ref: { kind?: string; name?: string; apiVersion?: string },
  field: string,
  options: { needsGroup: boolean },
): FieldError[] {
  const errors: FieldError[] = [];
  for (const part of ['kind', 'name'] as const) {
    const value = ref[part];
    errors.push(...(isEmpty(value) ? [required(`${field}.${part}`)] : checked(`${field}.${part}`, value, pathSegment)));
  }
  const { apiVersion = '' } = ref;
  if (apiVersion.split('/').length > 2) {
    errors.push(invalid(`${field}.apiVersion`, apiVersion, `unexpected GroupVersion string: ${apiVersion}`));
  } else if (options.needsGroup && !apiVersion.includes('/') && ref.kind !== 'ReplicationController') {
    errors.push(invalid(`${field}.apiVersion`, apiVersion, 'apiVersion must specify API group'));
  }
  return errors;
}

function validateTarget(target: Loose<MetricTarget>, field: string): FieldError[] {
  const { type = '', value, averageValue, averageUtilization } = target;
  const errors: FieldError[] = [];
  if (type === '') errors.push(required(`${field}.type`, 'must specify a metric target type'));
  if (!['Utilization', 'Value', 'AverageValue'].includes(type)) {
    errors.push(invalid(`${field}.type`, type, 'must be either Utilization, Value, or AverageValue'));
  }
  for (const [name, amount] of Object.entries({ value, averageValue })) {
    if (amount !== undefined && quantityOf(amount).value <= 0n) {
      errors.push(invalid(`${field}.${name}`, amount, 'must be positive'));
    }
  }
  if (averageUtilization !== undefined && averageUtilization < 1) {
    errors.push(invalid(`${field}.averageUtilization`, averageUtilization, 'must be greater than 0'));
  }
  return errors;
}

const validateIdentifier = ({ name }: Loose<MetricIdentifier>, field: string): FieldError[] =>
  isEmpty(name)
    ? [required(`${field}.name`, 'must specify a metric name')]
    : checked(`${field}.name`, name, pathSegment);

function validateResourceTarget(target: Loose<MetricTarget>, field: string): FieldError[] {
  const errors = validateTarget(target, field);
  const { averageUtilization: percent, averageValue: value } = target;
  if (percent === undefined && value === undefined) {
    const detail = 'must set either a target raw value or a target utilization';
    errors.push(required(`${field}.averageUtilization`, detail));
  }
  if (percent !== undefined && value !== undefined) {
    const detail = 'may not set both a target raw value and a target utilization';
    errors.push(forbidden(`${field}.averageValue`, detail));
  }
  return errors;
}

function validateSource(metric: Loose<MetricSpec>, field: string): FieldError[] {
  const { object, external, pods, resource, containerResource } = metric;
  if (object !== undefined) {
    const path = `${field}.object`;
    const { target = {} } = object;
    const errors = [
      ...validateReference(object.describedObject ?? {}, `${path}.describedObject`, { needsGroup: false }),
      ...validateIdentifier(object.metric ?? {}, `${path}.metric`),
      ...validateTarget(target, `${path}.target`),
    ];
    if (target.value === undefined && target.averageValue === undefined) {
      errors.push(required(`${path}.target.averageValue`, 'must set either a target value or averageValue'));
    }
    return errors;
  }
  if (external !== undefined || pods !== undefined) {
    const name = external === undefined ? 'pods' : 'external';
    const { metric: id = {}, target = {} } = external ?? pods ?? {};
    const path = `${field}.${name}`;
    const errors = [...validateIdentifier(id, `${path}.metric`), ...validateTarget(target, `${path}.target`)];
    if (target.averageValue === undefined && (name === 'pods' || target.value === undefined)) {
      const detail =
        name === 'pods'
          ? 'must specify a positive target averageValue'
          : 'must set either a target value for metric or a per-pod target';
      errors.push(required(`${path}.target.averageValue`, detail));
    }
    return errors;
  }
  const name = resource === undefined ? 'containerResource' : 'resource';
  const path = `${field}.${name}`;
  const source = resource ?? containerResource;
  if (source === undefined) return [];
  const errors = isEmpty(source.name) ? [required(`${path}.name`, 'must specify a resource name')] : [];
  if (resource === undefined && isEmpty(containerResource?.container)) {
    errors.push(required(`${path}.container`, 'must specify a container'));
  }
  return [...errors, ...validateResourceTarget(source.target ?? {}, `${path}.target`)];
}

function validateMetric(metric: Loose<MetricSpec>, field: string): FieldError[] {
  const { type = '' } = metric;
  const errors: FieldError[] = [];
  if (type === '') errors.push(required(`${field}.type`, 'must specify a metric source type'));
  if (!SOURCES.includes(type)) errors.push(notSupported(`${field}.type`, type, SOURCES));
  errors.push(...validateSource(metric, field));
  const expected = FIELD_OF[type];
  if (expected === undefined) errors.push(notSupported(`${field}.type`, type, SOURCES));
  else if (metric[expected] === undefined) {
    errors.push(required(`${field}.${expected}`, 'must populate information for the given metric source'));
  }
  const present = Object.values(FIELD_OF).filter((name) => metric[name] !== undefined);
  if (present.length === 1) return errors;
  return [
    ...errors,
    ...present
      .filter((name) => name !== expected)
      .map((name) => forbidden(`${field}.${name}`, 'must populate the given metric source only')),
  ];
}

function validateRules(rules: Rules | undefined, field: string): FieldError[] {
  if (rules === undefined) return [];
  const errors: FieldError[] = [];
  const { stabilizationWindowSeconds: window, selectPolicy, policies = [] } = rules;
  if (window !== undefined && window < 0) {
    errors.push(invalid(`${field}.stabilizationWindowSeconds`, window, 'must be greater than or equal to zero'));
  }
  if (window !== undefined && window > MAX_WINDOW_SECONDS) {
    const detail = `must be less than or equal to ${String(MAX_WINDOW_SECONDS)}`;
    errors.push(invalid(`${field}.stabilizationWindowSeconds`, window, detail));
  }
  if (selectPolicy !== undefined && !['Disabled', 'Max', 'Min'].includes(selectPolicy)) {
    errors.push(notSupported(`${field}.selectPolicy`, selectPolicy, ['Disabled', 'Max', 'Min']));
  }
  if (policies.length === 0) errors.push(required(`${field}.policies`, 'must specify at least one Policy'));
  for (const [index, { type = '', value = 0, periodSeconds = 0 }] of policies.entries()) {
    const path = `${field}.policies[${String(index)}]`;
    if (type !== 'Pods' && type !== 'Percent') errors.push(notSupported(`${path}.type`, type, ['Percent', 'Pods']));
    if (value <= 0) errors.push(invalid(`${path}.value`, value, 'must be greater than zero'));
    if (periodSeconds <= 0) errors.push(invalid(`${path}.periodSeconds`, periodSeconds, 'must be greater than zero'));
    if (periodSeconds > MAX_PERIOD_SECONDS) {
      const detail = `must be less than or equal to ${String(MAX_PERIOD_SECONDS)}`;
      errors.push(invalid(`${path}.periodSeconds`, periodSeconds, detail));
    }
  }
  return errors;
}

/** The rules of autoscalers: defaults in either version, everything else in the one that is kept. */
export const autoscalerStrategy: Strategy = {
  default(object) {
    const spec = (as<HorizontalPodAutoscaler>(object).spec ??= {});
    spec.minReplicas ??= 1;
    if (object.apiVersion !== 'autoscaling/v2') return;
    if ((spec.metrics ?? []).length === 0) {
      const target = { type: 'Utilization', averageUtilization: CPU_PERCENT };
      spec.metrics = [{ type: 'Resource', resource: { name: 'cpu', target } }];
    }
    if (spec.behavior === undefined) return;
    spec.behavior.scaleUp = merged(spec.behavior.scaleUp, scaleUp());
    spec.behavior.scaleDown = merged(spec.behavior.scaleDown, scaleDown());
  },
  prepareForCreate(object) {
    object.status = { desiredReplicas: 0, currentMetrics: null };
  },
  prepareForUpdate: keepStatus,
  validate(object) {
    const spec = as<HorizontalPodAutoscaler>(object).spec ?? {};
    const { minReplicas = 1, maxReplicas = 0 } = spec;
    const errors: FieldError[] = [];
    if (minReplicas < 1) errors.push(invalid('spec.minReplicas', minReplicas, 'must be greater than or equal to 1'));
    if (maxReplicas === 0) errors.push(required('spec.maxReplicas', 'must be set and greater than 0'));
    else if (maxReplicas < 0) {
      errors.push(invalid('spec.maxReplicas', maxReplicas, 'must be greater than or equal to 1'));
    }
    if (maxReplicas < minReplicas) {
      errors.push(invalid('spec.maxReplicas', maxReplicas, 'must be greater than or equal to `minReplicas`'));
    }
    errors.push(
      ...validateReference(spec.scaleTargetRef ?? {}, 'spec.scaleTargetRef', { needsGroup: true }),
      ...(spec.metrics ?? []).flatMap((metric, index) => validateMetric(metric, `spec.metrics[${String(index)}]`)),
    );
    if (minReplicas === 0 && !(spec.metrics ?? []).some(({ type }) => type === 'Object' || type === 'External')) {
      const detail = 'must specify at least one Object or External metric to support scaling to zero replicas';
      errors.push(forbidden('spec.metrics', detail));
    }
    return [
      ...errors,
      ...validateRules(spec.behavior?.scaleUp, 'spec.behavior.scaleUp'),
      ...validateRules(spec.behavior?.scaleDown, 'spec.behavior.scaleDown'),
    ];
  },
  validateStatusUpdate: (object) =>
    validateCounts((object.status ?? {}) as Record<string, unknown>, ['currentReplicas', 'desiredReplicas'], []),
};
