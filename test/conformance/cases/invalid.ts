import { Area } from '../case.js';
import { configMap, deployment, namespace, node, pod, secret, service } from '../objects.js';
import { PROTOBUF, YAML, toProtobuf } from '../representation.js';

export const area = new Area('invalid');
const JSON_TYPE = 'application/json';

area.add('create', 'JSON that does not end', (api) =>
  api.create('configmaps', '{"apiVersion":"v1","kind":"ConfigMap"', { contentType: JSON_TYPE }),
);
area.add('create', 'JSON that is no object', (api) => api.create('configmaps', '[1,2]', { contentType: JSON_TYPE }));
area.add('create', 'JSON that is a string', (api) => api.create('configmaps', '"text"', { contentType: JSON_TYPE }), {
  permutation: true,
});
area.add('create', 'JSON null', (api) => api.create('configmaps', 'null', { contentType: JSON_TYPE }));
area.add('create', 'text after the JSON', (api) =>
  api.create('configmaps', `${JSON.stringify(configMap('one'))} and more`, { contentType: JSON_TYPE }),
);
area.add('create', 'text that is not JSON at all', (api) =>
  api.create('configmaps', 'hello', { contentType: JSON_TYPE }),
);
area.add('create', 'YAML in place of JSON', (api) =>
  api.create('configmaps', 'apiVersion: v1\nkind: ConfigMap\n', { contentType: JSON_TYPE }),
);
area.add('create', 'YAML that is malformed', (api) =>
  api.create('configmaps', 'apiVersion: v1\n  kind: [', { contentType: YAML }),
);
area.add('create', 'YAML of two documents', (api) =>
  api.create('configmaps', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}\n---\napiVersion: v1\n', {
    contentType: YAML,
  }),
);
area.add('create', 'protobuf without its first bytes', (api) =>
  api.create('configmaps', toProtobuf(configMap('one')).subarray(4), { contentType: PROTOBUF }),
);
area.add('create', 'protobuf cut in the middle', async (api) => {
  const whole = toProtobuf(configMap('one', { key: 'value'.repeat(10) }));
  await api.create('configmaps', whole.subarray(0, whole.length - 20), { contentType: PROTOBUF });
});
area.add('create', 'protobuf of nothing but first bytes', (api) =>
  api.create('configmaps', Buffer.from([0x6b, 0x38, 0x73, 0]), { contentType: PROTOBUF }),
);
area.add('create', 'protobuf of another kind', (api) =>
  api.create('configmaps', toProtobuf(secret('one')), { contentType: PROTOBUF }),
);
area.add('create', 'a content type nobody reads', (api) =>
  api.create('configmaps', configMap('one'), { contentType: 'text/plain' }),
);
area.add('create', 'no content type is JSON', (api) => api.create('configmaps', configMap('one'), { contentType: '' }));
area.add('create', 'a content type with parameters', (api) =>
  api.create('configmaps', configMap('one'), { contentType: 'application/json; charset=utf-8' }),
);
area.add('create', 'a content type that is malformed', (api) =>
  api.create('configmaps', configMap('one'), { contentType: ';;' }),
);
area.add('create', 'a body above three megabytes', (api) =>
  api.create('configmaps', configMap('one', { big: 'x'.repeat(3 * 1024 * 1024) })),
);
area.add('create', 'a ConfigMap above one megabyte', (api) =>
  api.create('configmaps', configMap('one', { big: 'x'.repeat(1024 * 1024 + 1) })),
);
area.each(
  'create',
  {
    'capital letters': 'One',
    'an underscore': 'a_b',
    'a dot at the end': 'a.',
    'a space': 'a b',
    'a slash': 'a/b',
    'too long': 'x'.repeat(254),
    'two dots': 'a..b',
    'nothing but a dash': '-',
  },
  (label) => `a name with ${label}`,
  (api, name) => api.create('configmaps', configMap(name)),
);
area.add('create', 'a name that is a path', (api) =>
  api.create('rolebindings', {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'a/b' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'x' },
  }),
);
area.add('create', 'a service has a stricter name', (api) => api.create('services', service('1.two')));
area.add('create', 'a namespace has no dots', (api) => api.create('namespaces', namespace(`${api.ns}.b`)));
area.add('create', 'a node may have dots', (api) =>
  api.create('nodes', node(`${api.ns}.example.com`), { pick: ({ metadata }) => (metadata as { name?: string }).name }),
);
area.each(
  'create',
  {
    'a value that is too long': { app: 'x'.repeat(64) },
    'a key that is too long': { ['k'.repeat(64)]: 'x' },
    'a value with spaces': { app: 'a b' },
    'an empty key': { '': 'x' },
    'a prefix that is no domain': { 'Example.com/a': 'x' },
    'two slashes': { 'a/b/c': 'x' },
  },
  (label) => `a label with ${label}`,
  (api, labels) => api.create('configmaps', configMap('one', {}, { labels })),
);
area.add('create', 'an annotation with a malformed key', (api) =>
  api.create('configmaps', configMap('one', {}, { annotations: { 'a b': 'x' } })),
);
area.add('create', 'annotations that are too large', (api) =>
  api.create('configmaps', configMap('one', {}, { annotations: { a: 'x'.repeat(256 * 1024) } })),
);
area.add('create', 'a data key with a slash', (api) => api.create('configmaps', configMap('one', { 'a/b': 'x' })));
area.add('create', 'a key both in data and binaryData', (api) =>
  api.create('configmaps', { ...configMap('one', { a: 'x' }), binaryData: { a: 'eA==' } }),
);
area.add('create', 'binary data that is not base64', (api) =>
  api.create('secrets', secret('one', { data: { a: '***' } })),
);
area.add('create', 'a number where text belongs', (api) => api.create('configmaps', configMap('one', { a: 1 })));
area.add('create', 'text where a number belongs', (api) =>
  api.create('deployments', deployment('one', { replicas: 'two' })),
);
area.add('create', 'a fraction where an integer belongs', (api) =>
  api.create('deployments', deployment('one', { replicas: 1.5 })),
);
area.add('create', 'a number out of range', (api) =>
  api.create('deployments', deployment('one', { replicas: 2 ** 40 })),
);
area.add('create', 'an object where a list belongs', (api) =>
  api.create('pods', { ...pod('one'), spec: { containers: {} } }),
);
area.add('create', 'a list where an object belongs', (api) => api.create('pods', { ...pod('one'), spec: [] }));
area.add('create', 'text where an object belongs', (api) =>
  api.create('configmaps', { ...configMap('one'), metadata: 'one' }),
);
area.add('create', 'a boolean where text belongs', (api) =>
  api.create('configmaps', configMap('one', {}, { labels: { a: true } })),
);
area.add('create', 'null where text belongs is absent', (api) =>
  api.create('configmaps', configMap('one', { a: null }, { labels: null, annotations: { a: null } })),
);
area.add('create', 'a time that is none', (api) =>
  api.create('configmaps', configMap('one', {}, { creationTimestamp: 'yesterday' })),
);
area.add('create', 'field names of another case are found', (api) =>
  api.create('configmaps', { apiVersion: 'v1', kind: 'ConfigMap', Metadata: { name: 'one' }, Data: { a: '1' } }),
);

