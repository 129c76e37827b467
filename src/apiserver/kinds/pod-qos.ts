import type { PodSpec } from '../../generated/kinds/core-v1.js';
import type { Loose } from './loose.js';
import { compareQuantities, quantityOf } from './quantity.js';
import type { Quantity } from './quantity.js';

const COUNTED = ['cpu', 'memory'] as const;

type Amounts = Readonly<Record<string, string | undefined>>;

const sum = (a: Quantity | undefined, b: Quantity): Quantity => {
  if (a === undefined) return b;
  const scale = Math.min(a.scale, b.scale);
  const value = a.value * 10n ** BigInt(a.scale - scale) + b.value * 10n ** BigInt(b.scale - scale);
  return { value, scale, format: 'DecimalSI' };
};

function add(total: Map<string, Quantity>, amounts: Amounts | undefined): void {
  for (const name of COUNTED) {
    const amount = amounts?.[name];
    if (amount === undefined || quantityOf(amount).value <= 0n) continue;
    total.set(name, sum(total.get(name), quantityOf(amount)));
  }
}

/** How soon a pod has to go when its node is short of something. */
export function qosClassOf(spec: Loose<PodSpec>): 'BestEffort' | 'Burstable' | 'Guaranteed' {
  const requests = new Map<string, Quantity>();
  const limits = new Map<string, Quantity>();
  const ofPod = spec.resources;
  const parts =
    ofPod !== undefined && Object.keys({ ...ofPod.requests, ...ofPod.limits }).length > 0
      ? [ofPod]
      : [...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(({ resources }) => resources ?? {});
  let allLimited = true;
  for (const part of parts) {
    add(requests, part.requests);
    add(limits, part.limits);
    const own = (part.limits ?? {}) as Amounts;
    if (!COUNTED.every((name) => own[name] !== undefined && quantityOf(own[name]).value > 0n)) allLimited = false;
  }
  if (requests.size === 0 && limits.size === 0) return 'BestEffort';
  const equal = [...requests].every(([name, amount]) => {
    const limit = limits.get(name);
    return limit !== undefined && compareQuantities(limit, amount) === 0;
  });
  return allLimited && equal && requests.size === limits.size ? 'Guaranteed' : 'Burstable';
}
