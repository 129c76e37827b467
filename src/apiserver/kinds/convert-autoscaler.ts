import type { HorizontalPodAutoscaler as V1 } from '../../generated/kinds/autoscaling-v1.js';
import type { HorizontalPodAutoscaler as V2, MetricSpec, MetricStatus } from '../../generated/kinds/autoscaling-v2.js';
import type { ApiObject } from '../contract.js';
import { metricFromV1, metricToV1, statusFromV1, statusToV1 } from './convert-metric.js';
import type { Loose } from './loose.js';

const PREFIX = 'autoscaling.alpha.kubernetes.io/';
/** Where `v1` keeps what it has no fields for. Everything of ours begins with the prefix and is dropped with it. */
const METRICS = `${PREFIX}metrics`;
const CURRENT = `${PREFIX}current-metrics`;
const CONDITIONS = `${PREFIX}conditions`;
const BEHAVIOR = `${PREFIX}behavior`;
const ROUND_TRIP = new Set([METRICS, CURRENT, CONDITIONS, BEHAVIOR]);

/** The target of an autoscaler that names none, in percent: what the controller of `v1` used without saying so. */
const DEFAULT_CPU_PERCENT = 80;

const cpuTarget = (metric: Loose<MetricSpec>): number | undefined =>
  metric.type === 'Resource' && metric.resource?.name === 'cpu'
    ? metric.resource.target?.averageUtilization
    : undefined;

const cpuMetric = (percent: number): Loose<MetricSpec> => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: percent } },
});

function withoutOurs(annotations: Readonly<Record<string, string>> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(annotations ?? {}).filter(([name]) => !ROUND_TRIP.has(name)));
}

function withAnnotations(object: ApiObject, annotations: Record<string, string>): ApiObject['metadata'] {
  const metadata = { ...object.metadata };
  if (Object.keys(annotations).length === 0) delete metadata.annotations;
  else metadata.annotations = annotations;
  return metadata;
}

const defined = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

/** An autoscaler in `autoscaling/v1`: what that version cannot say goes into annotations. */
export function autoscalerToV1(object: ApiObject): ApiObject {
  const { spec = {}, status = {} } = object as unknown as Loose<V2>;
  const annotations = withoutOurs(object.metadata.annotations);
  const metrics = spec.metrics ?? [];
  const percent = metrics.map(cpuTarget).find((target) => target !== undefined);
  const others = metrics.filter((metric) => cpuTarget(metric) === undefined);
  if (others.length > 0) annotations[METRICS] = JSON.stringify(others.map(metricToV1));
  const current = status.currentMetrics ?? [];
  if (current.length > 0) annotations[CURRENT] = JSON.stringify(current.map(statusToV1));
  if (spec.behavior !== undefined) annotations[BEHAVIOR] = behaviorToText(spec.behavior);
  if ((status.conditions ?? []).length > 0) annotations[CONDITIONS] = JSON.stringify(status.conditions);
  const currentPercent = current
    .filter((metric) => metric.type === 'Resource' && metric.resource?.name === 'cpu')
    .map((metric) => metric.resource?.current?.averageUtilization)
    .findLast((value) => value !== undefined);
  const { observedGeneration, lastScaleTime, currentReplicas = 0, desiredReplicas = 0 } = status;
  return {
    apiVersion: 'autoscaling/v1',
    kind: object.kind,
    metadata: withAnnotations(object, annotations),
    spec: defined({
      scaleTargetRef: spec.scaleTargetRef,
      minReplicas: spec.minReplicas,
      maxReplicas: spec.maxReplicas,
      targetCPUUtilizationPercentage: percent,
    }),
    status: defined({
      observedGeneration,
      lastScaleTime,
      currentReplicas,
      desiredReplicas,
      currentCPUUtilizationPercentage: currentPercent,
    }),
  };
}

/** Annotations are the users' to break: what is not JSON is as if it were not there. */
function parsed(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The server writes its internal struct here, whose fields have capitals and no omissions. */
function behaviorToText(behavior: NonNullable<Loose<V2>['spec']>['behavior']): string {
  const rules = (side: NonNullable<typeof behavior>['scaleUp']): unknown =>
    side === undefined
      ? null
      : {
          StabilizationWindowSeconds: side.stabilizationWindowSeconds ?? null,
          SelectPolicy: side.selectPolicy ?? null,
          Policies:
            side.policies?.map(({ type, value, periodSeconds }) => ({
              Type: type,
              Value: value,
              PeriodSeconds: periodSeconds,
            })) ?? null,
          Tolerance: side.tolerance ?? null,
        };
  return JSON.stringify({ ScaleUp: rules(behavior?.scaleUp), ScaleDown: rules(behavior?.scaleDown) });
}

function behaviorFromText(text: string | undefined): unknown {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const lower = (input: unknown): unknown => {
    if (Array.isArray(input)) return input.map(lower);
    if (typeof input !== 'object' || input === null) return input;
    return Object.fromEntries(
      Object.entries(input)
        .filter(([, inner]) => inner !== null)
        .map(([name, inner]) => [name.charAt(0).toLowerCase() + name.slice(1), lower(inner)]),
    );
  };
  const behavior = lower(value) as Record<string, unknown>;
  return Object.keys(behavior).length === 0 ? undefined : behavior;
}

/** An autoscaler in `autoscaling/v2`, with what the annotations of a `v1` say. */
export function autoscalerToV2(object: ApiObject): ApiObject {
  const { spec = {}, status = {} } = object as unknown as Loose<V1>;
  const annotations = object.metadata.annotations ?? {};
  const others = parsed(annotations[METRICS]);
  const metrics = Array.isArray(others) ? (others as Record<string, unknown>[]).map(metricFromV1) : [];
  if (spec.targetCPUUtilizationPercentage !== undefined) metrics.push(cpuMetric(spec.targetCPUUtilizationPercentage));
  if (metrics.length === 0) metrics.push(cpuMetric(DEFAULT_CPU_PERCENT));
  const kept = parsed(annotations[CURRENT]);
  let currentMetrics: Loose<MetricStatus>[] | undefined;
  if (Array.isArray(kept)) currentMetrics = (kept as Record<string, unknown>[]).map(statusFromV1);
  else if (status.currentCPUUtilizationPercentage !== undefined) {
    const averageUtilization = status.currentCPUUtilizationPercentage;
    currentMetrics = [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization } } }];
  }
  const conditions = parsed(annotations[CONDITIONS]);
  const { observedGeneration, lastScaleTime, currentReplicas, desiredReplicas = 0 } = status;
  return {
    apiVersion: 'autoscaling/v2',
    kind: object.kind,
    metadata: withAnnotations(object, withoutOurs(annotations)),
    spec: defined({
      scaleTargetRef: spec.scaleTargetRef,
      minReplicas: spec.minReplicas,
      maxReplicas: spec.maxReplicas,
      metrics,
      behavior: behaviorFromText(annotations[BEHAVIOR]),
    }),
    status: defined({
      observedGeneration,
      lastScaleTime,
      // `v2` leaves out what is zero, `v1` shows it.
      currentReplicas: currentReplicas === 0 ? undefined : currentReplicas,
      desiredReplicas,
      currentMetrics,
      conditions: Array.isArray(conditions) ? (conditions as unknown[]) : undefined,
    }),
  };
}
