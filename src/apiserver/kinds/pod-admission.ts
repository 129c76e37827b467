import type { PodSpec, Toleration } from '../../generated/kinds/core-v1.js';
import type { ApiObject, WriteContext } from '../contract.js';
import { forbiddenError } from '../status-error.js';
import type { Loose } from './loose.js';
import { isEmpty } from './loose.js';

/** Five minutes, in seconds: how long pods stay on a node that went away. */
const TOLERATION_SECONDS = 300;
const CLASSES = 'priorityclasses.scheduling.k8s.io';

interface PriorityClass extends ApiObject {
  value: number;
  globalDefault?: boolean;
  preemptionPolicy?: string;
}

/** Pods tolerate for a while that their node is not ready or not reachable. */
export function admitTolerations(spec: Loose<PodSpec>): void {
  const tolerations = spec.tolerations ?? [];
  for (const key of ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']) {
    const covers = (toleration: Loose<Toleration>): boolean =>
      (isEmpty(toleration.key) || toleration.key === key) &&
      (isEmpty(toleration.effect) || toleration.effect === 'NoExecute');
    if (tolerations.some(covers)) continue;
    tolerations.push({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: TOLERATION_SECONDS });
  }
  spec.tolerations = tolerations;
}

function classOf(spec: Loose<PodSpec>, name: string, context: WriteContext): PriorityClass | undefined {
  const { priorityClassName } = spec;
  if (!isEmpty(priorityClassName)) {
    const found = context.lookup(CLASSES, '', priorityClassName);
    if (found !== undefined) return found as PriorityClass;
    throw forbiddenError(context.resource, name, `no PriorityClass with name ${priorityClassName} was found`);
  }
  let lowest: PriorityClass | undefined;
  for (const candidate of context.lookupAll(CLASSES, '') as Iterable<PriorityClass>) {
    if (candidate.globalDefault !== true) continue;
    if (lowest === undefined || candidate.value < lowest.value) lowest = candidate;
  }
  return lowest;
}

/** The priority of a pod is that of its class. */
export function admitPriority(object: ApiObject, old: ApiObject | undefined, context: WriteContext): void {
  const spec = (object.spec ??= {}) as Loose<PodSpec>;
  const name = object.metadata.name ?? '';
  if (old !== undefined) {
    const before = (old.spec ?? {}) as Loose<PodSpec>;
    if (before.priority !== undefined) spec.priority ??= before.priority;
    if (before.preemptionPolicy !== undefined) spec.preemptionPolicy ??= before.preemptionPolicy;
    return;
  }
  const found = classOf(spec, name, context);
  const priority = found?.value ?? 0;
  const policy = found === undefined ? 'PreemptLowerPriority' : found.preemptionPolicy;
  if (found?.metadata.name !== undefined) spec.priorityClassName = found.metadata.name;
  const computed = 'priority admission controller computed';
  if (spec.priority !== undefined && spec.priority !== priority) {
    const why = `the integer value of priority (${String(spec.priority)}) must not be provided in pod spec; ${computed} ${String(priority)} from the given PriorityClass name`;
    throw forbiddenError(context.resource, name, why);
  }
  spec.priority = priority;
  if (policy === undefined) return;
  if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== policy) {
    const why = `the string value of PreemptionPolicy (${spec.preemptionPolicy}) must not be provided in pod spec; ${computed} ${policy} from the given PriorityClass name`;
    throw forbiddenError(context.resource, name, why);
  }
  spec.preemptionPolicy = policy;
}

/** A pod that names a way to run must name one that is there. */
export function admitRuntimeClass(object: ApiObject, context: WriteContext): void {
  const { runtimeClassName } = (object.spec ?? {}) as Loose<PodSpec>;
  if (isEmpty(runtimeClassName)) return;
  if (context.lookup('runtimeclasses.node.k8s.io', '', runtimeClassName) !== undefined) return;
  const why = `pod rejected: RuntimeClass ${JSON.stringify(runtimeClassName)} not found`;
  throw forbiddenError(context.resource, object.metadata.name ?? '', why);
}
