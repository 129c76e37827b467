import { Area } from '../case.js';
import { configMap, definition, deployment, pod, service, widget } from '../objects.js';

export const area = new Area('merge-patch');

const patching = (name: string, patch: unknown, then = false): void =>
  area.add('merge-patch', name, async (api) => {
    await api.given('configmaps', configMap('one', { a: '1', b: '2' }, { labels: { x: 'y' } }));
    await api.patch('merge', 'configmaps', 'one', patch);
    if (then) await api.get('configmaps', 'one');
  });

patching('adds and changes', { data: { a: '9', c: '3' } }, true);
patching('removes by null', { data: { a: null } });
patching('removes a whole map by null', { data: null });
patching('null for what is not there', { data: { zzz: null }, binaryData: null });
patching('an empty patch changes nothing', {}, true);
patching('labels and annotations', { metadata: { labels: { x: null, z: '1' }, annotations: { n: 'o' } } });
patching('a version that is not the stored one', { metadata: { resourceVersion: '1' }, data: { a: '9' } });
patching('another uid', { metadata: { uid: '00000000-0000-4000-8000-000000000000' } });
patching('another name', { metadata: { name: 'two' } });
patching('another namespace', { metadata: { namespace: 'default' } });
patching('another kind', { kind: 'Secret' });
patching('another apiVersion', { apiVersion: 'v2' });
patching('a list as patch', [1]);
patching('text as patch', '"text"');
patching('malformed JSON', '{"data":');
patching('a wrong type', { data: { a: 1 } }, true);
patching('a map made a list', { data: [] });
patching('server-owned fields', {
  metadata: { creationTimestamp: '2001-01-01T00:00:00Z', generation: 5, deletionTimestamp: '2001-01-01T00:00:00Z' },
});
patching('managedFields emptied starts over', { metadata: { managedFields: [] } });
patching('managedFields with one empty entry are reset', { metadata: { managedFields: [{}] } });
patching('a key that is there twice', '{"data":{"a":"8","a":"9"}}');
patching('deeper than any field', { data: { a: { b: { c: '1' } } } });
area.add('merge-patch', 'with the version it has', async (api) => {
  const made = await api.given('configmaps', configMap('one'));
  await api.patch('merge', 'configmaps', 'one', { metadata: { resourceVersion: made.version }, data: { b: '2' } });
});
area.add('merge-patch', 'a list is replaced whole', async (api) => {
  await api.given('deployments', deployment('one'));
  await api.patch('merge', 'deployments', 'one', {
    spec: { template: { spec: { containers: [{ name: 'other', image: 'x' }] } } },
  });
});
area.add('merge-patch', 'raises the generation only when the spec changes', async (api) => {
  await api.given('deployments', deployment('one'));
  const generation = {
    pick: ({ metadata }: Record<string, unknown>) => (metadata as { generation: number }).generation,
  };
  await api.patch('merge', 'deployments', 'one', { metadata: { annotations: { a: 'b' } } }, generation);
  await api.patch('merge', 'deployments', 'one', { spec: { replicas: 1 } }, generation);
  await api.patch('merge', 'deployments', 'one', { spec: { replicas: 2 } }, generation);
  await api.patch('merge', 'deployments', 'one', { status: { replicas: 2 } }, generation);
});
area.add('merge-patch', 'a custom object', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.given(widgets, widget(api.ns, 'one'));
  await api.patch('merge', widgets, 'one', { spec: { color: 'red', size: null } });
});
area.add('merge-patch', 'null comes back as a default', async (api) => {
  await api.given('deployments', deployment('one', { replicas: 3 }));
  await api.patch('merge', 'deployments', 'one', { spec: { replicas: null } });
});
area.add('merge-patch', 'of a status', async (api) => {
  await api.given('pods', pod('one'));
  await api.patch(
    'merge',
    'pods',
    'one',
    { status: { phase: 'Running', podIP: '1.2.3.4', podIPs: [{ ip: '1.2.3.4' }] }, spec: { nodeName: 'x' } },
    { subresource: 'status' },
  );
});
area.add('merge-patch', 'a service that changes its type', async (api) => {
  await api.given('services', service('one'));
  await api.patch('merge', 'services', 'one', { spec: { type: 'NodePort' } });
});
area.add('merge-patch', 'a finalizer taken off ends a deletion', async (api) => {
  await api.given('configmaps', configMap('one', {}, { finalizers: ['example.com/hold'] }));
  await api.delete('configmaps', 'one', { brief: true });
  await api.patch('merge', 'configmaps', 'one', { metadata: { finalizers: null } });
  await api.get('configmaps', 'one');
});
