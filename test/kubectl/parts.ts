// What the script does, in parts that follow each other on one server.
import { NAMESPACE } from './script.js';
import type { Script } from './script.js';

const podSpec = (image: string): unknown => ({ containers: [{ name: 'main', image, ports: [{ containerPort: 80 }] }] });

export const deploymentOf = (
  name: string,
  image = 'registry.example/app:1',
  replicas = 2,
): Record<string, unknown> => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, labels: { app: name } },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: podSpec(image) },
  },
});

export const podOf = (name: string, rest: Record<string, unknown> = {}): Record<string, unknown> => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels: { app: 'web', tier: name } },
  spec: { ...(podSpec('registry.example/app:1') as object), ...rest },
});

const configMapOf = (name: string, data: Record<string, string>): Record<string, unknown> => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data,
});

export async function creating(s: Script): Promise<void> {
  await s.k(`create namespace ${NAMESPACE}`);
  await s.k('create configmap settings --from-literal=color=blue --from-literal=size=3');
  await s.k('create configmap settings --from-literal=color=blue');
  await s.k('create secret generic login --from-literal=user=me --from-literal=password=secret');
  await s.k('create deployment made --image=registry.example/app:1 --replicas=2 --port=80');
  await s.k('create service clusterip plain --tcp=80:8080');
  await s.k('create serviceaccount robot');
  await s.k('create role reader --verb=get,list --resource=pods');
  await s.k('create rolebinding readers --role=reader --user=alice');
  await s.k(`create -f ${s.file('pod.json', podOf('web-1', { nodeName: 'node-1' }))}`);
  await s.k('create -f -', { input: JSON.stringify(podOf('web-2')) });
  await s.k('create job once --image=registry.example/app:1 -- true');
  await s.k("create cronjob often --image=registry.example/app:1 --schedule='*/5 * * * *' -- true");
  await s.k('create ingress front --rule=example.com/=plain:80');
  await s.k('create quota limits --hard=count/gadgets.example.com=10');
  await s.k('create poddisruptionbudget keep --selector=app=web --min-available=1');
  await s.k('create priorityclass kubectl-script-high --value=1000');
  await s.k('run lone --image=registry.example/app:1 --restart=Never');
  await s.k('expose pod web-1 --port=80 --name=exposed');
  await s.k('autoscale deployment made --min=1 --max=5 --cpu=80%');
  await s.k('create token robot', { pick: (text) => (text.split('.').length === 3 ? 'a token' : text) });
  await s.k('create -f -', { input: '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"Bad_Name"}}' });
  await s.k('create -f -', { input: '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"odd"},"dta":{}}' });
  await s.k('create -f - --validate=ignore', {
    input: '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"odd"},"dta":{}}',
  });
}

export async function applying(s: Script): Promise<void> {
  const file = s.file('web.json', deploymentOf('web'));
  await s.k(`diff -f ${file}`, { pick: (text) => text.split('\n').slice(3).join('\n') });
  await s.k(`apply -f ${file}`);
  await s.k(`apply -f ${file}`);
  s.file('web.json', deploymentOf('web', 'registry.example/app:2'));
  await s.k(`diff -f ${file}`, {
    pick: (text) =>
      text
        .split('\n')
        .filter((line) => /^[-+] /.test(line))
        .join('\n'),
  });
  await s.k(`apply -f ${file} --dry-run=server`);
  await s.k(`apply -f ${file}`);
  await s.k(`diff -f ${file}`);
  await s.k(`apply view-last-applied deployment web -o json`);
  await s.k('get deployment web -o jsonpath={.spec.template.spec.containers[0].image}');
  await s.k(`apply -f ${s.file('settings.json', configMapOf('settings', { color: 'red' }))}`);

  const server = s.file('server.json', configMapOf('server', { a: '1', b: '2' }));
  await s.k(`apply --server-side -f ${server}`);
  await s.k(`apply --server-side -f ${server}`);
  await s.k(
    `apply --server-side --field-manager=other -f ${s.file('conflict.json', configMapOf('server', { a: '9' }))}`,
  );
  await s.k('apply --server-side --field-manager=other --force-conflicts -f conflict.json');
  await s.k('get configmap server -o yaml --show-managed-fields');
  await s.k(`apply --server-side -f ${s.file('web-ssa.json', deploymentOf('web', 'registry.example/app:3'))}`);
  await s.k('apply --server-side --force-conflicts -f web-ssa.json');
  await s.k(`diff --server-side -f ${server}`, {
    pick: (text) =>
      text
        .split('\n')
        .filter((line) => /^[-+] /.test(line))
        .join('\n'),
  });
  await s.k(`replace -f ${s.file('replace.json', configMapOf('server', { only: 'this' }))}`);
  await s.k('get configmap server -o jsonpath={.data}');
  await s.k('create configmap to-edit --from-literal=text=edit-me');
  await s.k('edit configmap to-edit');
  await s.k('get configmap to-edit -o jsonpath={.data.text}');
}

