import { Area } from '../case.js';
import { configMap, pod, service } from '../objects.js';
import type { Plain } from '../probe.js';
import { PROTOBUF } from '../representation.js';

export const area = new Area('delete-collection');
const options = (rest: Plain): { body: Plain } => ({ body: { apiVersion: 'v1', kind: 'DeleteOptions', ...rest } });
const names = ({ items, ...rest }: Plain): unknown =>
  items === undefined ? rest : (items as { metadata: Plain }[]).map(({ metadata }) => metadata['name']);
area.add('deletecollection', 'everything', async (api) => {
  for (const name of ['a', 'b', 'c']) await api.given('configmaps', configMap(name));
  await api.deleteCollection('configmaps');
  await api.list('configmaps');
});
area.add('deletecollection', 'nothing', (api) => api.deleteCollection('configmaps'));
area.add('deletecollection', 'those with finalizers stay', async (api) => {
  await api.given('configmaps', configMap('a'));
  await api.given('configmaps', configMap('b', {}, { finalizers: ['example.com/hold'] }));
  await api.deleteCollection('configmaps', { pick: names });
  await api.list('configmaps');
});
area.add('deletecollection', 'a dry run', async (api) => {
  await api.given('configmaps', configMap('a'));
  await api.deleteCollection('configmaps', { query: { dryRun: 'All' } });
  await api.list('configmaps', { pick: names });
});
area.add('deletecollection', 'in the foreground', async (api) => {
  await api.given('configmaps', configMap('a'));
  await api.deleteCollection('configmaps', { query: { propagationPolicy: 'Foreground' } });
  await api.list('configmaps');
});
area.add('deletecollection', 'with a limit', async (api) => {
  for (const name of ['a', 'b', 'c']) await api.given('configmaps', configMap(name));
  await api.deleteCollection('configmaps', { query: { limit: '2' }, pick: names });
  await api.list('configmaps', { pick: names });
});
area.add('deletecollection', 'of placed pods', async (api) => {
  await api.given('pods', pod('a', { nodeName: 'node-1' }));
  await api.given('pods', pod('b'));
  await api.deleteCollection('pods', { pick: names });
  await api.list('pods', { pick: names });
});
area.add('deletecollection', 'of placed pods without grace', async (api) => {
  await api.given('pods', pod('a', { nodeName: 'node-1' }));
  await api.deleteCollection('pods', { ...options({ gracePeriodSeconds: 0 }), pick: names });
  await api.list('pods', { pick: names });
});
area.add('deletecollection', 'with a precondition on the uid', async (api) => {
  const made = await api.given('configmaps', configMap('a'));
  await api.given('configmaps', configMap('b'));
  await api.deleteCollection('configmaps', { ...options({ preconditions: { uid: made.text('metadata.uid') } }) });
  await api.list('configmaps', { pick: names });
});
area.add('deletecollection', 'of services is served', async (api) => {
  await api.given('services', service('a'));
  await api.deleteCollection('services', { pick: names });
  await api.list('services', { pick: names });
});
area.add('deletecollection', 'of namespaces is not served', (api) =>
  api.deleteCollection('namespaces', { query: { labelSelector: 'nobody=here' } }),
);
area.add('deletecollection', 'in a namespace that is not there', (api) =>
  api.deleteCollection('configmaps', { namespace: `${api.ns}-absent` }),
);
area.add('deletecollection', 'in a way nobody knows', async (api) => {
  await api.given('configmaps', configMap('a'));
  await api.deleteCollection('configmaps', { query: { propagationPolicy: 'Sideways' } });
});
area.add('deletecollection', 'at a version', async (api) => {
  const made = await api.given('configmaps', configMap('a'));
  await api.given('configmaps', configMap('b'));
  await api.deleteCollection('configmaps', {
    query: { resourceVersion: made.version, resourceVersionMatch: 'Exact' },
    pick: names,
  });
  await api.list('configmaps', { pick: names });
});
area.add('deletecollection', 'answered in protobuf', async (api) => {
  await api.given('configmaps', configMap('a'));
  await api.deleteCollection('configmaps', { accept: PROTOBUF });
});
