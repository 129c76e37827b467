import type { Container, EphemeralContainer, PodSpec, Probe } from '../../generated/kinds/core-v1.js';
import { pullPolicyOf } from './image.js';
import type { Loose } from './loose.js';
import { isEmpty, fill } from './loose.js';
import { addQuantities } from './quantity.js';
import { defaultVolume } from './volume-defaults.js';

function defaultProbe(probe: Loose<Probe> | undefined): void {
  if (probe === undefined) return;
  fill(probe, 'timeoutSeconds', 1);
  fill(probe, 'periodSeconds', 10);
  fill(probe, 'successThreshold', 1);
  fill(probe, 'failureThreshold', 3);
  if (probe.grpc !== undefined) probe.grpc.service ??= '';
  defaultHttpGet(probe.httpGet);
}

function defaultHttpGet(action: Loose<Probe>['httpGet']): void {
  if (action === undefined) return;
  fill(action, 'path', '/');
  fill(action, 'scheme', 'HTTP');
}

function defaultContainer(container: Loose<Container> | Loose<EphemeralContainer>): void {
  fill(container, 'imagePullPolicy', pullPolicyOf(container.image ?? ''));
  fill(container, 'terminationMessagePath', '/dev/termination-log');
  fill(container, 'terminationMessagePolicy', 'File');
  for (const port of container.ports ?? []) fill(port, 'protocol', 'TCP');
  for (const { valueFrom } of container.env ?? []) {
    if (valueFrom?.fieldRef !== undefined) fill(valueFrom.fieldRef, 'apiVersion', 'v1');
    if (valueFrom?.fileKeyRef !== undefined) valueFrom.fileKeyRef.optional ??= false;
    // Go shows the zero quantity of a divisor that nobody gave.
    if (valueFrom?.resourceFieldRef !== undefined) valueFrom.resourceFieldRef.divisor ??= '0';
  }
  defaultProbe(container.livenessProbe);
  defaultProbe(container.readinessProbe);
  defaultProbe(container.startupProbe);
  defaultHttpGet(container.lifecycle?.postStart?.httpGet);
  defaultHttpGet(container.lifecycle?.preStop?.httpGet);
}

/** What a pod and every template of pods get. */
export function defaultPodSpec(spec: Loose<PodSpec>): void {
  if (isEmpty(spec.dnsPolicy)) spec.dnsPolicy = 'ClusterFirst';
  if (isEmpty(spec.restartPolicy)) spec.restartPolicy = 'Always';
  spec.securityContext ??= {};
  // Long enough for most servers to finish what they are doing.
  spec.terminationGracePeriodSeconds ??= 30;
  if (spec.terminationGracePeriodSeconds < 0) spec.terminationGracePeriodSeconds = 1;
  if (isEmpty(spec.schedulerName)) spec.schedulerName = 'default-scheduler';
  // The old name of the field follows the new one, and is read when the new one is missing.
  if (isEmpty(spec.serviceAccountName) && !isEmpty(spec.serviceAccount)) spec.serviceAccountName = spec.serviceAccount;
  if (isEmpty(spec.serviceAccountName)) delete spec.serviceAccount;
  else spec.serviceAccount = spec.serviceAccountName;
  for (const volume of spec.volumes ?? []) defaultVolume(volume);
  for (const container of containersOf(spec)) defaultContainer(container);
}

/** Every container of a pod: those that initialise, those that run, those of debugging sessions. */
export const containersOf = (spec: Loose<PodSpec>): (Loose<Container> | Loose<EphemeralContainer>)[] => [
  ...(spec.initContainers ?? []),
  ...(spec.containers ?? []),
  ...(spec.ephemeralContainers ?? []),
];

/** What only a pod itself gets, not a template. */
export function defaultPodOnly(spec: Loose<PodSpec>): void {
  for (const container of [...(spec.initContainers ?? []), ...(spec.containers ?? [])]) {
    const { resources } = container;
    if (resources?.limits !== undefined) resources.requests = { ...resources.limits, ...resources.requests };
    if (spec.hostNetwork === true) {
      for (const port of container.ports ?? []) {
        if ((port.hostPort ?? 0) === 0 && port.containerPort !== undefined) port.hostPort = port.containerPort;
      }
    }
  }
  defaultPodResources(spec);
  spec.enableServiceLinks ??= true;
}

/** A pod with limits of its own asks for what its containers ask for together, or else for its limits. */
function defaultPodResources({ resources, containers, initContainers }: Loose<PodSpec>): void {
  if (resources === undefined || Object.keys(resources.limits ?? {}).length === 0) return;
  const requests = { ...resources.requests } as Record<string, string>;
  const sidecars = (initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  for (const container of [...(containers ?? []), ...sidecars]) {
    for (const [name, amount] of Object.entries(container.resources?.requests ?? {}) as [string, string][]) {
      if (resources.requests?.[name] !== undefined || (name !== 'cpu' && name !== 'memory')) continue;
      requests[name] = requests[name] === undefined ? amount : addQuantities(requests[name], amount);
    }
  }
  for (const [name, amount] of Object.entries(resources.limits ?? {}) as [string, string][]) {
    if (name === 'cpu' || name === 'memory' || name.startsWith('hugepages-')) requests[name] ??= amount;
  }
  resources.requests = requests;
}

/** Fields of features that are off by default are dropped without a word. */
export function dropDisabled(spec: Loose<PodSpec>): void {
  for (const { lifecycle } of containersOf(spec)) delete lifecycle?.stopSignal;
}
