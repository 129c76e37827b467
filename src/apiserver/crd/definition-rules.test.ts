import { beforeEach, describe, expect, it } from 'vitest';
import { TestWriting } from '../writing/test-writing.js';
import type { Outcome } from '../writing/test-writing.js';
import { CRDS, definition, schema } from './test-widgets.js';
import type { Spec } from './test-widgets.js';

let server: TestWriting;
const define = (change?: (spec: Spec) => void, name?: string): Promise<Outcome> =>
  server.send('create', CRDS, definition(change, name));
beforeEach(() => {
  server = new TestWriting();
});

describe('the rules of CRDs', () => {
  const PREFIX = 'CustomResourceDefinition.apiextensions.k8s.io "widgets.example.com" is invalid: ';
  const refusal = async (change: (spec: Spec) => void): Promise<string> => {
    const { code, body } = await define(change);
    expect(code).toBe(422);
    return (body.message ?? '').replace(PREFIX, '');
  };
  const only = (spec: Spec): Record<string, unknown> => {
    spec.versions = spec.versions.slice(0, 1);
    return spec.versions[0] as Record<string, unknown>;
  };

  it('the name is made of plural and group', async () => {
    const { body } = await define(undefined, 'foo');
    expect(body.message).toBe(
      'CustomResourceDefinition.apiextensions.k8s.io "foo" is invalid: metadata.name: Invalid value: "foo": must be spec.names.plural+"."+spec.group',
    );
  });

  it('every version has a schema', async () => {
    expect(await refusal((spec) => delete only(spec).schema)).toContain(
      'spec.versions[0].schema.openAPIV3Schema: Required value',
    );
  });

  it('a schema has a type wherever it describes, and messages name the place where the server keeps it', async () => {
    const root = schema() as { properties: { spec: { type?: string } } };
    delete root.properties.spec.type;
    expect(await refusal((spec) => (only(spec).schema = { openAPIV3Schema: root }))).toBe(
      'spec.validation.openAPIV3Schema.properties[spec].type: Required value: must not be empty for specified object fields',
    );
    expect(
      await refusal((spec) => ((spec.versions[0] as Record<string, unknown>).schema = { openAPIV3Schema: root })),
    ).toBe(
      'spec.versions[0].schema.openAPIV3Schema.properties[spec].type: Required value: must not be empty for specified object fields',
    );
  });

  it('lists have items, types are known, metadata is the server’s', async () => {
    const root = schema() as { properties: Record<string, unknown> };
    root.properties.list = { type: 'array' };
    root.properties.metadata = { type: 'object', properties: { x: { type: 'string' } } };
    const text = await refusal((spec) => (only(spec).schema = { openAPIV3Schema: root }));
    expect(text).toContain('spec.validation.openAPIV3Schema.properties[list].items: Required value: must be specified');
    expect(text).toContain(
      'spec.validation.openAPIV3Schema.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
    );
    root.properties.list = { type: 'foo' };
    expect(await refusal((spec) => (only(spec).schema = { openAPIV3Schema: root }))).toContain(
      'properties[list].type: Unsupported value: "foo": supported values: "array", "boolean", "integer", "number", "object", "string"',
    );
  });

  it('a default is of its type', async () => {
    const root = schema() as { properties: { spec: { properties: { size: { default: unknown } } } } };
    root.properties.spec.properties.size.default = 'x';
    expect(
      await refusal((spec) => ((spec.versions[0] as Record<string, unknown>).schema = { openAPIV3Schema: root })),
    ).toBe(
      'spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[size].default: Invalid value: "string":  in body must be of type integer: "string"',
    );
  });

  it('exactly one version is stored', async () => {
    expect(await refusal((spec) => (spec.versions = []))).toBe(
      '[spec.versions: Invalid value: []: must have exactly one version marked as storage version, status.storedVersions: Invalid value: null: must have at least one stored version]',
    );
  });

  it('names, scope and group have their forms', async () => {
    expect(await refusal((spec) => (spec.scope = 'Foo'))).toBe(
      'spec.scope: Unsupported value: "Foo": supported values: "Cluster", "Namespaced"',
    );
    expect(await refusal((spec) => (spec.names.kind = 'foo_b'))).toContain(
      'spec.names.kind: Invalid value: "foo_b": may have mixed case, but should otherwise match: a DNS-1035 label',
    );
    const { body } = await define((spec) => (spec.group = 'foo.k8s.io'), 'widgets.foo.k8s.io');
    expect(body.message).toContain(
      'metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must have approval annotation',
    );
  });

  it('paths of scale, columns and selectable fields lead somewhere', async () => {
    const text = await refusal((spec) => {
      Object.assign(spec.versions[0] as object, {
        subresources: { scale: { specReplicasPath: 'spec.x', statusReplicasPath: '.spec.foo' } },
        additionalPrinterColumns: [{ name: '', type: 'foo', jsonPath: '' }],
        selectableFields: [{ jsonPath: '.spec.nope' }],
      });
    });
    expect(text).toBe(
      '[spec.versions[0].subresources.scale.specReplicasPath: Invalid value: "spec.x": must be a simple json path starting with ., spec.versions[0].subresources.scale.statusReplicasPath: Invalid value: ".spec.foo": should be a json path under .status, spec.versions[0].additionalPrinterColumns[0].name: Required value, spec.versions[0].additionalPrinterColumns[0].type: Invalid value: "foo": must be one of boolean,date,integer,number,string, spec.versions[0].additionalPrinterColumns[0].JSONPath: Required value, spec.versions[0].selectableFields[0].jsonPath: Invalid value: ".spec.nope": is an invalid path: does not refer to a valid field]',
    );
  });
});
