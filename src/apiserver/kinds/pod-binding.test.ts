import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../contract.js';
import { bindPod } from './pod-binding.js';

const NOW = '2024-01-01T00:00:00Z';
const pod = (spec: object = {}, status: object = {}): ApiObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p' },
  spec,
  status: { phase: 'Pending', ...status },
});
const binding = (metadata: object = {}): ApiObject => ({
  apiVersion: 'v1',
  kind: 'Binding',
  metadata: { name: 'p', ...metadata },
  target: { kind: 'Node', name: 'n1' },
});

describe('binding a pod', () => {
  it('puts it on the node and says that it is scheduled', () => {
    const object = pod({}, { nominatedNodeName: 'n2' });
    bindPod(object, binding({ annotations: { a: 'b' }, labels: { c: 'd' } }), NOW);
    expect(object).toMatchObject({
      metadata: { annotations: { a: 'b' }, labels: { c: 'd' } },
      spec: { nodeName: 'n1' },
    });
    expect(object.status).toEqual({
      phase: 'Pending',
      conditions: [{ type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: NOW }],
    });
  });

  it('turns a refusal of the scheduler around', () => {
    const refused = {
      type: 'PodScheduled',
      status: 'False',
      reason: 'Unschedulable',
      message: 'no',
      lastTransitionTime: '',
    };
    const object = pod({}, { conditions: [refused] });
    bindPod(object, binding(), NOW);
    expect(object.status).toMatchObject({ conditions: [{ status: 'True', lastTransitionTime: NOW }] });
    expect(JSON.stringify(object.status)).not.toContain('Unschedulable');
  });

  it.each([
    [pod({ nodeName: 'n2' }), 'pod p is already assigned to node "n2"'],
    [pod({ schedulingGates: [{ name: 'g' }] }), 'pod p has non-empty .spec.schedulingGates'],
    [
      { ...pod(), metadata: { name: 'p', deletionTimestamp: NOW } },
      'pod p is being deleted, cannot be assigned to a host',
    ],
  ])('is refused when it cannot be', (object, why) => {
    expect(() => {
      bindPod(object, binding(), NOW);
    }).toThrow(`Operation cannot be fulfilled on pods/binding "p": ${why}`);
  });
});
