import type { DaemonSet, DaemonSetUpdateStrategy } from '../../generated/kinds/apps-v1.js';
import type { ApiObject, Strategy } from '../contract.js';
import { invalid, notSupported, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { sameInGo } from '../json.js';
import { isEmptySelector, validateLabelSelector } from './labels.js';
import type { Loose } from './loose.js';
import { as, isEmpty } from './loose.js';
import { notNegative } from './pod-probes.js';
import {
  amountOf,
  defaultTemplate,
  immutableSelector,
  keepStatus,
  templateWarnings,
  notAbove100Percent,
  validateCollisions,
  validateCounts,
  validateIntOrPercent,
  validateLastingTemplate,
  validateMatch,
} from './workload.js';

/** A count of changes of the template, which the newest version of the kind has no field for. */
const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';
/** Old templates that are kept, to go back to. */
const HISTORY = 10;

function setTemplateGeneration({ metadata }: ApiObject, generation: number): void {
  metadata.annotations = { ...metadata.annotations, [TEMPLATE_GENERATION]: String(generation) };
}

const templateGenerationOf = ({ metadata }: ApiObject): number =>
  Number.parseInt(metadata.annotations?.[TEMPLATE_GENERATION] ?? '0', 10) || 0;

function validateUpdateStrategy(strategy: Loose<DaemonSetUpdateStrategy>): FieldError[] {
  const field = 'spec.updateStrategy';
  const { type, rollingUpdate } = strategy;
  if (type === 'OnDelete') return [];
  if (type !== 'RollingUpdate') {
    const shown = { Type: type ?? '', RollingUpdate: rollingUpdate ?? null };
    return [notSupported(field, shown, ['RollingUpdate', 'OnDelete'])];
  }
  const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate ?? {};
  const unavailable = `${field}.rollingUpdate.maxUnavailable`;
  const surge = `${field}.rollingUpdate.maxSurge`;
  const errors = [
    ...validateIntOrPercent(maxUnavailable, unavailable),
    ...validateIntOrPercent(maxSurge, surge),
    ...notAbove100Percent(maxUnavailable, unavailable),
    ...notAbove100Percent(maxSurge, surge),
  ];
  const some = [amountOf(maxUnavailable) !== 0, amountOf(maxSurge) !== 0];
  if (some.every(Boolean)) errors.push(invalid(surge, maxSurge, 'may not be set when maxUnavailable is non-zero'));
  if (!some.some(Boolean)) errors.push(required(unavailable, 'cannot be 0 when maxSurge is 0'));
  return errors;
}

/** The rules of daemon sets. */
export const daemonSetStrategy: Strategy = {
  generation: true,
  default(object) {
    const spec = (as<DaemonSet>(object).spec ??= {});
    const strategy = (spec.updateStrategy ??= {});
    if (isEmpty(strategy.type)) strategy.type = 'RollingUpdate';
    if (strategy.type === 'RollingUpdate') {
      const rolling = (strategy.rollingUpdate ??= {});
      rolling.maxUnavailable ??= 1;
      rolling.maxSurge ??= 0;
    }
    spec.revisionHistoryLimit ??= HISTORY;
    defaultTemplate((spec.template ??= {}));
    // Whoever sends none has sent zero, and owns it.
    setTemplateGeneration(object, templateGenerationOf(object));
  },
  prepareForCreate(object) {
    object.status = { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 };
    setTemplateGeneration(object, Math.max(1, templateGenerationOf(object)));
  },
  prepareForUpdate(object, old) {
    keepStatus(object, old);
    const same = sameInGo(as<DaemonSet>(object).spec?.template, as<DaemonSet>(old).spec?.template);
    setTemplateGeneration(object, templateGenerationOf(old) + (same ? 0 : 1));
  },
  validate(object) {
    const spec = as<DaemonSet>(object).spec ?? {};
    const { template, minReadySeconds, updateStrategy, revisionHistoryLimit } = spec;
    const selector = spec.selector ?? undefined;
    const errors = validateLabelSelector(selector, 'spec.selector');
    if (errors.length === 0) errors.push(...validateMatch(selector, template, 'spec.template'));
    if (selector !== undefined && isEmptySelector(selector)) {
      errors.push(invalid('spec.selector', selector, 'empty selector is invalid for daemonset'));
    }
    return [
      ...errors,
      ...validateLastingTemplate(template, 'spec.template', 'DaemonSet'),
      ...notNegative('spec.minReadySeconds', minReadySeconds),
      ...validateUpdateStrategy(updateStrategy ?? {}),
      ...notNegative('spec.revisionHistoryLimit', revisionHistoryLimit),
    ];
  },
  validateUpdate: (object, old) =>
    immutableSelector(as<DaemonSet>(object).spec?.selector, as<DaemonSet>(old).spec?.selector),
  validateStatusUpdate(object, old) {
    const counts = [
      'currentNumberScheduled',
      'numberMisscheduled',
      'desiredNumberScheduled',
      'numberReady',
      'observedGeneration',
      'updatedNumberScheduled',
      'numberAvailable',
      'numberUnavailable',
      'collisionCount',
    ];
    const status = (object.status ?? {}) as Record<string, unknown>;
    return [...validateCounts(status, counts, []), ...validateCollisions(object, old)];
  },
  warnings: (object) => templateWarnings(as<DaemonSet>(object).spec?.template),
};
