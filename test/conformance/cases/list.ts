import { Area } from '../case.js';
import { configMap, deployment, node, pod, secret, service } from '../objects.js';
import type { Answer, Probe } from '../probe.js';
import { PROTOBUF, YAML } from '../representation.js';

export const area = new Area('list');
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const META = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';

async function five(api: Probe): Promise<Answer[]> {
  const made: Answer[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    made.push(await api.given('configmaps', configMap(name, { name }, { labels: { name } })));
  return made;
}

area.add('list', 'an empty collection', (api) => api.list('configmaps'));
area.add('list', 'items carry neither apiVersion nor kind and come in the order of their names', async (api) => {
  for (const name of ['b', 'a', 'a-1', 'b.c', 'a0']) await api.given('configmaps', configMap(name));
  await api.list('configmaps');
});
area.add('list', 'a namespace that is not there is empty', (api) =>
  api.list('configmaps', { namespace: `${api.ns}-absent` }),
);
area.add('list', 'a group', async (api) => {
  await api.given('deployments', deployment('one'));
  await api.list('deployments');
});
area.add('list', 'all namespaces, of which a selector takes some', async (api) => {
  const other = `${api.ns}-b`;
  await api.given('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: other } });
  await api.given('configmaps', configMap('one', {}, { labels: { case: api.ns } }));
  await api.given('configmaps', configMap('one', {}, { labels: { case: api.ns } }), { namespace: other });
  await api.list('configmaps', { namespace: '', query: { labelSelector: `case=${api.ns}` } });
});
area.add('list', 'page by page', async (api) => {
  await five(api);
  const first = await api.list('configmaps', { query: { limit: '2' } });
  const second = await api.list('configmaps', { query: { limit: '2', continue: first.text('metadata.continue') } });
  await api.list('configmaps', { query: { limit: '2', continue: second.text('metadata.continue') } });
});
area.add('list', 'the pages show one moment', async (api) => {
  await five(api);
  const first = await api.list('configmaps', { query: { limit: '2' } });
  await api.delete('configmaps', 'd', { brief: true });
  await api.given('configmaps', configMap('cc'));
  await api.list('configmaps', { query: { limit: '10', continue: first.text('metadata.continue') } });
});
area.add('list', 'a limit above the number of items gives all and no token', async (api) => {
  await five(api);
  await api.list('configmaps', { query: { limit: '50' } });
});
area.add('list', 'a limit of exactly the number of items gives no token', async (api) => {
  await five(api);
  await api.list('configmaps', { query: { limit: '5' } });
});
area.add('list', 'how many remain is not told with a selector', async (api) => {
  await five(api);
  await api.list('configmaps', { query: { limit: '1', labelSelector: 'name in (a,b,c)' } });
});
area.add('list', 'pages with a selector are full', async (api) => {
  await five(api);
  const first = await api.list('configmaps', { query: { limit: '2', labelSelector: 'name in (a,c,e)' } });
  await api.list('configmaps', {
    query: { limit: '2', labelSelector: 'name in (a,c,e)', continue: first.text('metadata.continue') },
  });
});
area.add('list', 'a limit that is no number', (api) => api.list('configmaps', { query: { limit: 'many' } }));
area.add('list', 'a negative limit', async (api) => {
  await five(api);
  await api.list('configmaps', { query: { limit: '-1' } });
});
area.add('list', 'a token that is not one of the server', (api) =>
  api.list('configmaps', { query: { continue: 'nonsense' } }),
);
area.add('list', 'a token and a version together', async (api) => {
  await five(api);
  const first = await api.list('configmaps', { query: { limit: '2' } });
  await api.list('configmaps', {
    query: { limit: '2', continue: first.text('metadata.continue'), resourceVersion: first.version },
  });
});
area.add('list', 'a token and version 0 together', async (api) => {
  await five(api);
  const first = await api.list('configmaps', { query: { limit: '2' } });
  await api.list('configmaps', {
    query: { limit: '2', continue: first.text('metadata.continue'), resourceVersion: '0' },
  });
});
area.add('list', 'a limit counts for nothing at version 0', async (api) => {
  await five(api);
  await api.list('configmaps', { brief: true });
  await api.list('configmaps', { query: { limit: '2', resourceVersion: '0' } });
});
area.add('list', 'not older than a version, by default', async (api) => {
  const [, made] = await five(api);
  await api.list('configmaps', { brief: true });
  await api.list('configmaps', { query: { resourceVersion: made?.version ?? '' } });
});
area.add('list', 'exactly a version, with limit and no match', async (api) => {
  const made = await five(api);
  await api.list('configmaps', { query: { resourceVersion: made[2]?.version ?? '', limit: '10' } });
});
area.add('list', 'exactly a version', async (api) => {
  const made = await five(api);
  await api.list('configmaps', { query: { resourceVersion: made[2]?.version ?? '', resourceVersionMatch: 'Exact' } });
});
area.add('list', 'exactly a version, with deletions and changes since', async (api) => {
  const made = await five(api);
  await api.delete('configmaps', 'a', { brief: true });
  await api.update('configmaps', configMap('b', { changed: 'yes' }), { brief: true });
  await api.list('configmaps', { query: { resourceVersion: made[4]?.version ?? '', resourceVersionMatch: 'Exact' } });
});
area.add('list', 'pages of exactly a version', async (api) => {
  const made = await five(api);
  const first = await api.list('configmaps', {
    query: { resourceVersion: made[2]?.version ?? '', resourceVersionMatch: 'Exact', limit: '2' },
  });
  await api.list('configmaps', { query: { limit: '2', continue: first.text('metadata.continue') } });
});
area.add('list', 'not older than a version', async (api) => {
  const made = await five(api);
  await api.list('configmaps', { brief: true });
  await api.list('configmaps', {
    query: { resourceVersion: made[2]?.version ?? '', resourceVersionMatch: 'NotOlderThan' },
  });
});
area.add('list', 'not older than a version, with limit', async (api) => {
  const made = await five(api);
  await api.list('configmaps', {
    query: { resourceVersion: made[4]?.version ?? '', resourceVersionMatch: 'NotOlderThan', limit: '2' },
  });
});
area.add('list', 'not older than the future', (api) =>
  api.list('configmaps', { query: { resourceVersion: '999999999', resourceVersionMatch: 'NotOlderThan' } }),
);
area.add('list', 'exactly the future', (api) =>
  api.list('configmaps', { query: { resourceVersion: '999999999', resourceVersionMatch: 'Exact' } }),
);
area.add('list', 'exactly version 0', (api) =>
  api.list('configmaps', { query: { resourceVersion: '0', resourceVersionMatch: 'Exact' } }),
);
area.add('list', 'a match without a version', (api) =>
  api.list('configmaps', { query: { resourceVersionMatch: 'Exact' } }),
);
area.add('list', 'a match nobody knows', (api) =>
  api.list('configmaps', { query: { resourceVersion: '1', resourceVersionMatch: 'Newest' } }),
);
area.add('list', 'a match with a token', async (api) => {
  await five(api);
  const first = await api.list('configmaps', { query: { limit: '2' } });
  await api.list('configmaps', {
    query: { limit: '2', continue: first.text('metadata.continue'), resourceVersionMatch: 'NotOlderThan' },
  });
});
area.add('list', 'sendInitialEvents without a watch', (api) =>
  api.list('configmaps', { query: { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' } }),
);
area.add('list', 'a version that is no number', (api) => api.list('configmaps', { query: { resourceVersion: 'abc' } }));
area.add('list', 'a negative version', (api) => api.list('configmaps', { query: { resourceVersion: '-1' } }));
area.add('list', 'as YAML', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.list('configmaps', { accept: YAML });
});
area.add('list', 'as protobuf', async (api) => {
  await api.given('pods', pod('one'));
  await api.given('pods', pod('two', {}, { labels: { app: 'web' } }));
  await api.list('pods', { accept: PROTOBUF });
});
area.add('list', 'pages as protobuf', async (api) => {
  await five(api);
  const first = await api.list('configmaps', { accept: PROTOBUF, query: { limit: '2' } });
  await api.list('configmaps', { accept: PROTOBUF, query: { limit: '2', continue: first.text('metadata.continue') } });
});
area.add('list', 'as metadata only', async (api) => {
  await api.given('secrets', secret('one', { stringData: { password: 'x' } }));
  await api.list('secrets', { accept: META });
});
area.add('list', 'as metadata only in protobuf', async (api) => {
  await api.given('services', service('one'));
  await api.list('services', { accept: `${PROTOBUF};as=PartialObjectMetadataList;v=v1;g=meta.k8s.io` });
});
area.add('list', 'as a table', async (api) => {
  await five(api);
  await api.list('configmaps', { accept: TABLE });
});
area.add('list', 'an empty table', (api) => api.list('configmaps', { accept: TABLE }));
area.add('list', 'pages as tables', async (api) => {
  await five(api);
  const first = await api.list('configmaps', { accept: TABLE, query: { limit: '3' } });
  await api.list('configmaps', { accept: TABLE, query: { limit: '3', continue: first.text('metadata.continue') } });
});
area.add('list', 'a table without its objects', async (api) => {
  await api.given('pods', pod('one'));
  await api.list('pods', { accept: TABLE, query: { includeObject: 'None' } });
});
area.add('list', 'a table with whole objects', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.list('configmaps', { accept: TABLE, query: { includeObject: 'Object' } });
});
area.add('list', 'a table with objects of a way nobody knows', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.list('configmaps', { accept: TABLE, query: { includeObject: 'Some' } });
});
area.add('list', 'an unknown parameter counts for nothing', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.list('configmaps', { query: { nonsense: 'true' } });
});
area.add('list', 'nodes by label, outside of namespaces', async (api) => {
  await api.given('nodes', { ...node(`${api.ns}-n`), metadata: { name: `${api.ns}-n`, labels: { case: api.ns } } });
  await api.list('nodes', { query: { labelSelector: `case=${api.ns}` } });
});
