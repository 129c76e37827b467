import type { JsonSchema } from './json-schema.js';
import { definitionOf, mapList, ports } from './test-definitions.js';

/** The schema of a custom kind with something of everything. */
export const gadget: JsonSchema = {
  type: 'object',
  required: ['spec'],
  properties: {
    spec: {
      type: 'object',
      required: ['size'],
      properties: {
        size: { type: 'integer', minimum: 1, maximum: 10 },
        ratio: { type: 'number', exclusiveMinimum: true, minimum: 0, multipleOf: 0.5 },
        i32: { type: 'integer', format: 'int32' },
        i64: { type: 'integer', format: 'int64' },
        name: { type: 'string', minLength: 2, maxLength: 5, pattern: '^[a-z]+$' },
        color: { type: 'string', enum: ['red', 'green'] },
        num: { type: 'integer', enum: [1, 2] },
        flag: { type: 'boolean', default: true },
        when: { type: 'string', format: 'date-time' },
        day: { type: 'string', format: 'date' },
        mail: { type: 'string', format: 'email' },
        ip: { type: 'string', format: 'ipv4' },
        ip6: { type: 'string', format: 'ipv6' },
        u: { type: 'string', format: 'uri' },
        uid: { type: 'string', format: 'uuid' },
        b: { type: 'string', format: 'byte' },
        dur: { type: 'string', format: 'duration' },
        cidr: { type: 'string', format: 'cidr' },
        host: { type: 'string', format: 'hostname' },
        mac: { type: 'string', format: 'mac' },
        port: { 'x-kubernetes-int-or-string': true },
        tags: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
        items: mapList(['name'], {
          name: { type: 'string' },
          value: { type: 'string' },
          proto: { type: 'string', default: 'TCP' },
        }),
        ports,
        atomicList: { type: 'array', items: { type: 'string' } },
        labels: { type: 'object', additionalProperties: { type: 'string' }, maxProperties: 2 },
        nested: {
          type: 'object',
          default: {},
          properties: { a: { type: 'string', default: 'x' }, b: { type: 'integer' } },
        },
        nul: { type: 'string', nullable: true },
        nnul: { type: 'string' },
        nuldef: { type: 'string', nullable: true, default: 'd' },
        defn: { type: 'string', default: 'd' },
        any: { 'x-kubernetes-preserve-unknown-fields': true },
        keep: {
          type: 'object',
          'x-kubernetes-preserve-unknown-fields': true,
          properties: { known: { type: 'object', properties: { a: { type: 'string' } } } },
        },
        one: {
          type: 'object',
          properties: { a: { type: 'string' }, b: { type: 'string' } },
          oneOf: [{ required: ['a'] }, { required: ['b'] }],
        },
        anyo: {
          type: 'object',
          properties: { a: { type: 'string' }, b: { type: 'string' } },
          anyOf: [{ required: ['a'] }, { required: ['b'] }],
        },
        allo: { type: 'string', allOf: [{ minLength: 3 }, { pattern: '^x' }] },
        noto: { type: 'string', not: { enum: ['bad'] } },
        minp: { type: 'object', minProperties: 1, properties: { a: { type: 'string' } } },
        embedded: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
        atomicMap: {
          type: 'object',
          'x-kubernetes-map-type': 'atomic',
          properties: { a: { type: 'string' }, b: { type: 'string' } },
        },
        emptyObj: { type: 'object' },
        arrObj: { type: 'array', items: { type: 'object', properties: { x: { type: 'integer' } } } },
      },
    },
    status: { type: 'object', properties: { phase: { type: 'string' }, n: { type: 'integer' } } },
  },
};

export const crd = definitionOf('read.test', 'Gadget', gadget);
