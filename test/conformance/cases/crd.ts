import { Area } from '../case.js';
import { definition, widget } from '../objects.js';
import type { Manifest } from '../objects.js';
import type { Plain, Probe } from '../probe.js';

export const area = new Area('crd');
const CRDS = 'customresourcedefinitions';

const schema = (properties: Plain, rest: Plain = {}): Plain => ({
  schema: { openAPIV3Schema: { type: 'object', properties, ...rest } },
});
const specOf = (properties: Plain, rest: Plain = {}): Plain =>
  schema({ spec: { type: 'object', properties, ...rest } });
/** A definition of two versions that differ in no more than what is given. */
const inTwoVersions = (ns: string, second: Plain): Manifest => {
  const object = definition(ns);
  const { versions } = object['spec'] as { versions: Plain[] };
  versions.push({ ...versions[0], ...second });
  return object;
};
const withSchema = (api: Probe, version: Plain): Promise<string> => api.define(definition(api.ns, {}, version));

// The server goes through properties in no order.
const unordered = ({ code, reason, message, details }: Plain): unknown => {
  const { causes = [], ...rest } = (details ?? {}) as { causes?: Plain[] };
  const sorted = causes.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return { code, reason, ...(causes.length > 1 ? {} : { message }), details: { ...rest, causes: sorted } };
};

area.add('get', 'a definition is established', async (api) => {
  await api.define(definition(api.ns));
  await api.get(CRDS, `widgets.${api.ns}.example.com`);
});
area.add('create', 'a definition takes its defaults', (api) =>
  api.create(CRDS, definition(api.ns, { names: { plural: 'widgets', kind: 'Widget' } }), {
    pick: ({ spec }) => spec,
  }),
);
area.add('create', 'a definition of another name than its plural', (api) =>
  api.create(CRDS, {
    ...definition(api.ns),
    metadata: { name: `gadgets.${api.ns}.example.com` },
  }),
);
area.creates('a definition without a schema', CRDS, (ns) => definition(ns, {}, { schema: undefined }));
area.creates('a definition without versions', CRDS, (ns) => definition(ns, { versions: [] }));
area.creates('a definition with two storage versions', CRDS, (ns) => inTwoVersions(ns, { name: 'v2' }));
area.creates('a definition of a scope nobody knows', CRDS, (ns) => definition(ns, { scope: 'Global' }));
area.creates('a definition whose schema is not structural', CRDS, (ns) =>
  definition(ns, {}, schema({ spec: { properties: { a: {} } } })),
);
area.creates('a definition with a schema type nobody knows', CRDS, (ns) =>
  definition(ns, {}, schema({ spec: { type: 'text' } })),
);
area.add('create', 'a definition in a group that is protected', (api) =>
  api.create(CRDS, {
    ...definition(api.ns, { group: 'tests.k8s.io' }),
    metadata: { name: 'widgets.tests.k8s.io' },
  }),
);
area.add('create', 'a default that breaks the schema', (api) =>
  api.create(CRDS, definition(api.ns, {}, specOf({ size: { type: 'integer', default: 'big' } }))),
);

area.add('create', 'unknown fields are pruned', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.create(widgets, widget(api.ns, 'one', { spec: { size: 1, nonsense: { deep: true } }, extra: 1 }));
});
area.add('create', 'unknown fields are kept where the schema says so', async (api) => {
  const widgets = await withSchema(
    api,
    specOf({ size: { type: 'integer' } }, { 'x-kubernetes-preserve-unknown-fields': true }),
  );
  await api.create(widgets, widget(api.ns, 'one', { spec: { size: 1, other: { deep: [1, 'two', null] } }, extra: 1 }));
});
area.add('create', 'unknown fields are refused on request', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.create(widgets, widget(api.ns, 'one', { spec: { nonsense: 1 } }), { query: { fieldValidation: 'Strict' } });
});
area.add('create', 'a custom key that is there twice is refused on request', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.create(
    widgets,
    `{"apiVersion":"${api.ns}.example.com/v1","kind":"Widget","metadata":{"name":"one"},"spec":{"size":1,"size":2}}`,
    { query: { fieldValidation: 'Strict' } },
  );
});
area.add('create', 'defaults', async (api) => {
  const widgets = await withSchema(
    api,
    specOf(
      {
        size: { type: 'integer', default: 3 },
        color: { type: 'string', default: 'blue' },
        inner: { type: 'object', default: {}, properties: { on: { type: 'boolean', default: true } } },
        list: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer', default: 7 } } } },
      },
      { default: {} },
    ),
  );
  await api.create(widgets, widget(api.ns, 'one', {}));
  await api.create(widgets, widget(api.ns, 'two', { spec: { size: 1, list: [{}, { n: 1 }] } }));
});
area.add('create', 'null takes the default unless it is allowed', async (api) => {
  const widgets = await withSchema(
    api,
    specOf({ a: { type: 'string', default: 'x' }, b: { type: 'string', nullable: true, default: 'x' } }),
  );
  await api.create(widgets, widget(api.ns, 'one', { spec: { a: null, b: null } }));
});
const refusing = (name: string, properties: Plain, spec: Plain, rest: Plain = {}): void =>
  area.add('create', `a schema refuses ${name}`, async (api) => {
    const widgets = await withSchema(api, specOf(properties, rest));
    await api.create(widgets, widget(api.ns, 'one', { spec }), { pick: unordered });
  });
