import { Area } from '../case.js';
import { configMap, definition, deployment, pod, widget } from '../objects.js';
import { PROTOBUF, YAML } from '../representation.js';

export const area = new Area('watch');
const SYNC = { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan', allowWatchBookmarks: 'true' };

area.add('watch', 'from a version: every change in order', async (api) => {
  const { version } = await api.list('configmaps', { brief: true });
  const watch = await api.watch('configmaps', { query: { resourceVersion: version } });
  await api.given('configmaps', configMap('one'));
  await api.update('configmaps', configMap('one', { a: '2' }), { brief: true });
  await api.delete('configmaps', 'one', { brief: true });
  await watch.next(3);
});
area.add('watch', 'from a version of the past: what happened since comes first', async (api) => {
  const { version } = await api.list('configmaps', { brief: true });
  await api.given('configmaps', configMap('one'));
  await api.given('configmaps', configMap('two'));
  await api.delete('configmaps', 'one', { brief: true });
  const watch = await api.watch('configmaps', { query: { resourceVersion: version } });
  await watch.next(3);
  await api.given('configmaps', configMap('three'));
  await watch.next(1);
});
area.add('watch', 'from the version of an object: what came after it', async (api) => {
  const first = await api.given('configmaps', configMap('one'));
  await api.given('configmaps', configMap('two'));
  const watch = await api.watch('configmaps', { query: { resourceVersion: first.version } });
  await watch.next(1);
});
area.add('watch', 'from nowhere: what is there comes as added', async (api) => {
  await api.given('configmaps', configMap('b'));
  await api.given('configmaps', configMap('a'));
  await api.list('configmaps', { brief: true });
  const watch = await api.watch('configmaps');
  await watch.next(2);
  await api.given('configmaps', configMap('c'));
  await watch.next(1);
});
area.add('watch', 'from version 0: what is there comes as added', async (api) => {
  await api.given('configmaps', configMap('b'));
  await api.given('configmaps', configMap('a'));
  await api.list('configmaps', { brief: true });
  const watch = await api.watch('configmaps', { query: { resourceVersion: '0' } });
  await watch.next(2);
});
area.add('watch', 'from version 0 with bookmarks: the end of what is there is marked', async (api) => {
  await api.given('configmaps', configMap('a'));
  await api.list('configmaps', { brief: true });
  const watch = await api.watch('configmaps', { query: { resourceVersion: '0', allowWatchBookmarks: 'true' } });
  await watch.next(2);
  await api.given('configmaps', configMap('b'));
  await watch.next(1);
});
area.add('watch', 'initial events and their end', async (api) => {
  await api.given('configmaps', configMap('b'));
  await api.given('configmaps', configMap('a'));
  const watch = await api.watch('configmaps', { query: SYNC });
  await watch.next(3);
  await api.given('configmaps', configMap('c'));
  await watch.next(1);
});
area.add('watch', 'initial events of an empty collection', async (api) => {
  const watch = await api.watch('configmaps', { query: SYNC });
  await watch.next(1);
});
area.add('watch', 'initial events not older than a version', async (api) => {
  const made = await api.given('configmaps', configMap('a'));
  const watch = await api.watch('configmaps', { query: { ...SYNC, resourceVersion: made.version } });
  await watch.next(2);
});
area.add('watch', 'initial events of what a selector takes', async (api) => {
  await api.given('configmaps', configMap('a', {}, { labels: { app: 'web' } }));
  await api.given('configmaps', configMap('b'));
  const watch = await api.watch('configmaps', { query: { ...SYNC, labelSelector: 'app=web' } });
  await watch.next(2);
});
area.add('watch', 'initial events without bookmarks have no mark', async (api) => {
  await api.given('configmaps', configMap('a'));
  const watch = await api.watch('configmaps', { query: { ...SYNC, allowWatchBookmarks: 'false' } });
  await watch.next(1);
  await api.given('configmaps', configMap('b'));
  await watch.next(1);
});
area.add('watch', 'sendInitialEvents without a match', async (api) => {
  await (await api.watch('configmaps', { query: { sendInitialEvents: 'true', allowWatchBookmarks: 'true' } })).end();
});
area.add('watch', 'sendInitialEvents with an exact match', async (api) => {
  await (
    await api.watch('configmaps', { query: { ...SYNC, resourceVersionMatch: 'Exact', resourceVersion: '1' } })
  ).end();
});
area.add('watch', 'a match without sendInitialEvents', async (api) => {
  await (
    await api.watch('configmaps', { query: { resourceVersionMatch: 'NotOlderThan', resourceVersion: '1' } })
  ).end();
});
area.add('watch', 'sendInitialEvents false sends none', async (api) => {
  await api.given('configmaps', configMap('a'));
  await api.list('configmaps', { brief: true });
  const watch = await api.watch('configmaps', { query: { ...SYNC, sendInitialEvents: 'false' } });
  await api.given('configmaps', configMap('b'));
  await watch.next(1);
});
area.add('watch', 'an object that leaves the selector is deleted, one that enters is added', async (api) => {
  const labelled = (app: string) => configMap('one', {}, { labels: { app } });
  await api.given('configmaps', labelled('web'));
  const { version } = await api.list('configmaps', { brief: true });
  const watch = await api.watch('configmaps', { query: { labelSelector: 'app=web', resourceVersion: version } });
  await api.update('configmaps', labelled('db'), { brief: true });
  await api.update('configmaps', { ...labelled('db'), data: { still: 'db' } }, { brief: true });
  await api.update('configmaps', labelled('web'), { brief: true });
  await api.update('configmaps', { ...labelled('web'), data: { still: 'web' } }, { brief: true });
  await watch.next(3);
});
area.add('watch', 'an object that leaves a field selector is deleted', async (api) => {
  await api.given('pods', pod('one'));
  const { version } = await api.list('pods', { brief: true });
  const watch = await api.watch('pods', { query: { fieldSelector: 'spec.nodeName=', resourceVersion: version } });
  await api.ask('POST', api.path('pods', 'one', { subresource: 'binding' }), {
    body: { apiVersion: 'v1', kind: 'Binding', metadata: { name: 'one' }, target: { kind: 'Node', name: 'node-1' } },
    brief: true,
  });
  await watch.next(1);
});
area.add('watch', 'one object by its name', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.given('configmaps', configMap('two'));
  const { version } = await api.list('configmaps', { brief: true });
  const watch = await api.watch('configmaps', {
    query: { fieldSelector: 'metadata.name=two', resourceVersion: version },
  });
  await api.update('configmaps', configMap('one', { a: '2' }), { brief: true });
  await api.update('configmaps', configMap('two', { a: '2' }), { brief: true });
  await watch.next(1);
});
area.add('watch', 'a change that changes nothing is no event', async (api) => {
  const made = await api.given('configmaps', configMap('one'));
  const watch = await api.watch('configmaps', { query: { resourceVersion: made.version } });
  await api.update('configmaps', configMap('one'), { brief: true });
  await api.given('configmaps', configMap('two'));
  await watch.next(1);
});
area.add('watch', 'a dry run is no event', async (api) => {
  const made = await api.given('configmaps', configMap('one'));
  const watch = await api.watch('configmaps', { query: { resourceVersion: made.version } });
  await api.create('configmaps', configMap('two'), { query: { dryRun: 'All' }, brief: true });
  await api.given('configmaps', configMap('three'));
  await watch.next(1);
});
area.add('watch', 'a deletion that waits is a change, its end a deletion', async (api) => {
  const made = await api.given('configmaps', configMap('one', {}, { finalizers: ['example.com/hold'] }));
  const watch = await api.watch('configmaps', { query: { resourceVersion: made.version } });
  await api.delete('configmaps', 'one', { brief: true });
  await api.patch('merge', 'configmaps', 'one', { metadata: { finalizers: null } }, { brief: true });
  await watch.next(2);
});
area.add('watch', 'the same name again is another object', async (api) => {
  const made = await api.given('configmaps', configMap('one'));
  const watch = await api.watch('configmaps', { query: { resourceVersion: made.version } });
  await api.delete('configmaps', 'one', { brief: true });
  await api.given('configmaps', configMap('one', { again: 'yes' }));
  await watch.next(2);
});
area.add('watch', 'ends after its time', async (api) => {
  const { version } = await api.list('configmaps', { brief: true });
  await (await api.watch('configmaps', { query: { resourceVersion: version, timeoutSeconds: '1' } })).end();
});
area.add('watch', 'a time that is no number', async (api) => {
  await (await api.watch('configmaps', { query: { timeoutSeconds: 'soon' } })).end();
});
area.add('watch', 'a version that is no number', async (api) => {
  await (await api.watch('configmaps', { query: { resourceVersion: 'abc' } })).end();
});
area.add('watch', 'a version of the future ends in an error event, with sendInitialEvents', async (api) => {
  await (await api.watch('configmaps', { query: { ...SYNC, resourceVersion: '999999999' } })).end();
});
area.add('watch', 'a selector that is malformed', async (api) => {
  await (await api.watch('configmaps', { query: { labelSelector: 'a in' } })).end();
});
area.add('watch', 'a field that is not selectable', async (api) => {
  await (await api.watch('pods', { query: { fieldSelector: 'spec.nonsense=1' } })).end();
});
area.add('watch', 'watch=1 is watch=true', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.list('configmaps', { brief: true });
  const watch = await api.watch('configmaps', { query: { watch: '1' } });
  await watch.next(1);
});
area.add('watch', 'watch=false is a list', (api) => api.list('configmaps', { query: { watch: 'false' } }));
area.add('watch', 'by the old path', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.list('configmaps', { brief: true });
  const watch = await api.watchPath(`/api/v1/watch/namespaces/${api.ns}/configmaps`);
  await watch.next(1);
});
area.add('watch', 'one object by the old path', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.given('configmaps', configMap('two'));
  await api.list('configmaps', { brief: true });
  const watch = await api.watchPath(`/api/v1/watch/namespaces/${api.ns}/configmaps/two`);
  await watch.next(1);
});
area.add('watch', 'a path with a name', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.get('configmaps', 'one', { query: { watch: 'true', timeoutSeconds: '1' }, pick: ({ kind }) => kind });
});
area.add('watch', 'all namespaces, by a selector', async (api) => {
  const { version } = await api.list('configmaps', { brief: true });
  const watch = await api.watch('configmaps', {
    namespace: '',
    query: { labelSelector: `case=${api.ns}`, resourceVersion: version },
  });
  await api.given('configmaps', configMap('one', {}, { labels: { case: api.ns } }));
  await watch.next(1);
});
area.add('watch', 'a namespace hears nothing of another', async (api) => {
  const { version } = await api.list('configmaps', { brief: true });
  await api.given('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: `${api.ns}-b` } });
  const watch = await api.watch('configmaps', { query: { resourceVersion: version } });
  await api.given('configmaps', configMap('one'), { namespace: `${api.ns}-b` });
  await api.given('configmaps', configMap('two'));
  await watch.next(1);
});
area.add('watch', 'as protobuf', async (api) => {
  await api.given('pods', pod('one'));
  const watch = await api.watch('pods', { accept: `${PROTOBUF};stream=watch`, query: SYNC });
  await watch.next(2);
  await api.delete('pods', 'one', { brief: true });
  await watch.next(2);
});
area.add('watch', 'an error event as protobuf', async (api) => {
  await (await api.watch('configmaps', { accept: PROTOBUF, query: { ...SYNC, resourceVersion: '999999999' } })).end();
});
area.add('watch', 'as YAML', async (api) => {
  await api.given('configmaps', configMap('one'));
  const watch = await api.watch('configmaps', { accept: YAML, query: { ...SYNC, timeoutSeconds: '1' } });
  await watch.end();
});
area.add('watch', 'as metadata only', async (api) => {
  await api.given('deployments', deployment('one'));
  const watch = await api.watch('deployments', {
    accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
    query: SYNC,
  });
  await watch.next(2);
});
area.add('watch', 'as metadata only in protobuf', async (api) => {
  await api.given('deployments', deployment('one'));
  const watch = await api.watch('deployments', {
    accept: `${PROTOBUF};as=PartialObjectMetadata;v=v1;g=meta.k8s.io`,
    query: SYNC,
  });
  await watch.next(2);
});
area.add('watch', 'as tables, whose columns come once', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.given('configmaps', configMap('two'));
  const watch = await api.watch('configmaps', { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io', query: SYNC });
  await watch.next(3);
  await api.delete('configmaps', 'one', { brief: true });
  await watch.next(1);
});
area.add('watch', 'a type nobody serves', async (api) => {
  await (await api.watch('configmaps', { accept: 'text/html' })).end();
});
area.add('watch', 'custom objects', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.given(widgets, widget(api.ns, 'one'));
  const watch = await api.watch(widgets, { query: SYNC });
  await watch.next(2);
  await api.patch('merge', widgets, 'one', { spec: { size: 2 } }, { brief: true });
  await api.delete(widgets, 'one', { brief: true });
  await watch.next(2);
});
area.add('watch', 'status changes', async (api) => {
  const made = await api.given('pods', pod('one'));
  const watch = await api.watch('pods', { query: { resourceVersion: made.version } });
  await api.patch('merge', 'pods', 'one', { status: { phase: 'Running' } }, { subresource: 'status', brief: true });
  await watch.next(1);
});
area.add('watch', 'a limit counts for nothing', async (api) => {
  await api.given('configmaps', configMap('a'));
  await api.given('configmaps', configMap('b'));
  const watch = await api.watch('configmaps', { query: { ...SYNC, limit: '1' } });
  await watch.next(3);
});
area.add('watch', 'a deletion of a collection is an event for each', async (api) => {
  await api.given('configmaps', configMap('a'));
  const made = await api.given('configmaps', configMap('b'));
  const watch = await api.watch('configmaps', { query: { resourceVersion: made.version } });
  await api.deleteCollection('configmaps', { brief: true });
  await watch.next(2);
});
