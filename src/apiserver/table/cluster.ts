import type { ApiObject, TableLayout } from '../contract.js';
import { humanDuration, since } from './duration.js';
import { layout } from './layout.js';
import { at, condition, count, items, size, someOf, text } from './read.js';
import type { Part } from './read.js';
import { labelsText, selectorText } from './selectors.js';

const age = ({ metadata }: ApiObject, now: Date): string => since(metadata.creationTimestamp, now);

// How many hosts, addresses and endpoints a column shows before it counts the rest.
const SHOWN = 3;

function nodeStatus(node: ApiObject): string {
  const ready = condition(node, 'Ready');
  const words = [ready === undefined ? 'Unknown' : ready['status'] === 'True' ? 'Ready' : 'NotReady'];
  if (at(node, 'spec.unschedulable') === true) words.push('SchedulingDisabled');
  return words.join(',');
}

const ROLE_PREFIX = 'node-role.kubernetes.io/';

function nodeRoles({ metadata }: ApiObject): string {
  const roles = new Set<string>();
  for (const [name, value] of Object.entries(metadata.labels ?? {})) {
    if (name.startsWith(ROLE_PREFIX) && name.length > ROLE_PREFIX.length) roles.add(name.slice(ROLE_PREFIX.length));
    else if (name === 'kubernetes.io/role' && value !== '') roles.add(value);
  }
  return roles.size === 0 ? '<none>' : [...roles].sort().join(',');
}

const nodeAddress = (node: ApiObject, type: string): string =>
  text(
    items(node, 'status.addresses').find((each) => each['type'] === type),
    'address',
    '<none>',
  );

function externalAddress(service: ApiObject): string {
  const given = items(service, 'spec.externalIPs') as readonly unknown[] as readonly string[];
  switch (text(service, 'spec.type')) {
    case 'LoadBalancer': {
      const all = [...new Set(balancerAddresses(service)), ...given];
      return all.length === 0 ? '<pending>' : all.join(',');
    }
    case 'ExternalName':
      return text(service, 'spec.externalName');
    case 'ClusterIP':
    case 'NodePort':
      return given.length === 0 ? '<none>' : given.join(',');
    default:
      return '<unknown>';
  }
}

const balancerAddresses = (object: ApiObject): string[] =>
  items(object, 'status.loadBalancer.ingress').map((each) => text(each, 'ip', text(each, 'hostname')));

const servicePort = (port: Part): string => {
  const node = count(port, 'nodePort');
  return `${text(port, 'port')}${node > 0 ? `:${String(node)}` : ''}/${text(port, 'protocol')}`;
};

const hostPort = (ip: string, port: number): string =>
  ip.includes(':') ? `[${ip}]:${String(port)}` : `${ip}:${String(port)}`;

function endpointsText(endpoints: ApiObject): string {
  const subsets = items(endpoints, 'subsets');
  if (subsets.length === 0) return '<none>';
  const all = subsets.flatMap((subset) => {
    const addresses = items(subset, 'addresses').map((each) => text(each, 'ip'));
    const ports = items(subset, 'ports');
    return ports.length === 0
      ? addresses
      : ports.flatMap((port) => addresses.map((ip) => hostPort(ip, count(port, 'port'))));
  });
  return someOf(all, SHOWN, all.length);
}

function sliceEndpoints(slice: ApiObject): string {
  const all = items(slice, 'endpoints').flatMap((each) => each['addresses'] as readonly string[]);
  return all.length === 0 ? '<unset>' : someOf(all, SHOWN, all.length);
}

function slicePorts(slice: ApiObject): string {
  const ports = items(slice, 'ports').map((port) => text(port, 'port', '*'));
  return ports.length === 0 ? '<unset>' : someOf(ports, SHOWN, ports.length);
}

function hosts(ingress: ApiObject): string {
  const rules = items(ingress, 'spec.rules');
  const named = rules.map((rule) => text(rule, 'host')).filter((host) => host !== '');
  return named.length === 0 ? '*' : someOf(named, SHOWN, rules.length);
}

const MODES: readonly (readonly [mode: string, short: string])[] = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
];

