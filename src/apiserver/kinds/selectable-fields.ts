import { resourceName } from '../../meta/index.js';
import type { ApiObject } from '../contract.js';

type Read = (object: ApiObject) => string;

/** The text of a value as Go prints it; Go's zero value where there is none. */
const at =
  (zero: string, ...path: readonly string[]): Read =>
  (object) => {
    let value: unknown = object;
    for (const name of path) {
      if (typeof value !== 'object' || value === null) return zero;
      value = (value as Record<string, unknown>)[name];
    }
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : zero;
  };

const text = (path: string): [string, Read] => [path, at('', ...path.split('.'))];
const count = (path: string, ...from: readonly string[]): [string, Read] => [
  path,
  at('0', ...(from.length === 0 ? path.split('.') : from)),
];
const flag = (path: string): [string, Read] => [path, at('false', ...path.split('.'))];

/** An event is stored in one of two shapes; both name the same things. */
const either =
  (first: Read, second: Read): Read =>
  (object) =>
    first(object) || second(object);

const PARTS = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'] as const;
const aboutOf = (part: string): Read => either(at('', 'involvedObject', part), at('', 'regarding', part));
const reporter = either(at('', 'reportingComponent'), at('', 'reportingController'));
const component = either(at('', 'source', 'component'), at('', 'deprecatedSource', 'component'));

const podIP: Read = (object) => {
  const { podIPs } = (object.status ?? {}) as { podIPs?: readonly { ip?: string }[] };
  return podIPs?.[0]?.ip ?? at('', 'status', 'podIP')(object);
};

const FIELDS: Readonly<Record<string, readonly [string, Read][]>> = {
  pods: [
    text('spec.nodeName'),
    text('spec.restartPolicy'),
    text('spec.schedulerName'),
    text('spec.serviceAccountName'),
    flag('spec.hostNetwork'),
    text('status.phase'),
    ['status.podIP', podIP],
    // The server takes this one and has no value for it.
    ['status.podIPs', () => ''],
    text('status.nominatedNodeName'),
    // An old name that the server still translates.
    ['spec.host', at('', 'spec', 'nodeName')],
  ],
  nodes: [flag('spec.unschedulable')],
  replicationcontrollers: [count('status.replicas')],
  'jobs.batch': [count('status.successful', 'status', 'succeeded')],
  namespaces: [text('status.phase')],
  secrets: [text('type')],
  services: [text('spec.clusterIP'), text('spec.type')],
  events: [
    ...PARTS.map((part): [string, Read] => [`involvedObject.${part}`, aboutOf(part)]),
    text('reason'),
    ['reportingComponent', reporter],
    ['source', either(component, reporter)],
    text('type'),
  ],
  'events.events.k8s.io': [
    ...PARTS.map((part): [string, Read] => [`regarding.${part}`, aboutOf(part)]),
    text('reason'),
    ['reportingController', reporter],
    text('type'),
  ],
  'certificatesigningrequests.certificates.k8s.io': [text('spec.signerName')],
  'clustertrustbundles.certificates.k8s.io': [text('spec.signerName')],
  'podcertificaterequests.certificates.k8s.io': [text('spec.signerName'), text('spec.podName'), text('spec.nodeName')],
  'resourceslices.resource.k8s.io': [text('spec.nodeName'), text('spec.driver')],
};

const NONE: ReadonlyMap<string, Read> = new Map();
const maps = new Map(
  Object.entries(FIELDS).map(([name, fields]) => [name, new Map(fields) as ReadonlyMap<string, Read>]),
);

/** The field selectors a built-in resource has beyond metadata.name and metadata.namespace, and how each is read. */
export function selectableFieldsOf(
  group: string,
  resource: string,
): ReadonlyMap<string, (object: ApiObject) => string> {
  return maps.get(resourceName({ group, resource })) ?? NONE;
}
