import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../contract.js';
import { convert } from './convert.js';

const autoscaler = (spec: object, status: object = {}): ApiObject => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'h', annotations: { own: 'kept' } },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' },
    minReplicas: 1,
    maxReplicas: 3,
    ...spec,
  },
  status: { desiredReplicas: 2, ...status },
});

const cpu = { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } };
const others = [
  { type: 'Pods', pods: { metric: { name: 'rps' }, target: { type: 'AverageValue', averageValue: '10' } } },
  {
    type: 'Object',
    object: {
      describedObject: { apiVersion: 'v1', kind: 'Service', name: 's' },
      target: { type: 'Value', value: '5' },
      metric: { name: 'm', selector: { matchLabels: { a: 'b' } } },
    },
  },
  { type: 'External', external: { metric: { name: 'q' }, target: { type: 'AverageValue', averageValue: '7' } } },
  { type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } } },
];

describe('converting autoscalers', () => {
  it('shows the target of the processor in v1 and keeps the other metrics in an annotation', () => {
    const v1 = convert(autoscaler({ metrics: [cpu, ...others] }), 'autoscaling/v1');
    expect(v1.spec).toMatchObject({ targetCPUUtilizationPercentage: 50, maxReplicas: 3 });
    expect(v1.metadata.annotations).toHaveProperty(['autoscaling.alpha.kubernetes.io/metrics']);
    expect(v1.status).toEqual({ currentReplicas: 0, desiredReplicas: 2 });
  });

  it('loses nothing on the way to v1 and back', () => {
    const behavior = {
      scaleUp: {
        stabilizationWindowSeconds: 0,
        selectPolicy: 'Max',
        policies: [{ type: 'Pods', value: 4, periodSeconds: 15 }],
      },
    };
    const conditions = [{ type: 'AbleToScale', status: 'True', lastTransitionTime: '2024-01-01T00:00:00Z' }];
    const currentMetrics = [
      { type: 'Resource', resource: { name: 'cpu', current: { averageValue: '1', averageUtilization: 9 } } },
    ];
    const object = autoscaler(
      { metrics: [...others, cpu], behavior },
      { conditions, currentMetrics, currentReplicas: 1 },
    );
    expect(convert(convert(object, 'autoscaling/v1'), 'autoscaling/v2')).toEqual(object);
  });

  it('takes an annotation that is no JSON as none', () => {
    const v1 = convert(autoscaler({ metrics: [cpu] }), 'autoscaling/v1');
    v1.metadata.annotations = { 'autoscaling.alpha.kubernetes.io/metrics': '{' };
    expect(convert(v1, 'autoscaling/v2').spec).toMatchObject({ metrics: [cpu] });
  });
});

describe('converting events', () => {
  const event: ApiObject = {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: 'e', namespace: 'n' },
    involvedObject: { kind: 'Pod', name: 'p' },
    reason: 'r',
    message: 'm',
    source: { component: 'c' },
    firstTimestamp: '2024-01-01T00:00:00Z',
    lastTimestamp: null,
    count: 2,
    eventTime: null,
    reportingComponent: '',
    reportingInstance: '',
  };

  it('renames the fields that have other names', () => {
    expect(convert(event, 'events.k8s.io/v1')).toMatchObject({
      apiVersion: 'events.k8s.io/v1',
      regarding: { kind: 'Pod', name: 'p' },
      note: 'm',
      deprecatedSource: { component: 'c' },
      deprecatedCount: 2,
    });
  });

  it('loses nothing on the way there and back', () => {
    expect(convert(convert(event, 'events.k8s.io/v1'), 'v1')).toEqual(event);
  });
});

it('another version with the same fields differs in apiVersion only', () => {
  const object: ApiObject = { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 's' } };
  expect(convert(object, 'storage.k8s.io/v1beta1')).toEqual({ ...object, apiVersion: 'storage.k8s.io/v1beta1' });
  expect(convert(object, 'storage.k8s.io/v1')).toBe(object);
});
