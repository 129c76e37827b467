import type { JsonSchema } from './json-schema.js';

/** A list whose items are told apart by keys, the first of which is required. */
export const mapList = (keys: readonly [string, ...string[]], properties: JsonSchema['properties']): JsonSchema => ({
  type: 'array',
  items: { type: 'object', required: [keys[0]], ...(properties === undefined ? {} : { properties }) },
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': keys,
});

/** Ports as services have them: one of the keys has a default. */
export const ports = mapList(['port', 'protocol'], {
  port: { type: 'integer' },
  protocol: { type: 'string', default: 'TCP' },
});

/** A CRD of one version, in the words of a client. */
export function definitionOf(group: string, kind: string, schema: JsonSchema, version: object = {}): object {
  const singular = kind.toLowerCase();
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${singular}s.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: `${singular}s`, singular, kind, listKind: `${kind}List` },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, ...version }],
    },
  };
}
