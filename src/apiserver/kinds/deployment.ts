import type { Deployment, DeploymentStrategy } from '../../generated/kinds/apps-v1.js';
import type { Strategy } from '../contract.js';
import { forbidden, invalid, notSupported } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { sameInGo } from '../json.js';
import type { Loose } from './loose.js';
import { as, isEmpty } from './loose.js';
import { notNegative } from './pod-probes.js';
import {
  amountOf,
  defaultTemplate,
  immutableSelector,
  keepStatus,
  nameWarnings,
  notAbove100Percent,
  templateWarnings,
  validateCollisions,
  validateCounts,
  validateIntOrPercent,
  validateReplicaTemplate,
} from './workload.js';

/** A quarter of the pods may be missing or too many while a new version rolls out. */
const QUARTER = '25%';
/** Old ReplicaSets that are kept, to go back to. */
const HISTORY = 10;
/** Ten minutes, in seconds: a rollout that gets no further in that time has failed. */
const PROGRESS_SECONDS = 600;

function validateStrategy(strategy: Loose<DeploymentStrategy>): FieldError[] {
  const field = 'spec.strategy';
  const { type, rollingUpdate } = strategy;
  if (type === 'Recreate') {
    if (rollingUpdate === undefined) return [];
    return [forbidden(`${field}.rollingUpdate`, "may not be specified when strategy `type` is 'Recreate'")];
  }
  if (type !== 'RollingUpdate') {
    const shown = { Type: type ?? '', RollingUpdate: rollingUpdate ?? null };
    return [notSupported(field, shown, ['Recreate', 'RollingUpdate'])];
  }
  const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate ?? {};
  const path = `${field}.rollingUpdate.maxUnavailable`;
  const errors = [
    ...validateIntOrPercent(maxUnavailable, path),
    ...validateIntOrPercent(maxSurge, `${field}.rollingUpdate.maxSurge`),
  ];
  if (amountOf(maxUnavailable) === 0 && amountOf(maxSurge) === 0) {
    errors.push(invalid(path, maxUnavailable, 'may not be 0 when `maxSurge` is 0'));
  }
  return [...errors, ...notAbove100Percent(maxUnavailable, path)];
}

/** The rules of deployments. */
export const deploymentStrategy: Strategy = {
  generation: true,
  default(object) {
    const spec = (as<Deployment>(object).spec ??= {});
    spec.replicas ??= 1;
    const strategy = (spec.strategy ??= {});
    if (isEmpty(strategy.type)) strategy.type = 'RollingUpdate';
    if (strategy.type === 'RollingUpdate') {
      const rolling = (strategy.rollingUpdate ??= {});
      rolling.maxUnavailable ??= QUARTER;
      rolling.maxSurge ??= QUARTER;
    }
    spec.revisionHistoryLimit ??= HISTORY;
    spec.progressDeadlineSeconds ??= PROGRESS_SECONDS;
    defaultTemplate((spec.template ??= {}));
  },
  prepareForCreate(object) {
    object.status = {};
  },
  prepareForUpdate(object, old) {
    keepStatus(object, old);
    // Rollouts are asked for with annotations, too: they count as a change of what is wanted.
    if (!sameInGo(object.metadata.annotations ?? {}, old.metadata.annotations ?? {})) {
      object.metadata.generation = (old.metadata.generation ?? 0) + 1;
    }
  },
  validate(object) {
    const spec = as<Deployment>(object).spec ?? {};
    const errors = [
      ...notNegative('spec.replicas', spec.replicas),
      ...validateReplicaTemplate(spec.selector, spec.template),
      ...validateStrategy(spec.strategy ?? {}),
      ...notNegative('spec.minReadySeconds', spec.minReadySeconds),
      ...notNegative('spec.revisionHistoryLimit', spec.revisionHistoryLimit),
      ...notNegative('spec.progressDeadlineSeconds', spec.progressDeadlineSeconds),
    ];
    const deadline = spec.progressDeadlineSeconds;
    if (deadline !== undefined && deadline <= (spec.minReadySeconds ?? 0)) {
      errors.push(invalid('spec.progressDeadlineSeconds', deadline, 'must be greater than minReadySeconds'));
    }
    return errors;
  },
  validateUpdate: (object, old) =>
    immutableSelector(as<Deployment>(object).spec?.selector, as<Deployment>(old).spec?.selector),
  validateStatusUpdate(object, old) {
    const counts = ['replicas', 'updatedReplicas', 'readyReplicas', 'availableReplicas', 'unavailableReplicas'];
    const all = ['observedGeneration', ...counts, 'terminatingReplicas', 'collisionCount'];
    const parts = ['updatedReplicas', 'readyReplicas', 'availableReplicas'];
    const status = (object.status ?? {}) as Record<string, unknown>;
    return [...validateCounts(status, all, parts), ...validateCollisions(object, old)];
  },
  warnings: (object, old) => [...nameWarnings(object, old), ...templateWarnings(as<Deployment>(object).spec?.template)],
};