export async function getting(s: Script): Promise<void> {
  await s.k('get pods');
  await s.k('get pods -o wide');
  await s.k('get pods --show-labels');
  await s.k('get pods -l tier=web-1');
  await s.k("get pods -l 'tier notin (web-1),app'");
  await s.k('get pods --field-selector=spec.nodeName=node-1');
  await s.k('get pods --field-selector=nonsense=1');
  await s.k('get pods -o name');
  await s.k('get pods --sort-by=.metadata.name -o custom-columns=NAME:.metadata.name,IMAGE:.spec.containers[*].image');
  await s.k('get pod web-1 -o json');
  await s.k('get pod web-1 -o yaml');
  await s.k('get pod absent');
  await s.k('get nonsense');
  await s.k(
    'get pods,deployments,configmaps,services,jobs,cronjobs,ingresses,pdb,hpa,quota,sa,roles,rolebindings,secrets',
  );
  await s.k('get deploy,svc -o wide');
  await s.k('get all');
  await s.k(`get namespaces ${NAMESPACE}`);
  await s.k('get cm settings -o go-template={{.data.color}}');
  await s.k('get pods -A -l tier=web-1');
  await s.k('get pods --chunk-size=1');
  await s.k('get --raw /version', { pick: (text) => /"gitVersion": "([^"]*)"/.exec(text)?.[1] ?? text });
  await s.k(`get --raw /api/v1/namespaces/${NAMESPACE}/configmaps/settings`);
  await s.meanwhile('get configmaps -w -o name', 7, async () => {
    await s.k('create configmap watched --from-literal=a=1');
    await s.k('label configmap watched a=b');
    await s.k('delete configmap watched');
  });
  await s.meanwhile('get pods -l app=web -w --output-watch-events', 6, async () => {
    await s.k('run web-3 --image=registry.example/app:1 --labels=app=web');
    await s.k('delete pod web-3 --now');
  });
}

export async function describing(s: Script): Promise<void> {
  await s.k('describe pod web-1');
  await s.k('describe pod web-2');
  await s.k('describe deployment made');
  await s.k('describe service plain');
  await s.k('describe configmap settings');
  await s.k('describe secret login');
  await s.k('describe serviceaccount robot');
  await s.k('describe role reader');
  await s.k('describe rolebinding readers');
  await s.k('describe job once');
  await s.k('describe cronjob often');
  await s.k('describe ingress front');
  await s.k('describe hpa made');
  await s.k('describe pdb keep');
  await s.k('describe quota limits');
  await s.k(`describe namespace ${NAMESPACE}`);
}

export async function changing(s: Script): Promise<void> {
  await s.k('patch configmap settings --type=merge -p {"data":{"color":"green"}}');
  await s.k('patch configmap settings --type=json -p [{"op":"remove","path":"/data/color"}]');
  await s.k('patch configmap settings --type=json -p [{"op":"remove","path":"/data/color"}]');
  await s.k(
    'patch deployment web -p {"spec":{"template":{"spec":{"containers":[{"name":"main","env":[{"name":"A","value":"1"}]}]}}}}',
  );
  await s.k('patch deployment web -p {"spec":{"replicas":2}}');
  await s.k('patch deployment web -p {"spec":{"replicas":-2}}');
  await s.k('label pod web-1 color=blue');
  await s.k('label pod web-1 color=red');
  await s.k('label pod web-1 color=red --overwrite');
  await s.k('label pod web-1 color-');
  await s.k('label pods -l app=web tested=yes');
  await s.k('annotate pod web-1 note=hello');
  await s.k('annotate pod web-1 note-');
  await s.k('scale deployment web --replicas=5');
  await s.k('scale deployment web --replicas=3 --current-replicas=9');
  await s.k('get deployment web -o jsonpath={.spec.replicas}');
  await s.k('set image deployment/web main=registry.example/app:9');
  await s.k('set env deployment/web B=2');
  await s.k('set resources deployment web --limits=cpu=200m,memory=512Mi');
  await s.k('set serviceaccount deployment web robot');
  await s.k("set selector service plain 'app=other'");
  await s.k('get deployment web -o json', {
    pick: (text) => JSON.stringify((JSON.parse(text) as { spec: unknown }).spec),
  });
  await s.k('rollout restart deployment/web');
  await s.k('get deployment web -o json', {
    pick: (text) => String(text.includes('kubectl.kubernetes.io/restartedAt')),
  });
  await s.k('rollout pause deployment/web');
  await s.k('rollout resume deployment/web');
  await s.k('rollout status deployment/web --watch=false');
  const uid = await s.value('get deployment web -o jsonpath={.metadata.uid}');
  for (const revision of ['1', '2']) {
    const { spec } = deploymentOf('web', `registry.example/app:${revision}`) as { spec: { template: unknown } };
    await s.k('create -f -', {
      input: JSON.stringify({
        apiVersion: 'apps/v1',
        kind: 'ReplicaSet',
        metadata: {
          name: `web-${revision}`,
          labels: { app: 'web' },
          annotations: {
            'deployment.kubernetes.io/revision': revision,
            'kubernetes.io/change-cause': `because ${revision}`,
          },
          ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid, controller: true }],
        },
        spec: { replicas: 0, selector: { matchLabels: { app: 'web' } }, template: spec.template },
      }),
    });
  }
  await s.k('rollout history deployment/web');
  await s.k('rollout history deployment/web --revision=1');
  await s.k('rollout undo deployment/web --to-revision=1');
  await s.k('get deployment web -o jsonpath={.spec.template.spec.containers[0].image}');
}

