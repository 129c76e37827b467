import type { StatefulSet, StatefulSetSpec } from '../../generated/kinds/apps-v1.js';
import type { Strategy } from '../contract.js';
import { forbidden, invalid, notSupported, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { sameInGo } from '../json.js';
import { dnsLabel } from '../names.js';
import { validateClaimSpec } from './claim-spec.js';
import { isNew, markNew } from './creating.js';
import { checked, isEmptySelector, validateLabelSelector } from './labels.js';
import type { Loose } from './loose.js';
import { as, isEmpty } from './loose.js';
import { notNegative } from './pod-probes.js';
import { validatePodTemplate } from './pod-spec.js';
import {
  defaultTemplate,
  keepStatus,
  templateWarnings,
  validateCollisions,
  validateCounts,
  validateLasting,
  validateMatch,
  validateSelector,
} from './workload.js';
import type { Template } from './workload.js';

type Spec = Loose<StatefulSetSpec>;

/** Old templates that are kept, to go back to. */
const HISTORY = 10;
const CHANGEABLE = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
] as const;

function validatePolicies(spec: Spec): FieldError[] {
  const errors: FieldError[] = [];
  const { podManagementPolicy: policy, updateStrategy: strategy = {} } = spec;
  if (isEmpty(policy)) errors.push(required('spec.podManagementPolicy'));
  else if (policy !== 'OrderedReady' && policy !== 'Parallel') {
    errors.push(invalid('spec.podManagementPolicy', policy, "must be 'OrderedReady' or 'Parallel'"));
  }
  const { type, rollingUpdate } = strategy;
  const shown = { Partition: rollingUpdate?.partition ?? 0, MaxUnavailable: rollingUpdate?.maxUnavailable ?? null };
  if (type === 'OnDelete') {
    if (rollingUpdate !== undefined) {
      const detail = "only allowed for updateStrategy 'RollingUpdate'";
      errors.push(invalid('spec.updateStrategy.rollingUpdate', shown, detail));
    }
  } else if (type === 'RollingUpdate') {
    errors.push(...notNegative('spec.updateStrategy.rollingUpdate.partition', rollingUpdate?.partition));
  } else {
    const value = { Type: type ?? '', RollingUpdate: rollingUpdate === undefined ? null : shown };
    errors.push(invalid('spec.updateStrategy', value, "must be 'RollingUpdate' or 'OnDelete'"));
  }
  const retention = spec.persistentVolumeClaimRetentionPolicy ?? {};
  for (const when of ['whenDeleted', 'whenScaled'] as const) {
    const value = retention[when] ?? '';
    if (value === 'Retain' || value === 'Delete') continue;
    errors.push(notSupported(`spec.persistentVolumeClaimRetentionPolicy.${when}`, value, ['Retain', 'Delete']));
  }
  return errors;
}

/** The template with what the set itself gives to its pods: a volume for each claim, and their own host names. */
function completeTemplate({ template = {}, volumeClaimTemplates = [] }: Spec): Template {
  const { subdomain: _, hostname: __, ...spec } = template.spec ?? {};
  const claims = volumeClaimTemplates.map(({ metadata }) => metadata?.name ?? '');
  const volumes = [
    ...[...new Set(claims)].map((name) => ({ name, persistentVolumeClaim: { claimName: name } })),
    ...(spec.volumes ?? []).filter(({ name }) => !claims.includes(name ?? '')),
  ];
  return { ...template, spec: claims.length === 0 ? spec : { ...spec, volumes } };
}

