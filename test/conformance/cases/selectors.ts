import { Area } from '../case.js';
import { configMap, event, job, namespace, node, pod, replicaSet, secret, serviceAccount } from '../objects.js';
import type { Probe, Plain } from '../probe.js';

export const area = new Area('selectors');

const names = (body: Plain): unknown =>
  body['items'] === undefined ? body : (body['items'] as { metadata: Plain }[]).map(({ metadata }) => metadata['name']);

const LABELLED: Record<string, Record<string, string>> = {
  bare: {},
  web: { app: 'web', tier: 'front' },
  api: { app: 'api', tier: 'back', size: '10' },
  old: { app: 'web', tier: 'back', size: '2', legacy: '' },
};
async function labelled(api: Probe): Promise<void> {
  for (const [name, labels] of Object.entries(LABELLED)) await api.given('configmaps', configMap(name, {}, { labels }));
}
const byLabel = (label: string, selector: string, permutation = false): void =>
  area.add(
    'list',
    label,
    async (api) => {
      await labelled(api);
      await api.list('configmaps', { query: { labelSelector: selector }, pick: names });
    },
    { permutation },
  );

byLabel('label equals', 'app=web');
byLabel('label equals, with two signs', 'app==web', true);
byLabel('label differs, or is absent', 'app!=web');
byLabel('label in a set', 'app in (web, db)');
byLabel('label not in a set, or absent', 'app notin (web)');
byLabel('label exists', 'legacy');
byLabel('label does not exist', '!tier');
byLabel('label with an empty value', 'legacy=');
byLabel('label is larger', 'size>5');
byLabel('label is smaller', 'size<5');
byLabel('labels joined', 'app=web,tier=back');
byLabel('a set with an empty value', 'legacy in ()');
byLabel('a set with an empty element', 'legacy in (,x)', true);
byLabel('spaces mean nothing', '  app  =  web  ,tier   in ( front )  ');
byLabel('an empty label selector is none', '');
byLabel('keys named like operators', 'in in (in)');
byLabel('a label selector that is larger than text', 'size>abc');
byLabel('a label selector that does not end', 'app in (web');
byLabel('a label selector without a key', '=web');
byLabel('a label key that is too long', `${'k'.repeat(64)}=x`);
byLabel('a label key with a prefix', 'example.com/app');
byLabel('a label value that no label may have', 'app=!!');
byLabel('a label key that no label may have', 'a%b=c');
byLabel('labels joined by nothing', 'app=web tier=front');
byLabel('a comma at the end', 'app=web,');