export async function deleting(s: Script): Promise<void> {
  const left =
    '-o jsonpath={.metadata.finalizers}|{.metadata.deletionGracePeriodSeconds}|{.metadata.deletionTimestamp}';
  for (const cascade of ['foreground', 'orphan', 'background']) {
    s.file(`${cascade}.json`, deploymentOf(cascade));
    await s.k(`create -f ${cascade}.json`);
    await s.k(`delete deployment ${cascade} --cascade=${cascade} --wait=false`);
    await s.k(`get deployment ${cascade} ${left}`);
  }
  await s.k('patch deployment foreground --type=merge -p {"metadata":{"finalizers":null}}');
  await s.k('get deployment foreground');
  await s.k('delete pod web-1 --wait=false');
  await s.k(`get pod web-1 ${left}`);
  await s.k('get pod web-1');
  await s.k('delete pod web-1 --grace-period=0 --force');
  await s.k('get pod web-1');
  await s.k('delete configmap server to-edit');
  await s.k('delete configmap absent');
  await s.k('delete configmap absent --ignore-not-found');
  await s.k('delete pods -l tier=web-2 --now');
  await s.k('delete --dry-run=server secret login');
  await s.k('get secret login -o name');
  await s.k('delete jobs --all --wait=false');
  await s.k('patch configmap odd --type=merge -p {"metadata":{"finalizers":["example.com/hold"]}}');
  await s.k('delete configmap odd --wait=false');
  await s.k(`get configmap odd ${left}`);
  await s.k('patch configmap odd --type=merge -p {"metadata":{"finalizers":[]}}');
  await s.k('get configmap odd');
}

export async function waiting(s: Script): Promise<void> {
  await s.k('run slow --image=registry.example/app:1');
  await Promise.all([
    s.value('wait pod/slow --for=jsonpath={.status.phase}=Running --timeout=15s'),
    s.k(
      'patch pod slow --subresource=status --type=merge -p {"status":{"phase":"Running","conditions":[{"type":"Ready","status":"True"}]}}',
    ),
  ]);
  await s.k('wait pod/slow --for=jsonpath={.status.phase}=Running --timeout=10s');
  await s.k('wait pod/slow --for=condition=Ready --timeout=10s');
  await s.k('wait pod/slow --for=jsonpath={.status.phase}=Never --timeout=1s');
  // Whether it says so depends on which of the two is first; that it ends does not.
  await Promise.all([
    s.k('wait pod/slow --for=delete --timeout=15s', { pick: () => '' }),
    s.k('delete pod slow --now', { pick: () => '' }),
  ]);
  await s.k('wait pod/slow --for=delete --timeout=5s');
  await s.k('wait configmap/made-later --for=create --timeout=1s');
}

export async function asking(s: Script): Promise<void> {
  await s.k('auth can-i create pods');
  await s.k('auth can-i get pods --subresource=log');
  await s.k("auth can-i '*' '*'");
  await s.k('auth can-i get /healthz');
  await s.k('auth whoami', { pick: (text) => (/Username\s+admin/.test(text) ? 'admin' : text) });
  await s.k('api-versions', {
    pick: (text) =>
      text
        .split('\n')
        .filter((line) => !/example\.com|apiregistration/.test(line))
        .join('\n'),
  });
  await s.k('api-resources', { pick: ownKinds });
  await s.k('api-resources --namespaced=false -o name', { pick: ownKinds });
  await s.k('api-resources --api-group=apps -o wide');
  await s.k('explain pod.spec.containers.image', { pick: fieldsOnly });
  await s.k('explain deployment.spec', { pick: fieldsOnly });
  await s.k('explain pods --recursive', { pick: fieldsOnly });
  await s.k('explain service.spec.nonsense');
  await s.k('cluster-info', { pick: (text) => String(text.includes('is running at')) });
  await s.k('version', { pick: (text) => /Server Version: (\S+)/.exec(text)?.[1] ?? text });
}

