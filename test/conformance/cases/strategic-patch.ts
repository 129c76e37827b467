import { Area } from '../case.js';
import { configMap, definition, deployment, node, pod, service, serviceAccount, widget } from '../objects.js';
import type { Plain } from '../probe.js';

export const area = new Area('strategic-patch');

const TWO = {
  template: {
    metadata: { labels: { app: 'web' } },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.example/app:1',
          env: [
            { name: 'A', value: '1' },
            { name: 'B', value: '2' },
          ],
          ports: [{ containerPort: 80 }, { containerPort: 81 }],
          args: ['x', 'y'],
        },
        { name: 'side', image: 'registry.example/side:1' },
      ],
      volumes: [{ name: 'v', emptyDir: {} }],
      tolerations: [{ key: 'a', operator: 'Exists' }],
    },
  },
};

const onPodSpec = (name: string, spec: Plain): void =>
  area.add('strategic-patch', name, async (api) => {
    await api.given('deployments', deployment('one', TWO));
    await api.patch(
      'strategic',
      'deployments',
      'one',
      { spec: { template: { spec } } },
      {
        pick: ({ spec: patched, ...status }) =>
          patched === undefined ? status : (patched as { template: { spec: unknown } }).template.spec,
      },
    );
  });

onPodSpec('a list element is found by its key', { containers: [{ name: 'side', image: 'registry.example/side:2' }] });
onPodSpec('a new list element comes last', { containers: [{ name: 'third', image: 'x' }] });
onPodSpec('a list element is deleted', { containers: [{ name: 'side', $patch: 'delete' }] });
onPodSpec('a list element is replaced', { containers: [{ name: 'main', image: 'new', $patch: 'replace' }] });
onPodSpec('a whole list is replaced', { containers: [{ $patch: 'replace' }, { name: 'only', image: 'x' }] });
onPodSpec('order by directive', {
  '$setElementOrder/containers': [{ name: 'side' }, { name: 'main' }],
  containers: [{ name: 'main', image: 'new' }],
});
onPodSpec('an inner list is merged by its key', {
  containers: [
    {
      name: 'main',
      env: [
        { name: 'B', value: '9' },
        { name: 'C', value: '3' },
      ],
    },
  ],
});
onPodSpec('an inner element is deleted', { containers: [{ name: 'main', env: [{ name: 'A', $patch: 'delete' }] }] });
onPodSpec('a list of numbers by key', { containers: [{ name: 'main', ports: [{ containerPort: 81, name: 'http' }] }] });
onPodSpec('a list without a key is replaced', { containers: [{ name: 'main', args: ['z'] }] });
onPodSpec('a list of structs without a key is replaced', { tolerations: [{ key: 'b', operator: 'Exists' }] });
onPodSpec('a field is removed by null', { volumes: null });
onPodSpec('a union keeps only the kind that is set', {
  volumes: [{ name: 'v', $retainKeys: ['name', 'configMap'], configMap: { name: 'c' } }],
});
onPodSpec('an element without its key', { containers: [{ image: 'x' }] });
onPodSpec('an element that is not an object', { containers: ['x'] });
onPodSpec('a directive nobody knows', { containers: [{ name: 'main', $patch: 'explode' }] });
onPodSpec('a type that does not fit', { containers: 'x' });
onPodSpec('nothing', {});
onPodSpec('a map emptied by directive', { nodeSelector: { $patch: 'replace' } });

