import { Area } from '../case.js';
import { configMap, definition, deployment, pod, secret, widget } from '../objects.js';
import { PROTOBUF, YAML } from '../representation.js';

export const area = new Area('get');
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const META = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io';

area.add('get', 'an object by its name', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.get('configmaps', 'one');
});
area.add('get', 'a name that is not there', (api) => api.get('configmaps', 'absent'));
area.add('get', 'a name of a group that is not there', (api) => api.get('deployments', 'absent'));
area.add('get', 'a name in a namespace that is not there', (api) =>
  api.get('configmaps', 'absent', { namespace: `${api.ns}-absent` }),
);
area.add('get', 'a cluster-scoped name that is not there', (api) => api.get('nodes', `${api.ns}-absent`));
area.add('get', 'an object of the same name in another namespace is another object', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.get('configmaps', 'one', { namespace: 'default' });
});
area.add('get', 'at version 0, from whatever the server has', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.list('configmaps', { brief: true });
  await api.get('configmaps', 'one', { query: { resourceVersion: '0' } });
});
area.add('get', 'not older than a version it has', async (api) => {
  const made = await api.given('configmaps', configMap('one'));
  await api.get('configmaps', 'one', { query: { resourceVersion: made.version } });
});
area.add('get', 'not older than a version of the future', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.get('configmaps', 'one', { query: { resourceVersion: '999999999' } });
});
area.add('get', 'a version that is no number', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.get('configmaps', 'one', { query: { resourceVersion: 'latest' } });
});
area.add('get', 'as YAML', async (api) => {
  await api.given('configmaps', configMap('one', { text: 'two\nlines\n', yes: 'true', nil: '' }));
  await api.get('configmaps', 'one', { accept: YAML });
});
area.add('get', 'as protobuf', async (api) => {
  await api.given('pods', pod('one'));
  await api.get('pods', 'one', { accept: PROTOBUF });
});
area.add('get', 'not found as protobuf', (api) => api.get('pods', 'absent', { accept: PROTOBUF }));
area.add('get', 'not found as YAML', (api) => api.get('pods', 'absent', { accept: YAML }));
area.add('get', 'as a table', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.get('configmaps', 'one', { accept: TABLE });
});
area.add('get', 'as metadata only', async (api) => {
  await api.given('deployments', deployment('one', {}, { labels: { app: 'web' }, annotations: { note: 'x' } }));
  await api.get('deployments', 'one', { accept: META });
});
area.add('get', 'as metadata only in protobuf', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.get('configmaps', 'one', { accept: `${PROTOBUF};as=PartialObjectMetadata;v=v1;g=meta.k8s.io` });
});
area.add('get', 'the first acceptable type of several is taken', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.get('configmaps', 'one', { accept: `text/html, ${YAML}, application/json` });
});
area.add('get', 'a type nobody serves', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.get('configmaps', 'one', { accept: 'text/html' });
});
area.add('get', 'any type is JSON', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.get('configmaps', 'one', { accept: '*/*' });
});
area.add('get', 'a table falls back to the object when that is accepted too', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.given(widgets, widget(api.ns, 'one'));
  await api.get(widgets, 'one', { accept: 'application/json;as=Nonsense;v=v1;g=meta.k8s.io,application/json' });
});
area.add('get', 'a representation nobody knows', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.get('configmaps', 'one', { accept: 'application/json;as=Nonsense;v=v1;g=meta.k8s.io' });
});
area.add('get', 'a custom object cannot be had as protobuf', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.given(widgets, widget(api.ns, 'one'));
  await api.get(widgets, 'one', { accept: PROTOBUF });
});
area.add('get', 'a custom object as JSON where protobuf is preferred', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.given(widgets, widget(api.ns, 'one'));
  await api.get(widgets, 'one', { accept: `${PROTOBUF},application/json` });
});
area.add('get', 'a resource that no group has', (api) => api.ask('GET', `/api/v1/namespaces/${api.ns}/nonsense`));
area.add('get', 'a group that is not there', (api) => api.ask('GET', '/apis/nonsense.example.com/v1/things'));
area.add('get', 'a version that the group does not have', (api) =>
  api.ask('GET', `/apis/apps/v1beta1/namespaces/${api.ns}/deployments`),
);
area.add('get', 'a subresource that the resource does not have', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.get('configmaps', 'one', { subresource: 'status' });
});
area.add('get', 'a namespaced resource outside of namespaces by name', (api) =>
  api.ask('GET', '/api/v1/configmaps/one'),
);
area.add('get', 'a cluster-scoped resource inside a namespace', (api) =>
  api.ask('GET', `/api/v1/namespaces/${api.ns}/nodes/one`),
);
area.add('get', 'the status of an object', async (api) => {
  await api.given('deployments', deployment('one'));
  await api.get('deployments', 'one', { subresource: 'status' });
});
area.add('get', 'a namespace has itself as an object', (api) => api.get('namespaces', api.ns));
area.add('get', 'binary data survives', async (api) => {
  await api.given(
    'secrets',
    secret('one', { data: { bytes: Buffer.from([0, 255, 128, 10]).toString('base64') }, stringData: { text: 'ü' } }),
  );
  await api.get('secrets', 'one');
});
area.add('get', 'indented on request', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.get('configmaps', 'one', { query: { pretty: 'true' } });
});
area.add('get', 'HEAD has no place on a resource', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.ask('HEAD', api.path('configmaps', 'one'));
});
