import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builtInSchema, forgetEmptyLists } from './index.js';

const texts = fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 });
const rule = fc.record({ verbs: texts, resources: texts, apiGroups: texts }, { requiredKeys: [] });
const role = fc.record({ rules: fc.array(rule, { maxLength: 3 }) }, { requiredKeys: [] });
const container = fc.record({ name: fc.constant('c'), args: texts });
const template = fc.record({ spec: fc.record({ containers: fc.array(container, { maxLength: 2 }) }) });
const job = fc.record({ spec: fc.record({ template }) });

describe('forgetEmptyLists', () => {
  it.each([
    ['rbac.authorization.k8s.io/v1', 'ClusterRole', role],
    ['batch/v1', 'Job', job],
  ] as const)('leaves of %s %s what comes back from protobuf', (apiVersion, kind, sent) => {
    const { normalise, protobuf } = bound(apiVersion, kind);
    fc.assert(
      fc.property(sent, (body) => {
        const object = normalise({ metadata: { name: 'x' }, ...body });
        const back = protobuf.decode(protobuf.encode(object));
        forgetEmptyLists(object);
        expect(object).toEqual(back);
      }),
    );
  });

  it('is needed: reading keeps the empty list of a field that is always written, for rules and owners to see', () => {
    const { normalise } = bound('rbac.authorization.k8s.io/v1', 'Role');
    expect(normalise({ metadata: {}, rules: [] })).toMatchObject({ rules: [] });
    expect(normalise({ metadata: {} })).toMatchObject({ rules: null });
  });

  it('ends on types that refer to themselves', () => {
    const { normalise } = bound('apiextensions.k8s.io/v1', 'CustomResourceDefinition');
    const schema = { properties: { a: { items: { not: { required: ['b'] } } } } };
    const object = normalise({
      metadata: { name: 'x' },
      spec: { versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }] },
    });
    const before = structuredClone(object);
    forgetEmptyLists(object);
    expect(object).toEqual(before);
  });
});

function bound(apiVersion: string, kind: string) {
  const schema = builtInSchema(apiVersion, kind);
  if (schema.protobuf === undefined) throw new Error(`${kind} has no protobuf form`);
  return {
    protobuf: schema.protobuf,
    normalise: (value: Record<string, unknown>) => schema.normalise(value).object,
  };
}
