import { Area } from '../case.js';
import { configMap } from '../objects.js';
import type { Plain } from '../probe.js';

export const area = new Area('http');

area.add('http', 'HTTP/2', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.ask('GET', api.path('configmaps', 'one'), { http2: true });
  await api.ask('POST', api.path('configmaps'), { http2: true, body: configMap('two') });
});
area.add('http', 'a large answer is compressed when that is accepted', async (api) => {
  await api.given('configmaps', configMap('one', { big: 'x'.repeat(200_000) }));
  await api.list('configmaps', { headers: { 'accept-encoding': 'gzip' }, pick: ({ kind }) => kind });
});
area.add('http', 'a small answer is not compressed', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.list('configmaps', { headers: { 'accept-encoding': 'gzip' }, pick: ({ kind }) => kind });
});
area.add('http', 'the methods of one object', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.ask('POST', api.path('configmaps', 'one'), { body: {} });
  await api.ask('TRACE', api.path('configmaps', 'one'));
});
area.add('http', 'a token in another scheme', (api) =>
  api.ask('GET', api.path('configmaps'), { as: 'nobody', headers: { authorization: 'Basic YTpi' } }),
);
area.add('http', 'an empty token', (api) =>
  api.ask('GET', api.path('configmaps'), { as: 'nobody', headers: { authorization: 'Bearer ' } }),
);
area.add('http', 'a scheme in small letters', (api) =>
  api.ask('GET', api.path('configmaps'), { as: 'nobody', headers: { authorization: 'bearer nonsense' } }),
);
area.add('http', 'a name in capital letters in the path', (api) =>
  api.ask('GET', `/api/v1/namespaces/${api.ns}/ConfigMaps`),
);
area.add('http', 'a namespace that no namespace may be called', (api) =>
  api.ask('GET', '/api/v1/namespaces/Not_A_Name/configmaps'),
);
area.add('http', 'a percent sign in a name', (api) => api.ask('GET', `/api/v1/namespaces/${api.ns}/configmaps/a%25b`));
area.add('http', 'an empty namespace in the path', (api) =>
  api.ask('GET', '/api/v1/namespaces//configmaps', { pick: ({ kind }) => kind }),
);
area.add('http', 'a path beyond a subresource', (api) =>
  api.ask('GET', `/apis/apps/v1/namespaces/${api.ns}/deployments/one/status/more`),
);
area.add('http', 'a subresource nobody knows', (api) =>
  api.ask('GET', `/apis/apps/v1/namespaces/${api.ns}/deployments/one/nonsense`),
);
area.add('http', 'a version without a group', (api) => api.ask('GET', `/apis/v1/namespaces/${api.ns}/configmaps`));
area.add('http', 'the namespaces of the system', async (api) => {
  for (const name of ['default', 'kube-system', 'kube-public', 'kube-node-lease']) {
    await api.get('namespaces', name, {
      pick: ({ metadata, spec, status }) => ({ labels: (metadata as Plain)['labels'], spec, status }),
    });
  }
});
area.add('http', 'the service of the API itself', (api) =>
  api.get('services', 'kubernetes', {
    namespace: 'default',
    pick: ({ metadata, spec }) => ({
      labels: (metadata as Plain)['labels'],
      spec: { ...(spec as Plain), ports: 'ports' },
    }),
  }),
);
