import { LabelSelector } from '../../meta/index.js';
import type { LabelSelectorSpec } from '../../meta/index.js';
import type { ApiObject } from '../contract.js';
import type { Answer } from '../http/contract.js';
import { trackUpdate } from '../patch/index.js';
import { builtInSchema } from '../schema/index.js';
import { StatusError, badRequest, forbiddenError, notFoundError } from '../status-error.js';
import { success } from './binding.js';
import { checkPreconditions, deleteObject } from './delete.js';
import { deleteOptions } from './options.js';
import { Write } from './write.js';

const BUDGETS = 'poddisruptionbudgets.policy';
// As the real server: a budget with more evictions under way than this is not kept up with.
const MAX_DISRUPTED_PODS = 2000;
// Seconds after which a client may ask again while a budget is behind.
const RETRY_SECONDS = 10;

interface Budget extends ApiObject {
  spec?: { selector?: LabelSelectorSpec; unhealthyPodEvictionPolicy?: string };
  status?: {
    observedGeneration?: number;
    disruptionsAllowed?: number;
    currentHealthy?: number;
    desiredHealthy?: number;
    disruptedPods?: Record<string, string>;
  };
}

/** Deletes a pod if the disruption budgets that cover it allow: `pods/…/eviction`. */
export function evict(write: Write, name: string, eviction: ApiObject): Answer {
  if (eviction.metadata.name !== name) throw badRequest('name in URL does not match name in Eviction object');
  const existing = write.entry(name);
  if (existing === undefined) throw notFoundError(write.resource, name);
  const given = eviction.deleteOptions as Record<string, unknown> | undefined;
  const asked = deleteOptions(new URLSearchParams(), given ?? {});
  // Said in the options of the deletion instead of the query: nothing may be stored either.
  if (asked.dryRun && !write.dryRun) {
    return evict(new Write(write.tools, write.request, { dryRun: true, resource: write.resource }), name, eviction);
  }
  const options = { ...asked, dryRun: write.dryRun };
  const spend = isCovered(existing.object) ? allowance(write, existing.object) : undefined;
  // Before anything is written: a refused eviction leaves no mark.
  checkPreconditions(write, existing.object, options);
  if (!write.dryRun) {
    spend?.();
    const target = structuredClone(existing.object);
    markDisrupted(target, write.now);
    const marked = write.put(name, target);
    const expected = options.preconditions.resourceVersion;
    // The condition above is ours: a version that held before it still holds.
    const preconditions =
      expected === existing.object.metadata.resourceVersion
        ? { ...options.preconditions, resourceVersion: String(marked.version) }
        : options.preconditions;
    deleteObject(write, name, { ...options, preconditions });
  } else {
    deleteObject(write, name, options);
  }
  return success(201);
}

/** Pods that run no more, or not yet, are nobody's disruption. */
function isCovered(pod: ApiObject): boolean {
  const { phase } = (pod.status ?? {}) as { phase?: string };
  const idle = phase === 'Succeeded' || phase === 'Failed' || phase === 'Pending';
  return !idle && pod.metadata.deletionTimestamp === undefined;
}

function isReady(pod: ApiObject): boolean {
  const { conditions = [] } = (pod.status ?? {}) as { conditions?: { type: string; status: string }[] };
  return conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
}

/** One without a selector covers no pod, one with an empty selector all of them. */
function covers({ spec }: Budget, pod: ApiObject): boolean {
  return (
    spec?.selector !== undefined && LabelSelector.from(spec.selector).matches((label) => pod.metadata.labels?.[label])
  );
}