area.add('create', 'unknown fields are warned about', (api) =>
  api.create('pods', { ...pod('one', { nonsense: 1 }), extra: true }),
);
area.add('create', 'unknown fields are dropped in silence on request', (api) =>
  api.create('pods', pod('one', { nonsense: 1 }), { query: { fieldValidation: 'Ignore' } }),
);
area.add('create', 'unknown fields are refused on request', (api) =>
  api.create('pods', { ...pod('one', { nonsense: 1 }), extra: true }, { query: { fieldValidation: 'Strict' } }),
);
area.add('create', 'unknown fields in a list are refused with their place', (api) =>
  api.create(
    'pods',
    { ...pod('one'), spec: { containers: [{ name: 'main', image: 'x', nonsense: 1 }] } },
    { query: { fieldValidation: 'Strict' } },
  ),
);
area.add('create', 'a validation nobody knows', (api) =>
  api.create('configmaps', configMap('one'), { query: { fieldValidation: 'Hard' } }),
);
const TWICE = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"one"},"data":{"a":"1","a":"2"}}';
area.add('create', 'a key that is there twice is warned about, and the last counts', (api) =>
  api.create('configmaps', TWICE, { contentType: JSON_TYPE }),
);
area.add('create', 'a key that is there twice is refused on request', (api) =>
  api.create('configmaps', TWICE, { contentType: JSON_TYPE, query: { fieldValidation: 'Strict' } }),
);
area.add('create', 'a field that is there twice is refused on request', (api) =>
  api.create('configmaps', '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"one","name":"two"}}', {
    contentType: JSON_TYPE,
    query: { fieldValidation: 'Strict' },
  }),
);
area.add('create', 'a YAML key that is there twice is refused on request', (api) =>
  api.create('configmaps', 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\ndata:\n  a: "1"\n  a: "2"\n', {
    contentType: YAML,
    query: { fieldValidation: 'Strict' },
  }),
);
area.add('create', 'a YAML key that is there twice is warned about', (api) =>
  api.create('configmaps', 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\ndata:\n  a: "1"\n  a: "2"\n', {
    contentType: YAML,
  }),
);
area.add('create', 'unknown YAML fields are refused on request', (api) =>
  api.create('configmaps', 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\n  nonsense: 1\n', {
    contentType: YAML,
    query: { fieldValidation: 'Strict' },
  }),
);
area.add('update', 'unknown fields are warned about in an update', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.update('configmaps', { ...configMap('one'), nonsense: 1 });
});
area.add('update', 'unknown fields are refused in an update on request', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.update(
    'configmaps',
    { ...configMap('one', { a: '2' }), nonsense: 1 },
    { query: { fieldValidation: 'Strict' } },
  );
  await api.get('configmaps', 'one');
});
area.add('merge-patch', 'unknown fields are refused in a merge patch on request', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.patch('merge', 'configmaps', 'one', { nonsense: 1 }, { query: { fieldValidation: 'Strict' } });
});
area.add('merge-patch', 'unknown fields are warned about in a merge patch', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.patch('merge', 'configmaps', 'one', { nonsense: 1 });
});
area.add('strategic-patch', 'unknown fields are refused in a strategic patch on request', async (api) => {
  await api.given('pods', pod('one'));
  await api.patch('strategic', 'pods', 'one', { spec: { nonsense: 1 } }, { query: { fieldValidation: 'Strict' } });
});
area.add('apply', 'unknown fields are refused in an apply', async (api) => {
  await api.apply('configmaps', { ...configMap('one'), nonsense: 1 }, 'mine');
});

