import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../contract.js';
import { builtInSchema } from './index.js';

/** Objects that a real server returned. */
const returned = ['apply', 'strategic', 'json', 'update'].flatMap((file) =>
  readFileSync(new URL(`../patch/fixtures/${file}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { after?: ApiObject }).after)
    .filter((object) => object !== undefined && object.kind !== 'Widget'),
) as ApiObject[];

describe('normalise', () => {
  it('leaves what a server returned as it is, keys in their order', () => {
    expect(returned.length).toBeGreaterThan(100);
    for (const object of returned) {
      const { object: same, problems } = builtInSchema(object.apiVersion, object.kind).normalise(object);
      expect(JSON.stringify(same)).toBe(JSON.stringify(object));
      expect(problems).toEqual([]);
    }
  });

  it('agrees with the protobuf codec about what Go makes of an object', () => {
    for (const object of returned) {
      const { protobuf } = builtInSchema(object.apiVersion, object.kind);
      expect(protobuf?.decode(protobuf.encode(object))).toEqual(object);
    }
  });

  it('reports unknown fields where they are, and drops them', () => {
    const { object, problems } = builtInSchema('v1', 'Pod').normalise({
      metadata: { name: 'a', x: 1 },
      spec: {
        containers: [
          { name: 'c', y: 1 },
          { name: 'd', env: [{ z: 1 }] },
        ],
      },
    });
    expect(problems).toEqual([
      'unknown field "metadata.x"',
      'unknown field "spec.containers[0].y"',
      'unknown field "spec.containers[1].env[0].z"',
    ]);
    expect(object).toMatchObject({ metadata: { name: 'a' }, spec: { containers: [{ name: 'c' }, { name: 'd' }] } });
  });

  it('reads anything without an error other than a refusal, and twice is once', () => {
    const schema = builtInSchema('apps/v1', 'Deployment');
    fc.assert(
      fc.property(
        fc.object({
          key: fc.constantFrom('metadata', 'spec', 'labels', 'template', 'containers', 'name', '__proto__'),
          maxDepth: 4,
        }),
        (value) => {
          let object: ApiObject;
          try {
            object = schema.normalise(value).object;
          } catch (error) {
            expect(error).toHaveProperty('status.code', 400);
            return;
          }
          expect(schema.normalise(object).object).toEqual(object);
        },
      ),
    );
  });

  it('refuses what nests too deep instead of running out of stack', () => {
    let schema: Record<string, unknown> = {};
    for (let depth = 0; depth < 3000; depth++) schema = { not: schema };
    const value = { spec: { versions: [{ schema: { openAPIV3Schema: schema } }] } };
    expect(() => builtInSchema('apiextensions.k8s.io/v1', 'CustomResourceDefinition').normalise(value)).toThrow(
      /exceeded max depth/,
    );
  });

  it('knows the types of other groups, options and subresources', () => {
    expect(builtInSchema('v1', 'DeleteOptions').normalise({ gracePeriodSeconds: 0 }).object).toEqual({
      kind: 'DeleteOptions',
      apiVersion: 'v1',
      gracePeriodSeconds: 0,
    });
    expect(builtInSchema('autoscaling/v1', 'Scale').normalise({ spec: { replicas: 2 } }).object).toEqual({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      metadata: {},
      spec: { replicas: 2 },
      status: { replicas: 0 },
    });
    expect(() => builtInSchema('v1', 'Nothing')).toThrow(/no built-in kind/);
  });
});

describe('the types of built-in kinds', () => {
  it('say how lists and maps are owned and merged', () => {
    const spec = builtInSchema('v1', 'Pod').root.fields.get('spec')?.node;
    if (spec?.type !== 'struct') throw new Error('no struct');
    expect(spec.name).toBe('v1.PodSpec');
    expect(spec.fields.get('containers')).toMatchObject({
      patchMergeKey: 'name',
      patchStrategy: ['merge'],
      node: { type: 'list', listType: 'map', keys: ['name'] },
    });
    expect(spec.fields.get('tolerations')?.node).toMatchObject({ type: 'list', listType: 'atomic' });
    expect(spec.fields.get('nodeSelector')?.node).toMatchObject({ type: 'map', atomic: true });
    expect(spec.fields.get('volumes')?.patchStrategy).toEqual(['merge', 'retainKeys']);
  });
});