const ownKinds = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/example\.com|apiregistration/.test(line))
    .join('\n');

// The words that describe a field are each server's own: its name and type are not.
const fieldsOnly = (text: string): string =>
  text
    .split('\n')
    .filter((line) => /^(GROUP|KIND|VERSION|FIELD|RESOURCE):|^\s+\w+\t?\s*<\S+>( -required-)?$|error/.test(line))
    .join('\n');

export async function dryRunning(s: Script): Promise<void> {
  await s.k('create configmap ghost --from-literal=a=1 --dry-run=server');
  await s.k('create configmap ghost --from-literal=a=1 --dry-run=server -o yaml');
  await s.k('get configmap ghost');
  await s.k('scale deployment web --replicas=9 --dry-run=server');
  await s.k('label deployment web x=y --dry-run=server');
  await s.k('patch deployment web -p {"spec":{"replicas":9}} --dry-run=server');
  await s.k('set image deployment/web main=other --dry-run=server');
  await s.k(
    'get deployment web -o jsonpath={.spec.replicas}{.metadata.labels}{.spec.template.spec.containers[0].image}',
  );
}

export async function customizing(s: Script): Promise<void> {
  const group = `${NAMESPACE}.example.com`;
  await s.k('create -f -', {
    input: JSON.stringify({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `sprockets.${group}` },
      spec: {
        group,
        scope: 'Namespaced',
        names: { plural: 'sprockets', singular: 'sprocket', kind: 'Sprocket', shortNames: ['spr'] },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            subresources: {
              status: {},
              scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
            },
            additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: {
                  spec: {
                    type: 'object',
                    required: ['size'],
                    properties: {
                      size: { type: 'integer', minimum: 1 },
                      color: { type: 'string', default: 'blue' },
                      replicas: { type: 'integer' },
                    },
                  },
                  status: { type: 'object', properties: { replicas: { type: 'integer' } } },
                },
              },
            },
          },
        ],
      },
    }),
  });
  await s.k(`wait crd/sprockets.${group} --for=condition=established --timeout=10s`);
  await s.served(`get sprockets.${group}`);
  const sprocket = (name: string, spec: unknown): string =>
    JSON.stringify({ apiVersion: `${group}/v1`, kind: 'Sprocket', metadata: { name }, spec });
  await s.k('create -f -', { input: sprocket('one', { size: 3, replicas: 1 }) });
  await s.k('create -f -', { input: sprocket('two', {}) });
  await s.k('create -f -', { input: sprocket('two', { size: 0 }) });
  await s.k('create -f -', { input: sprocket('two', { size: 1, nonsense: true }) });
  await s.k('apply -f -', { input: sprocket('two', { size: 1 }) });
  await s.k('apply -f -', { input: sprocket('two', { size: 2, color: 'red' }) });
  await s.k('apply --server-side -f -', { input: sprocket('three', { size: 2 }) });
  await s.k('get spr');
  await s.k('get sprockets one -o yaml');
  await s.k('describe sprocket one');
  await s.k('patch sprocket one --type=merge -p {"spec":{"size":7}}');
  await s.k('patch sprocket one -p {"spec":{"size":7}}');
  await s.k('scale sprocket one --replicas=4');
  await s.k('label sprocket one a=b');
  await s.k('get sprockets -o custom-columns=NAME:.metadata.name,COLOR:.spec.color,REPLICAS:.spec.replicas');
  await s.k('explain sprocket.spec', { pick: fieldsOnly });
  await s.k('delete sprocket two');
  await s.k('delete sprockets --all');
  await s.k(`delete crd sprockets.${group}`);
  await s.k(`get sprockets.${group}`);
}

export async function nodes(s: Script): Promise<void> {
  const name = `${NAMESPACE}-node`;
  await s.k('create -f -', { input: JSON.stringify({ apiVersion: 'v1', kind: 'Node', metadata: { name } }) });
  await s.k(`get node ${name}`);
  await s.k(`cordon ${name}`);
  await s.k(`taint node ${name} a=b:NoSchedule`);
  await s.k(`get node ${name} -o jsonpath={.spec}`);
  await s.k(`uncordon ${name}`);
  await s.k(`create -f -`, {
    input: JSON.stringify(podOf('evictable', { nodeName: name, terminationGracePeriodSeconds: 1 })),
  });
  await s.k(`delete pod evictable --grace-period=0 --force`);
  await s.k(`drain ${name} --ignore-daemonsets --force --timeout=10s`);
  await s.k(`describe node ${name}`);
  await s.k(`delete node ${name}`);
}

/** In the order they run: later ones use what earlier ones made. */
export const PARTS = {
  creating,
  applying,
  getting,
  describing,
  changing,
  deleting,
  waiting,
  asking,
  dryRunning,
  customizing,
  nodes,
};