area.add('http', 'a path that climbs', (api) => api.ask('GET', `/api/v1/namespaces/${api.ns}/configmaps/../secrets`));
area.add('http', 'a path that climbs in disguise', (api) =>
  api.ask('GET', `/api/v1/namespaces/${api.ns}/configmaps/%2e%2e/secrets`),
);
area.add('http', 'a name of two dots', (api) => api.ask('GET', `/api/v1/namespaces/${api.ns}/configmaps/..`));
area.add('http', 'a name with an escaped slash', (api) =>
  api.ask('GET', `/api/v1/namespaces/${api.ns}/configmaps/a%2Fb`),
);
area.add('http', 'a path with two slashes', (api) => api.ask('GET', `/api//v1/namespaces/${api.ns}/configmaps`));
area.add('http', 'a slash at the end', (api) => api.ask('GET', `/api/v1/namespaces/${api.ns}/configmaps/`));
area.add('http', 'a path nobody serves', (api) => api.ask('GET', '/nonsense'));
area.add('http', 'a method nobody serves', (api) => api.ask('OPTIONS', api.path('configmaps')));
area.add('http', 'a method that the collection does not have', (api) =>
  api.ask('PUT', api.path('configmaps'), { body: configMap('one') }),
);
area.add('http', 'a patch of a collection', (api) =>
  api.ask('PATCH', api.path('configmaps'), { body: {}, contentType: 'application/merge-patch+json' }),
);
area.add('http', 'a verb that the resource does not have', (api) =>
  api.ask('GET', '/apis/authentication.k8s.io/v1/tokenreviews'),
);
area.add('http', 'a token nobody gave out', (api) =>
  api.ask('GET', api.path('configmaps'), { headers: { authorization: 'Bearer nonsense' }, as: 'nobody' }),
);
area.add('http', 'a query that is malformed', (api) => api.ask('GET', `${api.path('configmaps')}?limit=%zz`));
