import { messageOf } from '../errors/index.js';
import { Client, KubeConfig, SharedInformerFactory } from '../index.js';
import type { KubernetesObject, ResourceRef, SharedInformer } from '../index.js';
import { durationOf, parse } from './arguments.js';
import { changedFields } from './changed-fields.js';
import { UsageError, aborted } from './command.js';
import type { Command, Io } from './command.js';

const USAGE = `kube-informer watch: follow resources with a shared informer

  kube-informer watch RESOURCE... [-n NAMESPACE | -A] [-l SELECTOR] [--field-selector SELECTOR]
                      [--resync 5s] [-o line|json] [--kubeconfig FILE] [--context NAME]

  RESOURCE            as kubectl takes it: pods, po, deployments.apps, widgets.example.com
  -n, --namespace     this namespace             (default: that of the context)
  -A, --all-namespaces
  -l, --selector      a label selector:          -l 'app in (web, db),!canary'
  --field-selector    a field selector:          --field-selector status.phase=Running
  --resync DURATION   show every cached object again this often, as an update to itself
  -o, --output        line (default), or json: one object a line
  --kubeconfig FILE   this file and no other     (default: $KUBECONFIG, then ~/.kube/config)
  --context NAME      this context of it

It prints "add", "update" with the fields that changed, or "delete", and the object. It ends on Ctrl-C.
`;

/** `kube-informer watch`. */
export const watch: Command = {
  name: 'watch',
  summary: 'print the changes of resources',
  usage: USAGE,
  run: async (args: readonly string[], io: Io): Promise<number> => {
    const { values, positionals } = parse(args, {
      namespace: { type: 'string', short: 'n' },
      'all-namespaces': { type: 'boolean', short: 'A', default: false },
      selector: { type: 'string', short: 'l' },
      'field-selector': { type: 'string' },
      resync: { type: 'string', default: '0s' },
      output: { type: 'string', short: 'o', default: 'line' },
      kubeconfig: { type: 'string' },
      context: { type: 'string' },
    });
    // "pods,services" is how kubectl takes several.
    const names = positionals.flatMap((argument) => argument.split(',')).filter((name) => name !== '');
    if (names.length === 0) throw new UsageError('watch takes the resources to follow: kube-informer watch pods');
    if (values.output !== 'line' && values.output !== 'json') {
      throw new UsageError(`--output is line or json, not "${values.output}".`);
    }
    if (values['all-namespaces'] && values.namespace !== undefined) {
      throw new UsageError('-n and -A exclude each other.');
    }
    const resyncPeriod = durationOf('resync', values.resync);
    const config = await KubeConfig.load({
      env: io.env,
      ...(values.kubeconfig === undefined ? {} : { path: values.kubeconfig }),
      ...(values.context === undefined ? {} : { context: values.context }),
    });
    await using client = new Client(config);
    const resources = await Promise.all(
      [...new Set(names)].map((name) => client.discovery.findResource(name, { signal: io.signal })),
    );
    const namespace = values['all-namespaces'] ? '' : (values.namespace ?? config.namespace);
    await using factory = new SharedInformerFactory(client, {
      resyncPeriod,
      watchErrorHandler: (error, informer) => {
        io.err(`${informer}: ${messageOf(error)}\n`);
      },
    });
    for (const resource of resources) {
      const { informer } = factory.forResource(resource, {
        ...(resource.scope === 'Namespaced' && namespace !== '' ? { namespace } : {}),
        ...(values.selector === undefined ? {} : { labelSelector: values.selector }),
        ...(values['field-selector'] === undefined ? {} : { fieldSelector: values['field-selector'] }),
      });
      print(informer, resource, values.output, io);
    }
    factory.start({ signal: io.signal });
    await factory.waitForCacheSync({ signal: io.signal }).then(
      () => {
        for (const { name, objects } of factory.status)
          if (objects === 0) io.err(`${name}: there are none at present\n`);
      },
      // What keeps it from the first list has been told, or is the end.
      () => undefined,
    );
    await aborted(io.signal);
    return 0;
  },
};

type Printed = Pick<ResourceRef, 'kind' | 'resource'>;

/** One line for each change: `add a pod: default/web-1`, `update a pod: default/web-1 (status.phase)`, or the object as JSON. */
function print(informer: SharedInformer<KubernetesObject>, resource: Printed, output: string, io: Io): void {
  const kind = resource.kind.toLowerCase();
  const article = /^[aeiou]/.test(kind) ? 'an' : 'a';
  const show = (word: string, key: string, object: KubernetesObject, what = ''): void => {
    io.out(
      output === 'json'
        ? `${JSON.stringify({ type: word, resource: resource.resource, key, object })}\n`
        : `${word} ${article} ${kind}: ${key}${what === '' ? '' : ` (${what})`}\n`,
    );
  };
  informer.addEventHandler(
    {
      onAdd: (object, { key }) => {
        show('add', key, object);
      },
      onUpdate: (before, object, { key, isResync }) => {
        show('update', key, object, isResync ? 'resync' : changedFields(before, object).join(', '));
      },
      onDelete: (object, { key }) => {
        show('delete', key, object);
      },
    },
    { name: 'print' },
  );
}