/** Finds the budget of a pod and what spending one eviction of it does. Throws 429 when none is left. */
function allowance(write: Write, pod: ApiObject): (() => void) | undefined {
  const budgets = ([...write.context.lookupAll(BUDGETS, write.namespace)] as Budget[]).filter((budget) =>
    covers(budget, pod),
  );
  if (budgets.length > 1) {
    throw new StatusError(
      500,
      '',
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    );
  }
  const budget = budgets[0];
  if (budget === undefined) return undefined;
  const { currentHealthy = 0, desiredHealthy = 0 } = budget.status ?? {};
  if (!isReady(pod)) {
    if (budget.spec?.unhealthyPodEvictionPolicy === 'AlwaysAllow') return undefined;
    if (currentHealthy >= desiredHealthy && desiredHealthy > 0) return undefined;
  }
  checkBudget(budget);
  return () => {
    const next = structuredClone(budget);
    const status = (next.status ??= {});
    status.disruptionsAllowed = (status.disruptionsAllowed ?? 0) - 1;
    status.disruptedPods = { ...status.disruptedPods, [pod.metadata.name ?? '']: write.now };
    if (status.disruptionsAllowed === 0) markExhausted(next, write.now);
    next.metadata.managedFields = trackUpdate({
      schema: builtInSchema(budget.apiVersion, budget.kind),
      before: budget,
      after: next,
      manager: 'kube-apiserver',
      subresource: 'status',
      now: write.now,
    });
    write.tools.storage.put(BUDGETS, `${write.namespace}/${budget.metadata.name ?? ''}`, next);
  };
}

/** Says in a budget that nothing is left of it. */
function markExhausted(budget: Budget, now: string): void {
  const conditions = (((budget.status ??= {}) as { conditions?: Record<string, unknown>[] }).conditions ??= []);
  const condition = {
    type: 'DisruptionAllowed',
    status: 'False',
    ...(budget.metadata.generation === undefined ? {} : { observedGeneration: budget.metadata.generation }),
    lastTransitionTime: now,
    reason: 'InsufficientPods',
    message: '',
  };
  const found = conditions.find(({ type }) => type === condition.type);
  if (found === undefined) conditions.push(condition);
  else Object.assign(found, condition);
}

function checkBudget(budget: Budget): void {
  const name = budget.metadata.name ?? '';
  const {
    observedGeneration = 0,
    disruptionsAllowed = 0,
    currentHealthy = 0,
    desiredHealthy = 0,
    disruptedPods = {},
  } = budget.status ?? {};
  if (observedGeneration < (budget.metadata.generation ?? 0)) {
    throw tooMany(`The disruption budget ${name} is still being processed by the server.`, RETRY_SECONDS);
  }
  if (Object.keys(disruptedPods).length > MAX_DISRUPTED_PODS) {
    throw forbiddenError(
      { group: 'policy', resource: 'poddisruptionbudget', kind: '', groupResource: 'poddisruptionbudget.policy' },
      name,
      'DisruptedPods map too big - too many evictions not confirmed by PDB controller',
    );
  }
  if (disruptionsAllowed > 0) return;
  throw tooMany(
    currentHealthy <= desiredHealthy
      ? `The disruption budget ${name} needs ${String(desiredHealthy)} healthy pods and has ${String(currentHealthy)} currently`
      : `The disruption budget ${name} does not allow evicting pods currently`,
    0,
  );
}

function tooMany(cause: string, seconds: number): StatusError {
  return new StatusError(429, 'TooManyRequests', "Cannot evict pod as it would violate the pod's disruption budget.", {
    details: {
      causes: [{ reason: 'DisruptionBudget', message: cause }],
      ...(seconds === 0 ? {} : { retryAfterSeconds: seconds }),
    },
    ...(seconds === 0 ? {} : { headers: { 'Retry-After': String(seconds) } }),
  });
}

function markDisrupted(pod: ApiObject, now: string): void {
  const status = (pod.status ??= {}) as { conditions?: Record<string, unknown>[] };
  const conditions = (status.conditions ??= []);
  const wanted = {
    type: 'DisruptionTarget',
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: now,
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
  };
  const index = conditions.findIndex(({ type }) => type === 'DisruptionTarget');
  if (index < 0) conditions.push(wanted);
  else if (conditions[index]?.status !== 'True') conditions[index] = wanted;
}