area.add('strategic-patch', 'the whole answer', async (api) => {
  await api.given('deployments', deployment('one'));
  await api.patch('strategic', 'deployments', 'one', {
    metadata: { labels: { a: 'b' } },
    spec: { replicas: 2, template: { spec: { containers: [{ name: 'main', image: 'registry.example/app:2' }] } } },
  });
});
area.add('strategic-patch', 'a list of primitives is merged', async (api) => {
  await api.given('configmaps', configMap('one', {}, { finalizers: ['example.com/a', 'example.com/b'] }));
  await api.patch(
    'strategic',
    'configmaps',
    'one',
    { metadata: { finalizers: ['example.com/c', 'example.com/a'] } },
    { pick: ({ metadata }) => (metadata as Plain)['finalizers'] },
  );
});
area.add('strategic-patch', 'primitives are deleted from a list', async (api) => {
  await api.given(
    'configmaps',
    configMap('one', {}, { finalizers: ['example.com/a', 'example.com/b', 'example.com/c'] }),
  );
  await api.patch(
    'strategic',
    'configmaps',
    'one',
    { metadata: { '$deleteFromPrimitiveList/finalizers': ['example.com/b'] } },
    { pick: ({ metadata }) => (metadata as Plain)['finalizers'] },
  );
});
area.add('strategic-patch', 'the order of primitives', async (api) => {
  await api.given('configmaps', configMap('one', {}, { finalizers: ['example.com/a', 'example.com/b'] }));
  await api.patch(
    'strategic',
    'configmaps',
    'one',
    { metadata: { '$setElementOrder/finalizers': ['example.com/b', 'example.com/a'], finalizers: [] } },
    { pick: ({ metadata }) => (metadata as Plain)['finalizers'] },
  );
});
area.add('strategic-patch', 'owners by uid', async (api) => {
  const owner = (name: string): Plain => ({ apiVersion: 'v1', kind: 'ConfigMap', name, uid: `uid-${name}` });
  await api.given('configmaps', configMap('one', {}, { ownerReferences: [owner('a'), owner('b')] }));
  await api.patch(
    'strategic',
    'configmaps',
    'one',
    { metadata: { ownerReferences: [{ uid: 'uid-a', $patch: 'delete' }, owner('c')] } },
    { pick: ({ metadata, message }) => message ?? (metadata as Plain)['ownerReferences'] },
  );
});
area.add('strategic-patch', 'a map by key and null', async (api) => {
  await api.given('configmaps', configMap('one', { a: '1', b: '2' }));
  await api.patch('strategic', 'configmaps', 'one', { data: { a: null, c: '3' } });
});
area.add('strategic-patch', 'a map replaced', async (api) => {
  await api.given('configmaps', configMap('one', { a: '1', b: '2' }));
  await api.patch('strategic', 'configmaps', 'one', { data: { $patch: 'replace', c: '3' } });
});
area.add('strategic-patch', 'a map deleted', async (api) => {
  await api.given('configmaps', configMap('one', { a: '1', b: '2' }));
  await api.patch('strategic', 'configmaps', 'one', { data: { $patch: 'delete' } });
});
area.add('strategic-patch', 'service ports by number', async (api) => {
  await api.given(
    'services',
    service('one', {
      ports: [
        { name: 'a', port: 80 },
        { name: 'b', port: 81 },
      ],
    }),
  );
  await api.patch('strategic', 'services', 'one', {
    spec: {
      ports: [
        { port: 81, targetPort: 8081 },
        { port: 80, $patch: 'delete' },
      ],
    },
  });
});
area.add('strategic-patch', 'conditions by type, through the status', async (api) => {
  await api.given('pods', pod('one'));
  const conditions = (status: string): Plain => ({
    status: { conditions: [{ type: 'Ready', status, lastTransitionTime: '2001-01-01T00:00:00Z' }] },
  });
  await api.patch('strategic', 'pods', 'one', conditions('False'), { subresource: 'status', brief: true });
  await api.patch('strategic', 'pods', 'one', conditions('True'), { subresource: 'status' });
});
area.add('strategic-patch', 'taints of a node', async (api) => {
  const name = `${api.ns}-n`;
  await api.given('nodes', node(name));
  await api.patch('strategic', 'nodes', name, { spec: { taints: [{ key: 'a', value: 'b', effect: 'NoSchedule' }] } });
});
area.add('strategic-patch', 'secrets of a service account by name', async (api) => {
  await api.given(
    'serviceaccounts',
    serviceAccount('one', { secrets: [{ name: 'a' }], imagePullSecrets: [{ name: 'p' }] }),
  );
  await api.patch('strategic', 'serviceaccounts', 'one', {
    secrets: [{ name: 'b' }],
    imagePullSecrets: [{ name: 'q' }],
  });
});
area.add('strategic-patch', 'a custom object has none', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.given(widgets, widget(api.ns, 'one'));
  await api.patch('strategic', widgets, 'one', { spec: { size: 2 } });
});
area.add('strategic-patch', 'of an absent object', (api) =>
  api.patch('strategic', 'configmaps', 'absent', { data: {} }),
);
area.add('strategic-patch', 'malformed JSON', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.patch('strategic', 'configmaps', 'one', '{"data"');
});
area.add('strategic-patch', 'a list as patch', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.patch('strategic', 'configmaps', 'one', []);
});
area.add('strategic-patch', 'a version that is not the stored one', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.patch('strategic', 'configmaps', 'one', { metadata: { resourceVersion: '1' }, data: { a: '9' } });
});
area.add('strategic-patch', 'a dry run changes nothing', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.patch('strategic', 'configmaps', 'one', { data: { b: '2' } }, { query: { dryRun: 'All' } });
  await api.get('configmaps', 'one');
});
