import type { Pod } from '../../generated/kinds/core-v1.js';
import type { ApiObject } from '../contract.js';
import { conflict } from '../status-error.js';
import { as } from './loose.js';

const PODS_BINDING = { group: '', resource: 'pods/binding', kind: 'Binding', groupResource: 'pods/binding' };

/**
 * Puts a pod on a node, as a scheduler's Binding asks. Changes `pod`, which is the caller's. Throws StatusError 409 when
 * the pod is on a node already, is being deleted, or is not ready to be scheduled.
 */
export function bindPod(object: ApiObject, binding: ApiObject, now: string): void {
  const pod = as<Pod>(object);
  const name = pod.metadata.name ?? '';
  const spec = (pod.spec ??= {});
  const refuse = (why: string): never => {
    throw conflict(PODS_BINDING, name, why);
  };
  if (pod.metadata.deletionTimestamp !== undefined) {
    refuse(`pod ${name} is being deleted, cannot be assigned to a host`);
  }
  if (spec.nodeName) refuse(`pod ${name} is already assigned to node ${JSON.stringify(spec.nodeName)}`);
  if ((spec.schedulingGates ?? []).length > 0) refuse(`pod ${name} has non-empty .spec.schedulingGates`);
  const target = binding.target as { name?: string } | undefined;
  spec.nodeName = target?.name ?? '';
  const { annotations, labels } = binding.metadata;
  if (annotations !== undefined) pod.metadata.annotations = { ...pod.metadata.annotations, ...annotations };
  if (labels !== undefined) pod.metadata.labels = { ...pod.metadata.labels, ...labels };
  const status = (pod.status ??= {});
  delete status.nominatedNodeName;
  const conditions = (status.conditions ??= []);
  const known = conditions.find(({ type }) => type === 'PodScheduled');
  if (known === undefined) {
    conditions.push({ type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: now });
  } else {
    if (known.status !== 'True') known.lastTransitionTime = now;
    known.status = 'True';
    delete known.reason;
    delete known.message;
  }
}
