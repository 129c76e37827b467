import type { JsonSchema } from '../schema/index.js';
import { definitionOf, mapList, ports } from '../schema/test-definitions.js';

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
        items: mapList(['name'], { name: { type: 'string' }, value: { type: 'string' }, extra: { type: 'string' } }),
        ports,
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

export const crd = definitionOf('recorded.test', 'Widget', widget, { subresources: { status: {} } });
