import { Area } from '../case.js';
import { configMap, deployment, job, namespace, node, pod, service } from '../objects.js';
import type { Plain } from '../probe.js';
import { PROTOBUF } from '../representation.js';

export const area = new Area('delete');
const options = (rest: Plain): { body: Plain } => ({ body: { apiVersion: 'v1', kind: 'DeleteOptions', ...rest } });

area.add('delete', 'an object, which then is gone', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.delete('configmaps', 'one');
  await api.get('configmaps', 'one');
});
area.add('delete', 'in a group', async (api) => {
  await api.given('deployments', deployment('one'));
  await api.delete('deployments', 'one');
});
area.add('delete', 'a name that is not there', (api) => api.delete('configmaps', 'absent'));
area.add('delete', 'a second time', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.delete('configmaps', 'one', { brief: true });
  await api.delete('configmaps', 'one');
});
area.add('delete', 'with finalizers waits for them', async (api) => {
  await api.given('configmaps', configMap('one', {}, { finalizers: ['example.com/hold'] }));
  await api.delete('configmaps', 'one');
  await api.get('configmaps', 'one');
  await api.delete('configmaps', 'one');
});
area.add('delete', 'ends when the last finalizer goes', async (api) => {
  await api.given('configmaps', configMap('one', {}, { finalizers: ['example.com/a', 'example.com/b'] }));
  const going = (await api.delete('configmaps', 'one', { brief: true })).object();
  await api.update('configmaps', {
    ...going,
    metadata: { ...going.metadata, resourceVersion: '', finalizers: ['example.com/b'] },
  });
  await api.update('configmaps', { ...going, metadata: { ...going.metadata, resourceVersion: '', finalizers: [] } });
  await api.get('configmaps', 'one');
});
area.add('delete', 'cannot be taken back', async (api) => {
  await api.given('configmaps', configMap('one', {}, { finalizers: ['example.com/hold'] }));
  await api.delete('configmaps', 'one', { brief: true });
  await api.update('configmaps', configMap('one', { b: '2' }, { finalizers: ['example.com/hold'] }));
});
area.add('delete', 'by uid', async (api) => {
  const made = await api.given('configmaps', configMap('one'));
  await api.delete('configmaps', 'one', options({ preconditions: { uid: made.text('metadata.uid') } }));
});
area.add('delete', 'by another uid', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.delete('configmaps', 'one', options({ preconditions: { uid: '00000000-0000-4000-8000-000000000000' } }));
  await api.get('configmaps', 'one');
});
area.add('delete', 'by version', async (api) => {
  const made = await api.given('configmaps', configMap('one'));
  await api.delete('configmaps', 'one', options({ preconditions: { resourceVersion: made.version } }));
});
area.add('delete', 'by an older version', async (api) => {
  const made = await api.given('configmaps', configMap('one'));
  await api.update('configmaps', configMap('one', { b: '2' }), { brief: true });
  await api.delete('configmaps', 'one', options({ preconditions: { resourceVersion: made.version } }));
  await api.get('configmaps', 'one');
});
area.add('delete', 'in the foreground waits', async (api) => {
  await api.given('deployments', deployment('one'));
  await api.delete('deployments', 'one', options({ propagationPolicy: 'Foreground' }));
  await api.get('deployments', 'one');
});
area.add('delete', 'by orphaning waits', async (api) => {
  await api.given('deployments', deployment('one'));
  await api.delete('deployments', 'one', options({ propagationPolicy: 'Orphan' }));
  await api.get('deployments', 'one');
});
area.add('delete', 'in the background', async (api) => {
  await api.given('deployments', deployment('one'));
  await api.delete('deployments', 'one', options({ propagationPolicy: 'Background' }));
});
area.add('delete', 'in a way nobody knows', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.delete('configmaps', 'one', options({ propagationPolicy: 'Sideways' }));
});
area.add('delete', 'by orphanDependents', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.delete('configmaps', 'one', options({ orphanDependents: true }));
});
area.add('delete', 'by both ways of saying it', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.delete('configmaps', 'one', options({ orphanDependents: true, propagationPolicy: 'Orphan' }));
});
area.add('delete', 'by query', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.delete('configmaps', 'one', { query: { propagationPolicy: 'Foreground' } });
});
area.add('delete', 'a change of mind while it waits', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.delete('configmaps', 'one', { ...options({ propagationPolicy: 'Foreground' }), brief: true });
  await api.delete('configmaps', 'one', options({ propagationPolicy: 'Orphan' }));
});
area.add('delete', 'a background delete ends a foreground one', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.delete('configmaps', 'one', { ...options({ propagationPolicy: 'Foreground' }), brief: true });
  await api.delete('configmaps', 'one', options({ propagationPolicy: 'Background' }));
  await api.get('configmaps', 'one');
});
area.add('delete', 'a job without a word keeps its pods', async (api) => {
  await api.given('jobs', job('one'));
  await api.delete('jobs', 'one');
});
area.add('delete', 'a pod that is placed waits for its kubelet', async (api) => {
  await api.given('pods', pod('one', { nodeName: 'node-1' }));
  await api.delete('pods', 'one');
  await api.get('pods', 'one');
});
area.add('delete', 'a pod that is not placed goes at once', async (api) => {
  await api.given('pods', pod('one'));
  await api.delete('pods', 'one');
  await api.get('pods', 'one');
});
area.add('delete', 'a placed pod without grace goes at once', async (api) => {
  await api.given('pods', pod('one', { nodeName: 'node-1' }));
  await api.delete('pods', 'one', options({ gracePeriodSeconds: 0 }));
  await api.get('pods', 'one');
});
area.add('delete', 'a grace of its own', async (api) => {
  await api.given('pods', pod('one', { nodeName: 'node-1', terminationGracePeriodSeconds: 7 }));
  await api.delete('pods', 'one');
});
area.add('delete', 'a grace that is asked for', async (api) => {
  await api.given('pods', pod('one', { nodeName: 'node-1' }));
  await api.delete('pods', 'one', { query: { gracePeriodSeconds: '3' } });
});
area.add('delete', 'a grace may be shortened', async (api) => {
  await api.given('pods', pod('one', { nodeName: 'node-1' }));
  await api.delete('pods', 'one', { brief: true });
  await api.delete('pods', 'one', options({ gracePeriodSeconds: 5 }));
});
area.add('delete', 'a grace may not be lengthened', async (api) => {
  await api.given('pods', pod('one', { nodeName: 'node-1' }));
  await api.delete('pods', 'one', { brief: true });
  await api.delete('pods', 'one', options({ gracePeriodSeconds: 500 }));
});
area.add('delete', 'a negative grace is one second', async (api) => {
  await api.given('pods', pod('one', { nodeName: 'node-1' }));
  await api.delete('pods', 'one', options({ gracePeriodSeconds: -5 }));
});
area.add('delete', 'the kubelet ends it', async (api) => {
  await api.given('pods', pod('one', { nodeName: 'node-1' }));
  const going = await api.delete('pods', 'one', { brief: true });
  await api.delete(
    'pods',
    'one',
    options({ gracePeriodSeconds: 0, preconditions: { uid: going.text('metadata.uid') } }),
  );
  await api.get('pods', 'one');
});
area.add('delete', 'a pod that has ended goes at once', async (api) => {
  await api.given('pods', pod('one', { nodeName: 'node-1' }));
  await api.patch('merge', 'pods', 'one', { status: { phase: 'Succeeded' } }, { subresource: 'status', brief: true });
  await api.delete('pods', 'one');
  await api.get('pods', 'one');
});
area.add('delete', 'a grace for what has none counts for nothing', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.delete('configmaps', 'one', options({ gracePeriodSeconds: 30 }));
  await api.get('configmaps', 'one');
});
area.add('delete', 'a dry run deletes nothing', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.delete('configmaps', 'one', { query: { dryRun: 'All' } });
  await api.get('configmaps', 'one');
});
area.add('delete', 'a dry run in the body', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.delete('configmaps', 'one', options({ dryRun: ['All'] }));
  await api.get('configmaps', 'one');
});
area.add('delete', 'a dry run of a foreground delete', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.delete('configmaps', 'one', options({ dryRun: ['All'], propagationPolicy: 'Foreground' }));
  await api.get('configmaps', 'one');
});
area.add('delete', 'options of another kind', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.delete('configmaps', 'one', { body: configMap('one') });
});
area.add('delete', 'options that are malformed', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.delete('configmaps', 'one', { body: '{"kind"' });
  await api.get('configmaps', 'one');
});
area.add('delete', 'options of the version of the group', async (api) => {
  await api.given('deployments', deployment('one'));
  await api.delete('deployments', 'one', {
    body: { apiVersion: 'apps/v1', kind: 'DeleteOptions', propagationPolicy: 'Background' },
  });
});
area.add('delete', 'options in protobuf', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.delete('configmaps', 'one', {
    ...options({ propagationPolicy: 'Foreground' }),
    contentType: PROTOBUF,
    accept: PROTOBUF,
  });
});
area.add('delete', 'options without kind', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.delete('configmaps', 'one', { body: { propagationPolicy: 'Foreground' } });
});
area.add('delete', 'a service gives its answer', async (api) => {
  await api.given('services', service('one'));
  await api.delete('services', 'one');
});
area.add('delete', 'a node', async (api) => {
  await api.given('nodes', node(`${api.ns}-n`));
  await api.delete('nodes', `${api.ns}-n`);
});
area.add('delete', 'a namespace waits for its finalizer', async (api) => {
  await api.delete('namespaces', api.ns);
  await api.get('namespaces', api.ns);
});
area.add('delete', 'nothing new in a namespace that ends', async (api) => {
  await api.given('configmaps', configMap('before'));
  await api.delete('namespaces', api.ns, { brief: true });
  await api.until(api.path('namespaces', api.ns), (answer) => answer.text('status.phase') === 'Terminating');
  await api.create('configmaps', configMap('one'));
  await api.update('configmaps', configMap('before', { b: '2' }));
  await api.delete('configmaps', 'before');
});
area.add('delete', 'a namespace ends when it is finalized', async (api) => {
  const name = `${api.ns}-b`;
  await api.given('namespaces', namespace(name));
  const going = (await api.delete('namespaces', name, { brief: true })).object();
  await api.ask('PUT', `/api/v1/namespaces/${name}/finalize`, { body: { ...going, spec: { finalizers: [] } } });
  await api.get('namespaces', name);
});
area.add('delete', 'a namespace that is finalized but not deleted stays', async (api) => {
  const made = (await api.given('namespaces', namespace(`${api.ns}-b`))).object();
  await api.ask('PUT', `/api/v1/namespaces/${api.ns}-b/finalize`, { body: { ...made, spec: { finalizers: [] } } });
  await api.delete('namespaces', `${api.ns}-b`);
  await api.get('namespaces', `${api.ns}-b`);
});
area.add('delete', 'a namespace with a finalizer of its own', async (api) => {
  const name = `${api.ns}-b`;
  await api.given('namespaces', namespace(name, { finalizers: ['example.com/hold'] }));
  const going = (await api.delete('namespaces', name, { brief: true })).object();
  await api.ask('PUT', `/api/v1/namespaces/${name}/finalize`, {
    body: { ...going, spec: { finalizers: [] } },
    brief: true,
  });
  await api.get('namespaces', name);
  await api.patch('merge', 'namespaces', name, { metadata: { finalizers: null } });
  await api.get('namespaces', name);
});
area.add('delete', 'the namespaces of the system cannot be deleted', (api) => api.delete('namespaces', 'kube-system'));