function validateSpec(spec: Spec, isCreation: boolean): FieldError[] {
  const selector = spec.selector ?? undefined;
  const errors = validatePolicies(spec);
  if (isCreation) {
    for (const [index, claim] of (spec.volumeClaimTemplates ?? []).entries()) {
      errors.push(...validateClaimSpec(claim.spec ?? {}, `spec.volumeClaimTemplates[${String(index)}].spec`));
    }
  }
  errors.push(
    ...notNegative('spec.replicas', spec.replicas),
    ...notNegative('spec.minReadySeconds', spec.minReadySeconds),
    ...notNegative('spec.ordinals.start', spec.ordinals?.start),
  );
  if (isCreation && !isEmpty(spec.serviceName)) errors.push(...checked('spec.serviceName', spec.serviceName, dnsLabel));
  errors.push(...validateSelector(selector, 'spec.selector', 'statefulset'));
  if (selector !== undefined && validateLabelSelector(selector, '').length > 0) {
    errors.push(invalid('spec.selector', selector, ''));
  } else {
    const template = completeTemplate(spec);
    if (selector === undefined || !isEmptySelector(selector)) {
      errors.push(...validateMatch(selector, template, 'spec.template'));
    }
    errors.push(...validatePodTemplate(template, 'spec.template'));
  }
  return [...errors, ...validateLasting(spec.template?.spec ?? {}, 'spec.template', 'StatefulSet')];
}

const fixedPart = (spec: Spec): Spec => {
  const copy = { ...spec };
  for (const name of CHANGEABLE) Reflect.deleteProperty(copy, name);
  return copy;
};

/** The rules of stateful sets. */
export const statefulSetStrategy: Strategy = {
  generation: true,
  validateName: dnsLabel,
  default(object) {
    const spec = (as<StatefulSet>(object).spec ??= {});
    if (isEmpty(spec.podManagementPolicy)) spec.podManagementPolicy = 'OrderedReady';
    const strategy = (spec.updateStrategy ??= {});
    if (isEmpty(strategy.type)) {
      strategy.type = 'RollingUpdate';
      strategy.rollingUpdate ??= {};
    }
    if (strategy.type === 'RollingUpdate' && strategy.rollingUpdate !== undefined) {
      strategy.rollingUpdate.partition ??= 0;
    }
    const retention = (spec.persistentVolumeClaimRetentionPolicy ??= {});
    if (isEmpty(retention.whenDeleted)) retention.whenDeleted = 'Retain';
    if (isEmpty(retention.whenScaled)) retention.whenScaled = 'Retain';
    spec.replicas ??= 1;
    spec.revisionHistoryLimit ??= HISTORY;
    for (const claim of spec.volumeClaimTemplates ?? []) {
      // Claims of a set carry their own type, and the state that a new claim has.
      Object.assign(claim, { apiVersion: 'v1', kind: 'PersistentVolumeClaim' });
      (claim.spec ??= {}).volumeMode ??= 'Filesystem';
      const status = (claim.status ??= {});
      if (isEmpty(status.phase)) status.phase = 'Pending';
    }
    defaultTemplate((spec.template ??= {}));
  },
  prepareForCreate(object) {
    markNew(object);
    object.status = { replicas: 0, availableReplicas: 0 };
  },
  prepareForUpdate: keepStatus,
  validate: (object) => validateSpec(as<StatefulSet>(object).spec ?? {}, isNew(object)),
  validateUpdate(object, old) {
    const now = fixedPart(as<StatefulSet>(object).spec ?? {});
    if (sameInGo(now, fixedPart(as<StatefulSet>(old).spec ?? {}))) return [];
    const names = CHANGEABLE.map((name) => `'${name}'`);
    const list = `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
    return [forbidden('spec', `updates to statefulset spec for fields other than ${list} are forbidden`)];
  },
  validateStatusUpdate(object, old) {
    const parts = ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'];
    const status = (object.status ?? {}) as Record<string, unknown>;
    const counts = ['replicas', ...parts, 'observedGeneration', 'collisionCount'];
    return [...validateCounts(status, counts, parts, 'status.readyReplicas'), ...validateCollisions(object, old)];
  },
  warnings: (object) => templateWarnings(as<StatefulSet>(object).spec?.template),
};
