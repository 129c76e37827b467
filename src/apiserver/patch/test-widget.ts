import type { JsonSchema } from '../schema/index.js';

/** The schema of the custom kind. */
export const widget: JsonSchema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        size: { type: 'integer' },
        name: { type: 'string' },
        port: { 'x-kubernetes-int-or-string': true },
        tags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
        items: {
          type: 'array',
          items: {
            type: 'object',
            required: ['name'],
            properties: { name: { type: 'string' }, value: { type: 'string' }, extra: { type: 'string' } },
          },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
        },
        ports: {
          type: 'array',
          items: {
            type: 'object',
            required: ['port'],
            properties: { port: { type: 'integer' }, protocol: { type: 'string', default: 'TCP' } },
          },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['port', 'protocol'],
        },
        list: { type: 'array', items: { type: 'string' } },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        atomic: {
          type: 'object',
          'x-kubernetes-map-type': 'atomic',
          properties: { a: { type: 'string' }, b: { type: 'string' } },
        },
        nested: {
          type: 'object',
          properties: {
            a: { type: 'string' },
            b: { type: 'object', properties: { c: { type: 'integer' }, d: { type: 'integer' } } },
          },
        },
        maybe: { type: 'string', nullable: true },
        any: { 'x-kubernetes-preserve-unknown-fields': true },
        keep: {
          type: 'object',
          'x-kubernetes-preserve-unknown-fields': true,
          properties: { known: { type: 'string' } },
        },
        free: { type: 'object' },
      },
    },
    status: { type: 'object', properties: { phase: { type: 'string' }, count: { type: 'integer' } } },
  },
};

export const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.recorded.test' },
  spec: {
    group: 'recorded.test',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: widget },
        subresources: { status: {} },
      },
    ],
  },
};
