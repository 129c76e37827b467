import type { Pod } from '../../generated/kinds/core-v1.js';
import type { Strategy } from '../contract.js';
import { forbidden } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { dnsLabel } from '../names.js';
import { isNew, markNew } from './creating.js';
import { as, isEmpty, fill } from './loose.js';
import { admitPriority, admitRuntimeClass, admitTolerations } from './pod-admission.js';
import { defaultPodOnly, defaultPodSpec, dropDisabled } from './pod-defaults.js';
import { qosClassOf } from './pod-qos.js';
import { validatePodObject } from './pod-spec.js';
import { validatePodStatusUpdate, validatePodUpdate } from './pod-update.js';
import { podWarnings } from './pod-warnings.js';

const FINISHED = new Set(['Failed', 'Succeeded']);

/** The rules of pods. */
export const podStrategy: Strategy = {
  generation: true,

  default(object) {
    const pod = as<Pod>(object);
    const spec = (pod.spec ??= {});
    defaultPodSpec(spec);
    defaultPodOnly(spec);
    // The single address is the first of the list.
    const { status } = pod;
    const first = status?.podIPs?.[0]?.ip;
    if (status !== undefined && isEmpty(status.podIP) && !isEmpty(first)) status.podIP = first;
    if (!isEmpty(status?.podIP) && (status?.podIPs ?? []).length === 0 && status !== undefined) {
      status.podIPs = [{ ip: status.podIP ?? '' }];
    }
  },

  admit(object, old, context) {
    if (context.subresource !== '') return;
    admitPriority(object, old, context);
    admitTolerations((object.spec ??= {}));
    if (old === undefined) admitRuntimeClass(object, context);
  },

  prepareForCreate(object, { now }) {
    markNew(object);
    const pod = as<Pod>(object);
    const spec = pod.spec ?? {};
    dropDisabled(spec);
    pod.status = { phase: 'Pending', qosClass: qosClassOf(spec) };
    if ((spec.schedulingGates ?? []).length > 0) {
      pod.status.conditions = [
        {
          type: 'PodScheduled',
          status: 'False',
          lastProbeTime: null,
          lastTransitionTime: now,
          reason: 'SchedulingGated',
          message: 'Scheduling is blocked due to non-empty scheduling gates',
        },
      ];
    }
  },

  prepareForUpdate(object, old) {
    dropDisabled(as<Pod>(object).spec ?? {});
    object.status = structuredClone(old.status);
  },

  prepareForStatusUpdate(object, old) {
    const pod = as<Pod>(object);
    const before = as<Pod>(old);
    if (old.metadata.ownerReferences === undefined) delete object.metadata.ownerReferences;
    else object.metadata.ownerReferences = structuredClone(old.metadata.ownerReferences);
    const status = (pod.status ??= {});
    if (isEmpty(status.qosClass) && before.status?.qosClass !== undefined) status.qosClass = before.status.qosClass;
    if (before.status?.observedGeneration !== undefined)
      fill(status, 'observedGeneration', before.status.observedGeneration);
  },

  validate(object) {
    const pod = as<Pod>(object);
    const spec = pod.spec ?? {};
    const errors: FieldError[] = validatePodObject(spec, object.metadata);
    if (!isNew(object)) return errors;
    if ((spec.ephemeralContainers ?? []).length > 0) {
      errors.push(forbidden('spec.ephemeralContainers', 'cannot be set on create'));
    }
    if (!isEmpty(spec.nodeName) && (spec.schedulingGates ?? []).length > 0) {
      errors.push(forbidden('spec.nodeName', 'cannot be set until all schedulingGates have been cleared'));
    }
    return errors;
  },

  validateUpdate: validatePodUpdate,
  validateStatusUpdate: validatePodStatusUpdate,

  warnings(object, old) {
    if (old !== undefined) return [];
    const details = dnsLabel(object.metadata.name ?? '');
    const why =
      "this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended";
    return [
      ...(details.length === 0 ? [] : [`metadata.name: ${why}: [${details.join(' ')}]`]),
      ...podWarnings(as<Pod>(object), ''),
    ];
  },

  grace(object, asked) {
    const { spec = {}, status } = as<Pod>(object);
    const seconds = asked ?? spec.terminationGracePeriodSeconds ?? 0;
    // Nobody runs it, or it does not run any more: there is nobody to wait for.
    if (isEmpty(spec.nodeName) || FINISHED.has(status?.phase ?? '')) return { seconds: 0 };
    return { seconds: seconds < 0 ? 1 : seconds };
  },
};
