import type { ReplicaSet } from '../../generated/kinds/apps-v1.js';
import type { ReplicationController } from '../../generated/kinds/core-v1.js';
import type { Strategy } from '../contract.js';
import { required } from '../field-error.js';
import { as } from './loose.js';
import { notNegative } from './pod-probes.js';
import {
  defaultTemplate,
  immutableSelector,
  keepStatus,
  nameWarnings,
  templateLabels,
  templateWarnings,
  validateCounts,
  validateLastingTemplate,
  validateMatch,
  validateReplicaTemplate,
} from './workload.js';

const COUNTS = ['replicas', 'fullyLabeledReplicas', 'readyReplicas', 'availableReplicas', 'observedGeneration'];
const PARTS = ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'];

/** The rules of ReplicaSets. */
export const replicaSetStrategy: Strategy = {
  generation: true,
  default(object) {
    const spec = (as<ReplicaSet>(object).spec ??= {});
    spec.replicas ??= 1;
    defaultTemplate((spec.template ??= {}));
  },
  prepareForCreate(object) {
    object.status = { replicas: 0 };
  },
  prepareForUpdate: keepStatus,
  validate(object) {
    const spec = as<ReplicaSet>(object).spec ?? {};
    return [
      ...notNegative('spec.replicas', spec.replicas),
      ...notNegative('spec.minReadySeconds', spec.minReadySeconds),
      ...validateReplicaTemplate(spec.selector, spec.template),
    ];
  },
  validateUpdate: (object, old) =>
    immutableSelector(as<ReplicaSet>(object).spec?.selector, as<ReplicaSet>(old).spec?.selector),
  validateStatusUpdate: (object) =>
    validateCounts((object.status ?? {}) as Record<string, unknown>, [...COUNTS, 'terminatingReplicas'], PARTS),
  warnings: (object, old) => [...nameWarnings(object, old), ...templateWarnings(as<ReplicaSet>(object).spec?.template)],
};

/** The rules of replication controllers, whose selector is a plain map that follows the template. */
export const replicationControllerStrategy: Strategy = {
  generation: true,
  default(object) {
    const spec = (as<ReplicationController>(object).spec ??= {});
    spec.replicas ??= 1;
    defaultTemplate(spec.template);
    const labels = templateLabels(spec.template);
    if (labels === undefined) return;
    if (Object.keys(spec.selector ?? {}).length === 0) spec.selector = { ...labels };
    if (Object.keys(object.metadata.labels ?? {}).length === 0) object.metadata.labels = { ...labels };
  },
  prepareForCreate(object) {
    object.status = { replicas: 0 };
  },
  prepareForUpdate: keepStatus,
  validate(object) {
    const spec = as<ReplicationController>(object).spec ?? {};
    const matchLabels = (spec.selector ?? {}) as Record<string, string>;
    const errors = notNegative('spec.minReadySeconds', spec.minReadySeconds);
    if (Object.keys(matchLabels).length === 0) errors.push(required('spec.selector'));
    errors.push(...notNegative('spec.replicas', spec.replicas));
    if (spec.template === undefined) return [...errors, required('spec.template')];
    if (Object.keys(matchLabels).length > 0) {
      errors.push(...validateMatch({ matchLabels }, spec.template, 'spec.template'));
    }
    return [...errors, ...validateLastingTemplate(spec.template, 'spec.template', 'ReplicationController')];
  },
  validateStatusUpdate: (object) => validateCounts((object.status ?? {}) as Record<string, unknown>, COUNTS, PARTS),
  warnings: (object, old) => [
    ...nameWarnings(object, old),
    ...templateWarnings(as<ReplicationController>(object).spec?.template),
  ],
};
