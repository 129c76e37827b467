import { describe, expect, it } from 'vitest';
import { changedFields } from './changed-fields.js';

const pod = {
  kind: 'Pod',
  metadata: { name: 'a', resourceVersion: '1', generation: 1, labels: { app: 'web' } },
  spec: { nodeName: 'n1', containers: [{ name: 'c' }] },
  status: { phase: 'Pending' },
};

describe('changedFields', () => {
  it.each<[string, object, string[]]>([
    ['nothing', pod, []],
    ['what every write changes', { ...pod, metadata: { ...pod.metadata, resourceVersion: '2', generation: 2 } }, []],
    ['a field', { ...pod, status: { phase: 'Running' } }, ['status.phase']],
    ['a label', { ...pod, metadata: { ...pod.metadata, labels: { app: 'db' } } }, ['metadata.labels']],
    [
      'fields that came and went',
      { ...pod, spec: { containers: [{ name: 'c' }], replicas: 1 } },
      ['spec.nodeName', 'spec.replicas'],
    ],
    ['a whole part', { kind: 'Pod', metadata: pod.metadata, spec: pod.spec, data: { a: 'b' } }, ['status', 'data']],
  ])('names what differs: %s', (_what, after, fields) => {
    expect(changedFields(pod, after)).toEqual(fields);
  });
});
