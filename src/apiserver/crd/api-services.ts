import { apiVersionOf } from '../../meta/index.js';
import type { ApiObject } from '../contract.js';
import { SERVED_GROUPS } from '../served-groups.js';
import type { Storage } from '../storage/contract.js';
import { DEFINITIONS } from './definition.js';
import type { Definition } from './definition.js';

const API_SERVICES = 'apiservices.apiregistration.k8s.io';
const AUTOMANAGED = 'kube-aggregator.kubernetes.io/automanaged';

/** The priorities of the real server's own groups, which decide the order of /apis. */
const PRIORITIES: Readonly<Record<string, number>> = {
  '': 18_000,
  apps: 17_800,
  'events.k8s.io': 17_750,
  'authentication.k8s.io': 17_700,
  'authorization.k8s.io': 17_600,
  autoscaling: 17_500,
  batch: 17_400,
  'certificates.k8s.io': 17_300,
  'networking.k8s.io': 17_200,
  policy: 17_100,
  'rbac.authorization.k8s.io': 17_000,
  'storage.k8s.io': 16_800,
  'apiextensions.k8s.io': 16_700,
  'admissionregistration.k8s.io': 16_700,
  'scheduling.k8s.io': 16_600,
  'coordination.k8s.io': 16_500,
  'node.k8s.io': 16_300,
  'discovery.k8s.io': 16_200,
  'resource.k8s.io': 16_200,
  'flowcontrol.apiserver.k8s.io': 16_100,
};
const VERSION_PRIORITIES: Readonly<Record<string, number>> = {
  v1: 1,
  'autoscaling/v2': 30,
  'flowcontrol.apiserver.k8s.io/v1': 21,
  'resource.k8s.io/v1': 21,
};
// All versions of built-in groups but those above; custom groups come after every built-in one.
const VERSION_PRIORITY = 15;
const CUSTOM_GROUP_PRIORITY = 1000;
const CUSTOM_VERSION_PRIORITY = 100;

function apiService(
  group: string,
  version: string,
  options: { readonly managed: 'onstart' | 'true'; readonly group: number; readonly version: number; now: string },
): ApiObject {
  return {
    kind: 'APIService',
    apiVersion: 'apiregistration.k8s.io/v1',
    metadata: {
      name: `${version}.${group}`,
      uid: crypto.randomUUID(),
      creationTimestamp: options.now,
      labels: { [AUTOMANAGED]: options.managed },
    },
    spec: {
      ...(group === '' ? {} : { group }),
      version,
      groupPriorityMinimum: options.group,
      versionPriority: options.version,
    },
    status: {
      conditions: [
        {
          type: 'Available',
          status: 'True',
          lastTransitionTime: options.now,
          reason: 'Local',
          message: 'Local APIServices are always available',
        },
      ],
    },
  };
}

/** The APIServices of the built-in groups, which a server has from its start. */
export function apiServiceObjects(now: string): ApiObject[] {
  return SERVED_GROUPS.flatMap(([group, versions]) =>
    // A group without a priority is the one that serves APIServices itself.
    PRIORITIES[group] === undefined
      ? []
      : versions.map((version) =>
          apiService(group, version, {
            managed: 'onstart',
            group: PRIORITIES[group] as number,
            version: VERSION_PRIORITIES[apiVersionOf({ group, version })] ?? VERSION_PRIORITY,
            now,
          }),
        ),
  );
}

/** Makes the APIServices of a custom group what its CRDs serve: what is new is added, what nobody serves goes. */
export function keepApiServices(storage: Storage, group: string, now: string): void {
  const wanted = new Set<string>();
  for (const { object } of storage.snapshot(DEFINITIONS).entries()) {
    const { spec } = object as Definition;
    if (spec.group !== group) continue;
    for (const { name, served } of spec.versions) if (served) wanted.add(name);
  }
  for (const { key, object } of [...storage.snapshot(API_SERVICES).entries()]) {
    const { spec, metadata } = object as ApiObject & { spec: { group?: string; version: string } };
    if (spec.group !== group || metadata.labels?.[AUTOMANAGED] !== 'true') continue;
    if (!wanted.delete(spec.version)) storage.remove(API_SERVICES, key);
  }
  for (const version of wanted) {
    const name = `${version}.${group}`;
    if (storage.get(API_SERVICES, name) !== undefined) continue;
    const options = { managed: 'true', group: CUSTOM_GROUP_PRIORITY, version: CUSTOM_VERSION_PRIORITY, now } as const;
    storage.put(API_SERVICES, name, apiService(group, version, options));
  }
}