function accessModes(object: ApiObject, path: string): string {
  const modes = at(object, path);
  if (!Array.isArray(modes)) return '';
  return MODES.filter(([mode]) => modes.includes(mode))
    .map(([, short]) => short)
    .join(',');
}

const CLASS = 'volume.beta.kubernetes.io/storage-class';
const storageClass = (object: ApiObject): string =>
  object.metadata.annotations?.[CLASS] ?? text(object, 'spec.storageClassName');
const phase = (object: ApiObject): string =>
  object.metadata.deletionTimestamp === undefined ? text(object, 'status.phase') : 'Terminating';

/** Names of the subjects of a binding, by their kind. */
function subjects(binding: ApiObject): [users: string, groups: string, accounts: string] {
  const of = (kind: string): string =>
    items(binding, 'subjects')
      .filter((subject) => subject['kind'] === kind)
      .map((subject) =>
        kind === 'ServiceAccount' && text(subject, 'namespace') !== ''
          ? `${text(subject, 'namespace')}/${text(subject, 'name')}`
          : text(subject, 'name'),
      )
      .join(', ');
  return [of('User'), of('Group'), of('ServiceAccount')];
}

const binding = (object: ApiObject, now: Date): readonly unknown[] => [
  object.metadata.name,
  `${text(object, 'roleRef.kind')}/${text(object, 'roleRef.name')}`,
  age(object, now),
  ...subjects(object),
];

function event(object: ApiObject, now: Date): readonly unknown[] {
  // The two groups call the same things differently.
  const first = at(object, 'firstTimestamp') ?? at(object, 'deprecatedFirstTimestamp');
  const last = at(object, 'lastTimestamp') ?? at(object, 'deprecatedLastTimestamp');
  const target = at(object, 'involvedObject') ?? at(object, 'regarding');
  const source = at(object, 'source') ?? at(object, 'deprecatedSource');
  const series = at(object, 'series');
  const firstSeen = since(first ?? at(object, 'eventTime'), now);
  const lastSeen =
    series !== undefined
      ? since(at(series, 'lastObservedTime'), now)
      : last === undefined
        ? firstSeen
        : since(last, now);
  const times = count(object, 'count', count(object, 'deprecatedCount')) || 1;
  const kind = text(target, 'kind').toLowerCase();
  const component = text(source, 'component', text(object, 'reportingComponent', text(object, 'reportingController')));
  const host = text(source, 'host', text(object, 'reportingInstance'));
  return [
    lastSeen,
    text(object, 'type'),
    text(object, 'reason'),
    text(target, 'name') === '' ? kind : `${kind}/${text(target, 'name')}`,
    text(target, 'fieldPath'),
    host === '' ? component : `${component}, ${host}`,
    text(object, 'message', text(object, 'note')).trim(),
    firstSeen,
    series === undefined ? times : count(series, 'count'),
    object.metadata.name,
  ];
}

const EVENT = 'Last Seen | Type | Reason | Object | Subobject!1 | Source!1 | Message | First Seen!1 | Count!1 | Name!1';
const BINDING = 'Name | Role | Age | Users!1 | Groups!1 | ServiceAccounts!1';

const shown = (quantity: unknown): string => (typeof quantity === 'string' ? quantity : '0');

function quota(object: ApiObject, limits: boolean): string {
  const hard = (at(object, 'status.hard') ?? {}) as Part;
  return Object.keys(hard)
    .filter((name) => name.startsWith('limits.') === limits)
    .sort()
    .map((name) => `${name}: ${shown((at(object, 'status.used') as Part | undefined)?.[name])}/${shown(hard[name])}`)
    .join(', ');
}

const isDefault = ({ metadata }: ApiObject, group: string): string =>
  metadata.annotations?.[`${group}.kubernetes.io/is-default-class`] === 'true'
    ? `${metadata.name ?? ''} (default)`
    : (metadata.name ?? '');

