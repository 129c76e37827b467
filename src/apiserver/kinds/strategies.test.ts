import { describe, expect, it, vi } from 'vitest';
import { allResources } from '../../generated/index.js';
import { apiVersionOf } from '../../meta/index.js';
import type { ApiObject } from '../contract.js';
import { TestWriting } from '../writing/test-writing.js';
import { scheduleProblem } from './cron-schedule.js';
import { selectableFieldsOf, strategyOf } from './index.js';

vi.mock('../patch/index.js', () => ({ trackUpdate: () => [] }));

const pod = (spec: object, status: object = {}): ApiObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p' },
  spec,
  status,
});

describe('grace of pods', () => {
  const grace = (object: ApiObject, asked?: number): number | undefined =>
    strategyOf('', 'pods').grace?.(object, asked)?.seconds;

  it('is their own when a node runs them', () => {
    expect(grace(pod({ nodeName: 'n', terminationGracePeriodSeconds: 30 }))).toBe(30);
    expect(grace(pod({ nodeName: 'n', terminationGracePeriodSeconds: 30 }), 5)).toBe(5);
    expect(grace(pod({ nodeName: 'n', terminationGracePeriodSeconds: 30 }), -1)).toBe(1);
  });

  it('is none when nobody runs them', () => {
    expect(grace(pod({ terminationGracePeriodSeconds: 30 }), 60)).toBe(0);
    expect(grace(pod({ nodeName: 'n', terminationGracePeriodSeconds: 30 }, { phase: 'Succeeded' }))).toBe(0);
  });
});

describe('defaults', () => {
  it('of every kind are the same when they are set twice', () => {
    for (const { ref } of allResources()) {
      const apiVersion = apiVersionOf(ref);
      const object: ApiObject = { apiVersion, kind: ref.kind, metadata: { name: 'x' } };
      const strategy = strategyOf(ref.group, ref.resource);
      strategy.default?.(object);
      const once = structuredClone(object);
      strategy.default?.(object);
      expect(object).toEqual(once);
    }
  });
});

it('a ConfigMap of more than a mebibyte is refused as a whole', async () => {
  const server = new TestWriting();
  const data = { a: 'x'.repeat(1024 * 1024 + 1) };
  const path = '/api/v1/namespaces/default/configmaps';
  const { code, body } = await server.send('create', path, { metadata: { name: 'c' }, data });
  expect(code).toBe(422);
  expect(body.message).toBe('ConfigMap "c" is invalid: []: Too long: may not be more than 1048576 bytes');
});

it('services never share an address or a port', async () => {
  const server = new TestWriting();
  const seen = new Set<string>();
  for (let index = 0; index < 50; index += 1) {
    const spec = { type: 'NodePort', ports: [{ port: 80 }] };
    const object = { metadata: { name: `s${String(index)}` }, spec };
    const { body } = await server.send('create', '/api/v1/namespaces/default/services', object);
    const made = body.spec as { clusterIP: string; ports: { nodePort: number }[] };
    for (const value of [made.clusterIP, String(made.ports[0]?.nodePort)]) {
      expect(seen).not.toContain(value);
      seen.add(value);
    }
  }
});

describe('field selectors', () => {
  it('are those of the real server', () => {
    expect([...selectableFieldsOf('', 'secrets').keys()]).toEqual(['type']);
    expect([...selectableFieldsOf('apps', 'replicasets').keys()]).toEqual([]);
  });

  it('read what is there, and zero values of what is not', () => {
    const fields = selectableFieldsOf('', 'pods');
    const read = (name: string, object: ApiObject): string | undefined => fields.get(name)?.(object);
    expect(read('spec.nodeName', pod({ nodeName: 'n' }))).toBe('n');
    expect(read('spec.nodeName', pod({}))).toBe('');
    expect(read('spec.hostNetwork', pod({}))).toBe('false');
    expect(read('status.podIP', pod({}, { podIPs: [{ ip: '1.2.3.4' }] }))).toBe('1.2.3.4');
    expect(selectableFieldsOf('batch', 'jobs').get('status.successful')?.(pod({}))).toBe('0');
  });

  it('of events read either form', () => {
    const old: ApiObject = {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: {},
      involvedObject: { kind: 'Pod' },
      source: { component: 'c' },
    };
    expect(selectableFieldsOf('', 'events').get('involvedObject.kind')?.(old)).toBe('Pod');
    expect(selectableFieldsOf('events.k8s.io', 'events').get('regarding.kind')?.(old)).toBe('Pod');
    expect(selectableFieldsOf('', 'events').get('source')?.(old)).toBe('c');
  });
});

it.each(['* * * * *', '*/5 0-23/2 1,15 jan-mar mon', '@daily', '@every 1h30m', '0 0 * * 0'])(
  '%s is a schedule',
  (text) => {
    expect(scheduleProblem(text)).toBeUndefined();
  },
);