area.add('list', 'by name', async (api) => {
  await labelled(api);
  await api.list('configmaps', { query: { fieldSelector: 'metadata.name=web' }, pick: names });
});
area.add('list', 'by a name it must not have', async (api) => {
  await labelled(api);
  await api.list('configmaps', { query: { fieldSelector: 'metadata.name!=web' }, pick: names });
});
area.add('list', 'by namespace', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.list('configmaps', {
    namespace: '',
    query: { fieldSelector: `metadata.namespace==${api.ns}` },
    pick: names,
  });
});
area.add('list', 'by a field that is not selectable', (api) =>
  api.list('configmaps', { query: { fieldSelector: 'data.a=1' } }),
);
area.add('list', 'by a field selector that is malformed', (api) =>
  api.list('configmaps', { query: { fieldSelector: 'metadata.name' } }),
);
area.add('list', 'by an escaped field value', async (api) => {
  await labelled(api);
  await api.list('configmaps', { query: { fieldSelector: 'metadata.name=we\\,b' }, pick: names });
});
area.add('list', 'by an escape that is none', (api) =>
  api.list('configmaps', { query: { fieldSelector: 'metadata.name=we\\b' } }),
);
area.add('list', 'by a name and another name', async (api) => {
  await labelled(api);
  await api.list('configmaps', { query: { fieldSelector: 'metadata.name=web,metadata.name=api' }, pick: names });
});
area.add('list', 'by label and field', async (api) => {
  await labelled(api);
  await api.list('configmaps', {
    query: { fieldSelector: 'metadata.name!=web', labelSelector: 'app=web' },
    pick: names,
  });
});
area.add('list', 'pods by node and phase', async (api) => {
  await api.given('pods', pod('waiting'));
  await api.given('pods', pod('placed', { nodeName: 'node-1' }));
  await api.list('pods', { query: { fieldSelector: 'spec.nodeName=node-1' }, pick: names });
  await api.list('pods', { query: { fieldSelector: 'spec.nodeName=' }, pick: names });
  await api.list('pods', { query: { fieldSelector: 'status.phase=Pending,spec.nodeName!=node-1' }, pick: names });
});
area.add('list', 'pods by the other fields they have', async (api) => {
  await api.given(
    'pods',
    pod('one', { restartPolicy: 'Never', serviceAccountName: 'sa', hostNetwork: true, schedulerName: 'mine' }),
  );
  for (const fieldSelector of [
    'spec.restartPolicy=Never',
    'spec.schedulerName=mine',
    'spec.serviceAccountName=sa',
    'spec.hostNetwork=true',
    'status.podIP=',
    'status.nominatedNodeName=',
  ]) {
    await api.list('pods', { query: { fieldSelector }, pick: names });
  }
});
area.add('list', 'pods by a field they do not have', (api) =>
  api.list('pods', { query: { fieldSelector: 'spec.containers=x' } }),
);
area.add('list', 'secrets by type', async (api) => {
  await api.given('secrets', secret('plain'));
  await api.given('secrets', secret('typed', { type: 'example.com/mine' }));
  await api.list('secrets', { query: { fieldSelector: 'type=example.com/mine' }, pick: names });
  await api.list('secrets', { query: { fieldSelector: 'type=Opaque' }, pick: names });
});
area.add('list', 'events by what they are about', async (api) => {
  await api.given('events', event('one', { involvedObject: { kind: 'Pod', name: 'web', namespace: api.ns } }));
  await api.given(
    'events',
    event('two', { involvedObject: { kind: 'Node', name: 'n', namespace: api.ns }, type: 'Warning', reason: 'Odd' }),
  );
  await api.list('events', {
    query: { fieldSelector: 'involvedObject.kind=Node,reason=Odd,type=Warning' },
    pick: names,
  });
  await api.list('events', { query: { fieldSelector: 'involvedObject.name=web' }, pick: names });
});
area.add('list', 'namespaces by phase', (api) =>
  api.list('namespaces', { query: { fieldSelector: `status.phase=Active,metadata.name=${api.ns}` }, pick: names }),
);
area.add('list', 'nodes by whether they take pods', async (api) => {
  const name = `${api.ns}-n`;
  await api.given('nodes', node(name, { spec: { unschedulable: true } }));
  await api.list('nodes', { query: { fieldSelector: `spec.unschedulable=true,metadata.name=${name}` }, pick: names });
});
area.add('list', 'jobs by success', async (api) => {
  await api.given('jobs', job('one'));
  await api.list('jobs', { query: { fieldSelector: 'status.successful=0' }, pick: names });
});
area.add('list', 'replica sets by number', async (api) => {
  await api.given('replicasets', replicaSet('one', { replicas: 2 }));
  await api.list('replicasets', { query: { fieldSelector: 'status.replicas=0' }, pick: names });
});
area.add('list', 'service accounts by type is not served', (api) =>
  api.list('serviceaccounts', { query: { fieldSelector: 'type=x' } }),
);
area.add('deletecollection', 'only what the label selector takes', async (api) => {
  await labelled(api);
  await api.deleteCollection('configmaps', { query: { labelSelector: 'app=web' }, pick: names });
  await api.list('configmaps', { pick: names });
});
area.add('deletecollection', 'only what the field selector takes', async (api) => {
  await labelled(api);
  await api.deleteCollection('configmaps', { query: { fieldSelector: 'metadata.name=web' }, pick: names });
  await api.list('configmaps', { pick: names });
});
area.add('deletecollection', 'a malformed selector deletes nothing', async (api) => {
  await labelled(api);
  await api.deleteCollection('configmaps', { query: { labelSelector: 'app in' } });
  await api.list('configmaps', { pick: names });
});
area.add('list', 'a namespace is labelled with its name', async (api) => {
  await api.given('namespaces', namespace(`${api.ns}-b`, { labels: { case: api.ns } }));
  await api.list('namespaces', { query: { labelSelector: `kubernetes.io/metadata.name=${api.ns}-b` }, pick: names });
});
area.add('create', 'a service account has nothing added', (api) =>
  api.create('serviceaccounts', serviceAccount('one')),
);
