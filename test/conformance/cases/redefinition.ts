import { Area } from '../case.js';
import { definition, widget } from '../objects.js';
import type { Manifest } from '../objects.js';
import type { Plain, Probe } from '../probe.js';

/** What becomes of objects, and of those who watch them, when the definition of their kind changes or goes. */
export const area = new Area('redefinition');
const CRDS = 'customresourcedefinitions';
const SPEC = '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties';
const DEFAULT = { op: 'add', path: `${SPEC}/color`, value: { type: 'string', default: 'blue' } };

const nameOf = (api: Probe): string => `widgets.${api.ns}.example.com`;
const v2Of = (api: Probe): string => `${nameOf(api)}/v2`;

/** With a second version whose spec has only a size, and that by default. */
const withNarrowVersion = (ns: string): Manifest => {
  const object = definition(ns);
  const { versions } = object['spec'] as { versions: Plain[] };
  const spec = { type: 'object', properties: { size: { type: 'integer', default: 7 } } };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
  versions.push({ ...versions[0], name: 'v2', storage: false, schema });
  return object;
};

async function defineNarrow(api: Probe): Promise<string> {
  const widgets = await api.define(withNarrowVersion(api.ns));
  await api.until(api.path(v2Of(api)), ({ status }) => status === 200);
  return widgets;
}

/** Changes the definition and waits until an object and the list of them are shown by it. */
async function redefine(api: Probe, widgets: string, patch: readonly Plain[], wanted: (spec: Plain) => boolean) {
  await api.patch('json', CRDS, nameOf(api), patch, { brief: true });
  await api.until(api.path(widgets, 'one'), (answer) => wanted((answer.at('spec') ?? {}) as Plain));
  await api.until(api.path(widgets), ({ status }) => status === 200);
}

const isBlue = ({ color }: Plain): boolean => color === 'blue';

area.add('get', 'a version shows only what it has, without its defaults', async (api) => {
  const widgets = await defineNarrow(api);
  await api.given(widgets, widget(api.ns, 'one', { spec: { color: 'red' } }));
  await api.get(v2Of(api), 'one');
  await api.list(v2Of(api));
  const watch = await api.watch(v2Of(api));
  await watch.next(1);
});
area.add('get', 'a default that came later', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.given(widgets, widget(api.ns, 'one'));
  await redefine(api, widgets, [DEFAULT], isBlue);
  await api.get(widgets, 'one');
  await api.list(widgets);
  const watch = await api.watch(widgets);
  await watch.next(1);
});
area.add('get', 'a field that went later', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.given(widgets, widget(api.ns, 'one', { spec: { size: 1, color: 'red' } }));
  await redefine(api, widgets, [{ op: 'remove', path: `${SPEC}/color` }], ({ color }) => color === undefined);
  await api.get(widgets, 'one');
});
area.add('list', 'by a default that came later', async (api) => {
  const widgets = await api.define(definition(api.ns, {}, { selectableFields: [{ jsonPath: '.spec.color' }] }));
  await api.given(widgets, widget(api.ns, 'one'));
  await redefine(api, widgets, [DEFAULT], isBlue);
  await api.list(widgets, { query: { fieldSelector: 'spec.color=blue' } });
});
area.add('update', 'an object with a default that came later, as it was read', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.given(widgets, widget(api.ns, 'one'));
  await redefine(api, widgets, [DEFAULT], isBlue);
  const read = await api.get(widgets, 'one', { brief: true });
  const written = await api.update(widgets, read.object());
  await api.update(widgets, written.object());
});
area.add('update', 'an object through a version that does not show all of it', async (api) => {
  const widgets = await defineNarrow(api);
  await api.given(widgets, widget(api.ns, 'one', { spec: { size: 1, color: 'red' } }));
  await api.patch('merge', v2Of(api), 'one', { metadata: { labels: { a: 'b' } } });
  await api.get(widgets, 'one');
});
area.add('create', 'the answer has the defaults of the storage', async (api) => {
  const object = withNarrowVersion(api.ns);
  const { versions } = object['spec'] as { versions: Plain[] };
  for (const version of versions) version['storage'] = version['name'] === 'v2';
  const widgets = await api.define(object);
  await api.create(widgets, widget(api.ns, 'one', { spec: { color: 'red' } }));
});
area.add('watch', 'ends when its definition changes', async (api) => {
  const widgets = await defineNarrow(api);
  await api.given(widgets, widget(api.ns, 'one'));
  const watches = [await api.watch(widgets), await api.watch(v2Of(api))];
  for (const watch of watches) await watch.next(1);
  await api.patch('json', CRDS, nameOf(api), [DEFAULT], { brief: true });
  for (const watch of watches) await watch.end();
});
area.add('watch', 'ends when its definition goes, after the deletions', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.given(widgets, widget(api.ns, 'one'));
  const watch = await api.watch(widgets);
  await watch.next(1);
  await api.delete(CRDS, nameOf(api), { brief: true });
  await watch.end();
});
