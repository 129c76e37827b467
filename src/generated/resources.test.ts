import { describe, expect, expectTypeOf, it } from 'vitest';
import type { KubernetesObject, ResourceRef } from '../meta/index.js';
import { allResources, findResource, resources, rulesOf } from './index.js';
import type { Deployment } from './kinds/apps-v1.js';
import type { Pod } from './kinds/core-v1.js';
import type { TemplateMeta } from './kinds/meta-v1.js';

describe('resources', () => {
  it('have the names, kind and scope that discovery gives', () => {
    expect(resources.core.v1.pods).toEqual({
      group: '', version: 'v1', resource: 'pods', kind: 'Pod', scope: 'Namespaced',
    });
    expect(resources.rbac.v1.clusterRoles).toMatchObject({
      group: 'rbac.authorization.k8s.io', resource: 'clusterroles', scope: 'Cluster',
    });
  });

  it('are spelled as their kinds, acronyms in small letters', () => {
    expect(resources.storage.v1.csiDrivers.resource).toBe('csidrivers');
    expect(resources.networking.v1.networkPolicies.resource).toBe('networkpolicies');
    expect(resources.apiregistration.v1.apiServices.resource).toBe('apiservices');
  });

  it('are made once', () => {
    expect(resources.core.v1.pods).toBe(resources.core.v1.pods);
    expect(findResource(resources.core.v1.pods)?.ref).toBe(resources.core.v1.pods);
  });

  it('cannot be changed, and list what they hold', () => {
    expect(Object.isFrozen(resources.core.v1)).toBe(true);
    expect(Object.keys(resources)).toContain('apps');
    expect(Object.keys(resources.autoscaling)).toEqual(['v1', 'v2']);
  });

  it('carry the type of their objects', () => {
    expectTypeOf(resources.core.v1.pods).toEqualTypeOf<ResourceRef<Pod, 'Namespaced'>>();
    expectTypeOf(resources.core.v1.nodes.scope).toEqualTypeOf<'Cluster'>();
  });
});

describe('what discovery says', () => {
  it('is known of every resource', () => {
    const all = allResources();
    expect(all.length).toBeGreaterThan(80);
    for (const { ref, verbs } of all) expect(verbs.length, ref.resource).toBeGreaterThan(0);
  });

  it('has verbs, short names and subresources', () => {
    const deployments = findResource({ group: 'apps', version: 'v1', resource: 'deployments' });
    expect(deployments?.shortNames).toEqual(['deploy']);
    expect(deployments?.verbs).toContain('watch');
    expect(deployments?.subresources).toContainEqual({
      name: 'scale', kind: 'autoscaling/v1/Scale', verbs: ['get', 'patch', 'update'],
    });
  });

  it('is undefined for others', () => {
    expect(findResource({ group: 'example.com', version: 'v1', resource: 'widgets' })).toBeUndefined();
  });
});

describe('rules', () => {
  it('say how lists merge', () => {
    expect(rulesOf('v1', 'PodSpec')?.fields?.['containers']).toEqual({
      patchStrategy: 'merge', patchMergeKey: 'name', listType: 'map', listKeys: ['name'],
    });
  });

  it('say what is required, allowed and set by default', () => {
    expect(rulesOf('v1', 'PodSpec')?.required).toEqual(['containers']);
    expect(rulesOf('v1', 'ContainerPort')?.fields?.['protocol']).toMatchObject({
      default: 'TCP', enum: ['SCTP', 'TCP', 'UDP'],
    });
  });

  it('are undefined for what has none', () => {
    expect(rulesOf('v1', 'Nothing')).toBeUndefined();
    expect(rulesOf('constructor', 'name')).toBeUndefined();
  });
});

describe('kinds', () => {
  it('describe what a server returns', () => {
    expectTypeOf<Pod>().toExtend<KubernetesObject>();
    expectTypeOf<Pod['apiVersion']>().toEqualTypeOf<'v1'>();
    expectTypeOf<Pod['metadata']['uid']>().toEqualTypeOf<string>();
    expectTypeOf<Pod['spec']['nodeName']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Pod['metadata']['creationTimestamp']>().toEqualTypeOf<string | undefined>();
  });

  it('do not ask templates for what only a server sets', () => {
    expectTypeOf<Deployment['spec']['template']['metadata']>().toEqualTypeOf<TemplateMeta | undefined>();
  });

  it('have numbers or strings where Kubernetes has either', () => {
    type Update = NonNullable<NonNullable<Deployment['spec']['strategy']>['rollingUpdate']>;
    expectTypeOf<Update['maxSurge']>().toEqualTypeOf<number | string | undefined>();
  });
});
