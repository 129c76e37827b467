import { Area } from '../case.js';
import { configMap, deployment, pod } from '../objects.js';
import type { Plain } from '../probe.js';

export const area = new Area('json-patch');
const BASE = { a: '1', b: '2' };

const patching = (name: string, patch: unknown, options: { then?: boolean; permutation?: boolean } = {}): void =>
  area.add(
    'json-patch',
    name,
    async (api) => {
      await api.given('configmaps', configMap('one', BASE, { labels: { 'example.com/x': 'y' } }));
      await api.patch('json', 'configmaps', 'one', patch);
      if (options.then === true) await api.get('configmaps', 'one');
    },
    { permutation: options.permutation ?? false },
  );

patching('add', [{ op: 'add', path: '/data/c', value: '3' }], { then: true });
patching('add over what is there', [{ op: 'add', path: '/data/a', value: '3' }]);
patching('add below what is not there', [{ op: 'add', path: '/binaryData/x/y', value: 'eA==' }], { then: true });
patching('remove', [{ op: 'remove', path: '/data/a' }]);
patching('remove what is not there', [{ op: 'remove', path: '/data/zzz' }]);
patching('replace', [{ op: 'replace', path: '/data/a', value: '3' }]);
patching('replace what is not there', [{ op: 'replace', path: '/data/zzz', value: '3' }]);
patching('move', [{ op: 'move', from: '/data/a', path: '/data/c' }]);
patching('move what is not there', [{ op: 'move', from: '/data/zzz', path: '/data/c' }]);
patching('copy', [{ op: 'copy', from: '/data/a', path: '/data/c' }]);
patching('test that holds', [
  { op: 'test', path: '/data/a', value: '1' },
  { op: 'replace', path: '/data/a', value: '3' },
]);
patching(
  'test that fails changes nothing',
  [
    { op: 'replace', path: '/data/b', value: '3' },
    { op: 'test', path: '/data/a', value: '9' },
  ],
  { then: true },
);
patching('test of what is not there', [{ op: 'test', path: '/data/zzz', value: '9' }]);
patching('test that something is not there', [{ op: 'test', path: '/data/zzz', value: null }]);
patching('an escaped slash', [{ op: 'replace', path: '/metadata/labels/example.com~1x', value: 'z' }]);
patching('an escaped tilde', [
  { op: 'add', path: '/metadata/annotations', value: {} },
  { op: 'add', path: '/metadata/annotations/a~0b', value: 'z' },
]);
patching('an operation nobody knows', [{ op: 'merge', path: '/data', value: {} }]);
patching('an operation without a path', [{ op: 'add', value: 'x' }]);
patching('a path without a slash', [{ op: 'add', path: 'data', value: {} }]);
patching('an add without a value', [{ op: 'add', path: '/data/c' }]);
patching('an empty patch', []);
patching('a patch that is an object', { op: 'add', path: '/data/c', value: '3' });
patching('a patch that is not JSON', 'nonsense');
patching('the whole object replaced', [
  {
    op: 'replace',
    path: '',
    value: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'one' }, data: { new: 'yes' } },
  },
]);
patching('another name', [{ op: 'replace', path: '/metadata/name', value: 'two' }]);
patching('another uid', [{ op: 'replace', path: '/metadata/uid', value: '00000000-0000-4000-8000-000000000000' }]);
patching('an older version', [{ op: 'replace', path: '/metadata/resourceVersion', value: '1' }]);
patching('a result of the wrong type', [{ op: 'replace', path: '/data/a', value: 5 }], { then: true });
patching('a result that is invalid', [{ op: 'add', path: '/data/a b', value: 'x' }], { then: true });
patching('another kind', [{ op: 'replace', path: '/kind', value: 'Secret' }]);
area.add('json-patch', 'lists: before, between and after', async (api) => {
  await api.given('configmaps', configMap('one', {}, { finalizers: ['example.com/a', 'example.com/b'] }));
  await api.patch(
    'json',
    'configmaps',
    'one',
    [
      { op: 'add', path: '/metadata/finalizers/0', value: 'example.com/first' },
      { op: 'add', path: '/metadata/finalizers/2', value: 'example.com/middle' },
      { op: 'add', path: '/metadata/finalizers/-', value: 'example.com/last' },
    ],
    { pick: ({ metadata }) => (metadata as Plain)['finalizers'] },
  );
});
area.add('json-patch', 'a place beyond a list', async (api) => {
  await api.given('configmaps', configMap('one', {}, { finalizers: ['example.com/a'] }));
  await api.patch('json', 'configmaps', 'one', [{ op: 'add', path: '/metadata/finalizers/5', value: 'example.com/x' }]);
});
area.add('json-patch', 'a place before a list', async (api) => {
  await api.given('configmaps', configMap('one', {}, { finalizers: ['example.com/a', 'example.com/b'] }));
  await api.patch('json', 'configmaps', 'one', [{ op: 'remove', path: '/metadata/finalizers/-1' }], {
    pick: ({ metadata, message }) => message ?? (metadata as Plain)['finalizers'],
  });
});
area.add('json-patch', 'a container by its place', async (api) => {
  await api.given('deployments', deployment('one'));
  await api.patch('json', 'deployments', 'one', [
    { op: 'replace', path: '/spec/template/spec/containers/0/image', value: 'registry.example/app:2' },
  ]);
});
area.add('json-patch', 'too many operations', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.patch(
    'json',
    'configmaps',
    'one',
    Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/data/a', value: '1' })),
  );
});
area.add('json-patch', 'of an absent object', (api) =>
  api.patch('json', 'configmaps', 'absent', [{ op: 'add', path: '/data', value: {} }]),
);
area.add('json-patch', 'a dry run changes nothing', async (api) => {
  await api.given('configmaps', configMap('one', BASE));
  await api.patch('json', 'configmaps', 'one', [{ op: 'remove', path: '/data/a' }], { query: { dryRun: 'All' } });
  await api.get('configmaps', 'one');
});
area.add('json-patch', 'of a status', async (api) => {
  await api.given('pods', pod('one'));
  await api.patch('json', 'pods', 'one', [{ op: 'replace', path: '/status/phase', value: 'Running' }], {
    subresource: 'status',
  });
});
area.add('patch', 'a patch type nobody knows', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.ask('PATCH', api.path('configmaps', 'one'), {
    body: { data: { a: '2' } },
    contentType: 'application/json',
  });
});
area.add('patch', 'no patch type', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.ask('PATCH', api.path('configmaps', 'one'), { body: { data: { a: '2' } }, contentType: '' });
});
area.add('patch', 'a patch type in YAML', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.ask('PATCH', api.path('configmaps', 'one'), {
    body: 'data: {a: "2"}',
    contentType: 'application/merge-patch+yaml',
  });
});
area.add('patch', 'force without apply', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.patch('merge', 'configmaps', 'one', { data: { a: '2' } }, { query: { force: 'true' } });
});
area.add('patch', 'an unknown dry run', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.patch('merge', 'configmaps', 'one', { data: { a: '2' } }, { query: { dryRun: 'Some' } });
});
area.add('patch', 'a patch above three megabytes', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.patch('merge', 'configmaps', 'one', { data: { a: 'x'.repeat(3 * 1024 * 1024) } });
});
area.add('patch', 'no body', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.ask('PATCH', api.path('configmaps', 'one'), { contentType: 'application/merge-patch+json' });
});
area.add('patch', 'a field manager that is named', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.patch('merge', 'configmaps', 'one', { data: { b: '2' } }, { query: { fieldManager: 'mine' } });
});
area.add('patch', 'in a namespace that is not there', (api) =>
  api.patch('merge', 'configmaps', 'one', { data: { b: '2' } }, { namespace: `${api.ns}-absent` }),
);
area.add('patch', 'answered in YAML', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.patch('merge', 'configmaps', 'one', { data: { b: '2' } }, { accept: 'application/yaml' });
});
area.add('patch', 'answered in protobuf', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.patch(
    'merge',
    'configmaps',
    'one',
    { data: { b: '2' } },
    { accept: 'application/vnd.kubernetes.protobuf' },
  );
});