refusing('the wrong type', { size: { type: 'integer' }, color: { type: 'string' } }, { size: 'big', color: 1 });
refusing('a fraction for an integer', { size: { type: 'integer' } }, { size: 1.5 });
refusing('a missing field', { size: { type: 'integer' } }, {}, { required: ['size'] });
refusing('a value outside of an enum', { color: { type: 'string', enum: ['red', 'blue'] } }, { color: 'green' });
refusing(
  'numbers out of bounds',
  {
    a: { type: 'integer', minimum: 1 },
    b: { type: 'integer', maximum: 5 },
    c: { type: 'number', exclusiveMinimum: true, minimum: 0 },
    d: { type: 'integer', multipleOf: 3 },
  },
  { a: 0, b: 6, c: 0, d: 4 },
);
refusing(
  'text of the wrong length or pattern',
  {
    a: { type: 'string', minLength: 2 },
    b: { type: 'string', maxLength: 2 },
    c: { type: 'string', pattern: '^[a-z]+$' },
  },
  { a: 'x', b: 'xxx', c: 'A1' },
);
refusing(
  'lists of the wrong length or with doubles',
  {
    a: { type: 'array', minItems: 1, items: { type: 'string' } },
    b: { type: 'array', maxItems: 1, items: { type: 'string' } },
  },
  { a: [], b: ['x', 'y'] },
);
refusing(
  'doubles in a set',
  { a: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } } },
  { a: ['x', 'x'] },
);
refusing(
  'doubles in a list with keys',
  {
    a: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    },
  },
  { a: [{ name: 'x' }, { name: 'x' }] },
);
refusing(
  'text in the wrong format',
  { a: { type: 'string', format: 'date-time' }, b: { type: 'string', format: 'ipv4' } },
  { a: 'yesterday', b: '1.2.3' },
);
refusing(
  'what one of several demands',
  { a: { type: 'string' }, b: { type: 'string' } },
  {},
  { oneOf: [{ required: ['a'] }, { required: ['b'] }] },
);
refusing(
  'what anyOf and not demand',
  { a: { type: 'string' }, b: { type: 'string' } },
  { b: 'x' },
  { anyOf: [{ required: ['a'] }], not: { required: ['b'] } },
);
refusing(
  'a map with wrong values',
  { a: { type: 'object', additionalProperties: { type: 'integer' }, maxProperties: 2 } },
  { a: { x: 1, y: 'two' } },
);
area.add('create', 'a number or text where both are allowed', async (api) => {
  const widgets = await withSchema(api, specOf({ port: { 'x-kubernetes-int-or-string': true } }));
  await api.create(widgets, widget(api.ns, 'one', { spec: { port: 80 } }), { pick: ({ spec }) => spec });
  await api.create(widgets, widget(api.ns, 'two', { spec: { port: 'http' } }), { pick: ({ spec }) => spec });
  await api.create(widgets, widget(api.ns, 'three', { spec: { port: true } }));
});
area.add('update', 'a custom object is validated again', async (api) => {
  const widgets = await withSchema(api, specOf({ size: { type: 'integer', minimum: 1 } }));
  await api.given(widgets, widget(api.ns, 'one'));
  await api.patch('merge', widgets, 'one', { spec: { size: 0 } });
  await api.get(widgets, 'one', { pick: ({ spec }) => spec });
});
area.add('update', 'a custom object needs a version', async (api) => {
  const widgets = await api.define(definition(api.ns));
  const made = (await api.given(widgets, widget(api.ns, 'one'))).object();
  await api.update(widgets, widget(api.ns, 'one', { spec: { size: 2 } }));
  await api.update(widgets, { ...made, spec: { size: 3 } });
});
area.add('update', 'the generation of a custom object', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.given(widgets, widget(api.ns, 'one'));
  const generation = { pick: ({ metadata }: Plain) => (metadata as Plain)['generation'] };
  await api.patch('merge', widgets, 'one', { spec: { size: 2 } }, generation);
  await api.patch('merge', widgets, 'one', { metadata: { labels: { a: 'b' } } }, generation);
  await api.patch('merge', widgets, 'one', { status: { phase: 'x' } }, generation);
});
area.add('create', 'a custom object of another kind', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.create(widgets, { ...widget(api.ns, 'one'), kind: 'Gadget' });
});
area.add('create', 'a custom object of another version', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.create(widgets, { ...widget(api.ns, 'one'), apiVersion: `${api.ns}.example.com/v2` });
});
area.add('create', 'a custom object without kind', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.create(widgets, { metadata: { name: 'one' } });
});
area.add('create', 'a cluster-scoped custom object', async (api) => {
  const widgets = await api.define(definition(api.ns, { scope: 'Cluster' }));
  await api.create(widgets, widget(api.ns, 'one'));
  await api.list(widgets);
});
area.add('get', 'in another version', async (api) => {
  const widgets = await api.define(inTwoVersions(api.ns, { name: 'v2', storage: false }));
  await api.given(widgets, widget(api.ns, 'one'));
  await api.get(`widgets.${api.ns}.example.com/v2`, 'one');
  await api.list(`widgets.${api.ns}.example.com/v2`);
});
area.add('get', 'in a version that is not served', async (api) => {
  await api.define(inTwoVersions(api.ns, { name: 'v2', storage: false, served: false }));
  await api.ask('GET', `/apis/${api.ns}.example.com/v2/namespaces/${api.ns}/widgets`);
});
area.add('create', 'a version that is deprecated warns', async (api) => {
  const widgets = await withSchema(api, { deprecated: true, deprecationWarning: 'use something else' });
  await api.create(widgets, widget(api.ns, 'one'));
});
area.add('list', 'custom objects by a selectable field', async (api) => {
  const widgets = await withSchema(api, { selectableFields: [{ jsonPath: '.spec.color' }] });
  await api.given(widgets, widget(api.ns, 'one', { spec: { color: 'red' } }));
  await api.given(widgets, widget(api.ns, 'two', { spec: { color: 'blue' } }));
  await api.list(widgets, { query: { fieldSelector: 'spec.color=red' } });
  await api.list(widgets, { query: { fieldSelector: 'spec.size=1' } });
});
area.add('list', 'custom objects as a table', async (api) => {
  const widgets = await withSchema(api, {
    additionalPrinterColumns: [
      { name: 'Size', type: 'integer', jsonPath: '.spec.size', description: 'how large' },
      { name: 'Color', type: 'string', jsonPath: '.spec.color', priority: 1 },
      { name: 'Tags', type: 'string', jsonPath: '.spec.tags[*]' },
      { name: 'Made', type: 'date', jsonPath: '.metadata.creationTimestamp' },
    ],
  });
  await api.given(widgets, widget(api.ns, 'one', { spec: { size: 3, color: 'red', tags: ['a', 'b'] } }));
  await api.given(widgets, widget(api.ns, 'two', {}));
  await api.list(widgets, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' });
});
area.add('list', 'custom objects as a table without columns of their own', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.given(widgets, widget(api.ns, 'one'));
  await api.list(widgets, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' });
});
area.add('list', 'custom objects as metadata only', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.given(widgets, widget(api.ns, 'one'));
  await api.list(widgets, { accept: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io' });
});
area.add('discovery', 'a custom group', async (api) => {
  await api.define(
    definition(
      api.ns,
      { names: { plural: 'widgets', singular: 'widget', kind: 'Widget', shortNames: ['wd'], categories: ['all'] } },
      {
        subresources: { status: {}, scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.replicas' } },
      },
    ),
  );
  await api.until(`/apis/${api.ns}.example.com`, ({ status }) => status === 200);
  await api.ask('GET', `/apis/${api.ns}.example.com`);
  await api.ask('GET', `/apis/${api.ns}.example.com/v1`, {
    pick: ({ resources, ...rest }) => ({
      ...rest,
      resources: (resources as Plain[]).map(({ storageVersionHash: _, ...resource }) => resource),
    }),
  });
});
area.add('update', 'a definition gains a field', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.create(widgets, widget(api.ns, 'one', { spec: { weight: 1 } }), { pick: ({ spec }) => spec });
  const name = `widgets.${api.ns}.example.com`;
  await api.patch(
    'json',
    CRDS,
    name,
    [
      {
        op: 'add',
        path: '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/weight',
        value: { type: 'integer' },
      },
    ],
    { pick: ({ metadata }) => (metadata as Plain)['generation'] },
  );
  // The server takes a moment to serve by the new schema.
  for (let attempt = 0; attempt < 50; attempt++) {
    const tried = await api.create(widgets, widget(api.ns, `two-${attempt}`, { spec: { weight: 1 } }), {
      query: { dryRun: 'All' },
      brief: true,
      unseen: true,
    });
    if (tried.at('spec.weight') === 1) break;
    await api.pause();
  }
  await api.create(widgets, widget(api.ns, 'two', { spec: { weight: 1 } }), { pick: ({ spec }) => spec });
});
area.add('update', 'the scope of a definition cannot change', async (api) => {
  await api.define(definition(api.ns));
  await api.patch('merge', CRDS, `widgets.${api.ns}.example.com`, {
    spec: { scope: 'Cluster' },
  });
});
area.add('update', 'the group of a definition cannot change', async (api) => {
  await api.define(definition(api.ns));
  await api.patch('merge', CRDS, `widgets.${api.ns}.example.com`, {
    spec: { group: 'other.example.com' },
  });
});
area.add('delete', 'a definition takes its objects along', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.given(widgets, widget(api.ns, 'one'));
  await api.delete(CRDS, `widgets.${api.ns}.example.com`, { brief: true });
  await api.until(api.path(widgets), ({ status }) => status === 404);
  await api.list(widgets);
  await api.get(CRDS, `widgets.${api.ns}.example.com`);
});
area.add('deletecollection', 'of custom objects', async (api) => {
  const widgets = await api.define(definition(api.ns));
  for (const name of ['a', 'b']) await api.given(widgets, widget(api.ns, name));
  await api.deleteCollection(widgets);
  await api.list(widgets);
});
area.add('apply', 'a custom list with keys', async (api) => {
  const widgets = await withSchema(
    api,
    specOf({
      a: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
        items: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, n: { type: 'integer' } } },
      },
    }),
  );
  await api.apply(widgets, widget(api.ns, 'one', { spec: { a: [{ name: 'x', n: 1 }] } }), 'mine', { brief: true });
  await api.apply(widgets, widget(api.ns, 'one', { spec: { a: [{ name: 'y', n: 2 }] } }), 'other');
});
area.add('apply', 'a custom field that the schema does not have', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.apply(widgets, widget(api.ns, 'one', { spec: { nonsense: 1 } }), 'mine');
});
area.add('create', 'metadata of a custom object is checked', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.create(widgets, { ...widget(api.ns, 'One_'), metadata: { name: 'One_', labels: { 'a b': 'c' } } });
});
area.add('create', 'a custom object with malformed metadata', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.create(widgets, { ...widget(api.ns, 'one'), metadata: { name: 'one', labels: { a: 1 } } });
});
area.add('create', 'a custom object with a generated name', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.create(widgets, { ...widget(api.ns, ''), metadata: { generateName: 'w-' } });
});
area.add('update', 'status and spec are one without the subresource', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.create(widgets, { ...widget(api.ns, 'one'), status: { phase: 'kept' } });
});
area.add('create', 'a custom object of another version, strictly', async (api) => {
  const widgets = await api.define(definition(api.ns));
  const object = { ...widget(api.ns, 'one'), apiVersion: `${api.ns}.example.com/v2` };
  await api.create(widgets, object, { query: { fieldValidation: 'Strict' } });
});
area.add('create', 'a custom object of the other version of its definition', async (api) => {
  const widgets = await api.define(inTwoVersions(api.ns, { name: 'v2', storage: false }));
  await api.create(widgets, { ...widget(api.ns, 'one'), apiVersion: `${api.ns}.example.com/v2` });
});
area.creates('a definition with two versions of one name', CRDS, (ns) => inTwoVersions(ns, { storage: false }));