/** Everything that is no workload. */
export const clusterLayouts: Readonly<Record<string, TableLayout>> = {
  configmaps: layout('Name | Data | Age', (object, now) => [
    object.metadata.name,
    size(object, 'data') + size(object, 'binaryData'),
    age(object, now),
  ]),
  secrets: layout('Name | Type | Data | Age', (object, now) => [
    object.metadata.name,
    text(object, 'type'),
    size(object, 'data'),
    age(object, now),
  ]),
  namespaces: layout('Name | Status | Age', (object, now) => [
    object.metadata.name,
    text(object, 'status.phase'),
    age(object, now),
  ]),
  nodes: layout(
    'Name | Status | Roles | Age | Version | Internal-IP!1 | External-IP!1 | OS-Image!1 | Kernel-Version!1 | Container-Runtime!1',
    (object, now) => {
      const architecture = text(object, 'status.nodeInfo.architecture');
      const kernel = text(object, 'status.nodeInfo.kernelVersion', '<unknown>');
      return [
        object.metadata.name,
        nodeStatus(object),
        nodeRoles(object),
        age(object, now),
        text(object, 'status.nodeInfo.kubeletVersion'),
        nodeAddress(object, 'InternalIP'),
        nodeAddress(object, 'ExternalIP'),
        text(object, 'status.nodeInfo.osImage', '<unknown>'),
        architecture === '' ? kernel : `${kernel} (${architecture})`,
        text(object, 'status.nodeInfo.containerRuntimeVersion', '<unknown>'),
      ];
    },
  ),
  serviceaccounts: layout('Name | Age', (object, now) => [object.metadata.name, age(object, now)]),
  services: layout('Name | Type | Cluster-IP | External-IP | Port(s) | Age | Selector!1', (object, now) => [
    object.metadata.name,
    text(object, 'spec.type'),
    text(object, 'spec.clusterIP', '<none>'),
    externalAddress(object),
    items(object, 'spec.ports').map(servicePort).join(',') || '<none>',
    age(object, now),
    labelsText(object, 'spec.selector'),
  ]),
  endpoints: layout('Name | Endpoints | Age', (object, now) => [
    object.metadata.name,
    endpointsText(object),
    age(object, now),
  ]),
  'endpointslices.discovery.k8s.io': layout('Name | AddressType | Ports | Endpoints | Age', (object, now) => [
    object.metadata.name,
    text(object, 'addressType'),
    slicePorts(object),
    sliceEndpoints(object),
    age(object, now),
  ]),
  events: layout(EVENT, event),
  'events.events.k8s.io': layout(EVENT, event),
  resourcequotas: layout('Name | Request | Limit | Age', (object, now) => [
    object.metadata.name,
    quota(object, false),
    quota(object, true),
    age(object, now),
  ]),
  persistentvolumes: layout(
    'Name | Capacity | Access Modes | Reclaim Policy | Status | Claim | StorageClass | VolumeAttributesClass | Reason | Age | VolumeMode!1',
    (object, now) => [
      object.metadata.name,
      text(object, 'spec.capacity.storage', '0'),
      accessModes(object, 'spec.accessModes'),
      text(object, 'spec.persistentVolumeReclaimPolicy'),
      phase(object),
      at(object, 'spec.claimRef') === undefined
        ? ''
        : `${text(object, 'spec.claimRef.namespace')}/${text(object, 'spec.claimRef.name')}`,
      storageClass(object),
      text(object, 'spec.volumeAttributesClassName', '<unset>'),
      text(object, 'status.reason'),
      age(object, now),
      text(object, 'spec.volumeMode', '<unset>'),
    ],
  ),
  persistentvolumeclaims: layout(
    'Name | Status | Volume | Capacity | Access Modes | StorageClass | VolumeAttributesClass | Age | VolumeMode!1',
    (object, now) => {
      const volume = text(object, 'spec.volumeName');
      return [
        object.metadata.name,
        phase(object),
        volume,
        volume === '' ? '' : text(object, 'status.capacity.storage', '0'),
        volume === '' ? '' : accessModes(object, 'status.accessModes'),
        storageClass(object),
        text(object, 'spec.volumeAttributesClassName', '<unset>'),
        age(object, now),
        text(object, 'spec.volumeMode', '<unset>'),
      ];
    },
  ),
  'storageclasses.storage.k8s.io': layout(
    'Name | Provisioner | ReclaimPolicy | VolumeBindingMode | AllowVolumeExpansion | Age',
    (object, now) => [
      isDefault(object, 'storageclass'),
      text(object, 'provisioner'),
      text(object, 'reclaimPolicy', 'Delete'),
      text(object, 'volumeBindingMode', 'Immediate'),
      at(object, 'allowVolumeExpansion') === true,
      age(object, now),
    ],
  ),
  'csinodes.storage.k8s.io': layout('Name | Drivers:integer | Age', (object, now) => [
    object.metadata.name,
    size(object, 'spec.drivers'),
    age(object, now),
  ]),
  'ingresses.networking.k8s.io': layout('Name | Class | Hosts | Address | Ports | Age', (object, now) => [
    object.metadata.name,
    text(object, 'spec.ingressClassName', '<none>'),
    hosts(object),
    balancerAddresses(object).join(','),
    size(object, 'spec.tls') === 0 ? '80' : '80, 443',
    age(object, now),
  ]),
  'ingressclasses.networking.k8s.io': layout('Name | Controller | Parameters | Age', (object, now) => {
    const group = text(object, 'spec.parameters.apiGroup');
    const kind = text(object, 'spec.parameters.kind');
    return [
      isDefault(object, 'ingressclass'),
      text(object, 'spec.controller'),
      kind === '' ? '<none>' : `${kind}${group === '' ? '' : `.${group}`}/${text(object, 'spec.parameters.name')}`,
      age(object, now),
    ];
  }),
  'networkpolicies.networking.k8s.io': layout('Name | Pod-Selector | Age', (object, now) => [
    object.metadata.name,
    selectorText(object, 'spec.podSelector'),
    age(object, now),
  ]),
  'rolebindings.rbac.authorization.k8s.io': layout(BINDING, binding),
  'clusterrolebindings.rbac.authorization.k8s.io': layout(BINDING, binding),
  'priorityclasses.scheduling.k8s.io': layout(
    'Name | Value:integer | Global-Default:boolean | Age | PreemptionPolicy',
    (object, now) => [
      object.metadata.name,
      count(object, 'value'),
      at(object, 'globalDefault') === true,
      age(object, now),
      text(object, 'preemptionPolicy'),
    ],
  ),
  'leases.coordination.k8s.io': layout('Name | Holder | Age', (object, now) => [
    object.metadata.name,
    text(object, 'spec.holderIdentity'),
    age(object, now),
  ]),
  'runtimeclasses.node.k8s.io': layout('Name | Handler | Age', (object, now) => [
    object.metadata.name,
    text(object, 'handler'),
    age(object, now),
  ]),
  'certificatesigningrequests.certificates.k8s.io': layout(
    'Name | Age | SignerName | Requestor | RequestedDuration | Condition',
    (object, now) => {
      const types = items(object, 'status.conditions').map((each) => text(each, 'type'));
      const issued = text(object, 'status.certificate') !== '';
      const seconds = at(object, 'spec.expirationSeconds');
      return [
        object.metadata.name,
        age(object, now),
        text(object, 'spec.signerName', '<none>'),
        text(object, 'spec.username'),
        typeof seconds === 'number' ? humanDuration(seconds * 1_000) : '<none>',
        [types.length === 0 ? 'Pending' : types.join(','), ...(issued ? ['Issued'] : [])].join(','),
      ];
    },
  ),
  'apiservices.apiregistration.k8s.io': layout('Name | Service | Available | Age', (object, now) => {
    const available = condition(object, 'Available');
    const status = text(available, 'status', 'Unknown');
    return [
      object.metadata.name,
      at(object, 'spec.service') === undefined
        ? 'Local'
        : `${text(object, 'spec.service.namespace')}/${text(object, 'spec.service.name')}`,
      status === 'True' || available === undefined ? status : `${status} (${text(available, 'reason')})`,
      age(object, now),
    ];
  }),
  'validatingwebhookconfigurations.admissionregistration.k8s.io': layout('Name | Webhooks:integer | Age', webhooks),
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': layout('Name | Webhooks:integer | Age', webhooks),
};

function webhooks(object: ApiObject, now: Date): readonly unknown[] {
  return [object.metadata.name, size(object, 'webhooks'), age(object, now)];
}
