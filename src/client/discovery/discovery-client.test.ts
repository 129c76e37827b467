import { describe, expect, it } from 'vitest';
import { deferred } from '../../base/deferred.js';
import { ApiStatusError, KubeInformerError } from '../../errors/index.js';
import { resourceName } from '../../meta/index.js';
import { DiscoveryClient } from './discovery-client.js';
import { CannedServer, apisWith } from './test-answers.js';

function setUp(): { server: CannedServer; discovery: DiscoveryClient } {
  const server = new CannedServer();
  return { server, discovery: new DiscoveryClient(server.getJson) };
}

const gadgets = {
  metadata: { name: 'gadgets.example.com' },
  versions: [
    {
      version: 'v1',
      freshness: 'Current',
      resources: [
        {
          resource: 'gadgets',
          responseKind: { kind: 'Gadget' },
          scope: 'Cluster',
          singularResource: 'gadget',
          verbs: [],
        },
      ],
    },
  ],
};

describe('reading what the server serves', () => {
  it.each([true, false])('gives the same resources, whether aggregated is %s', async (aggregated) => {
    const { server, discovery } = setUp();
    server.aggregated = aggregated;
    const names = (await discovery.resources()).map((one) => `${resourceName(one)}/${one.version} ${one.scope}`);
    expect(names.sort()).toEqual([
      'deployments.apps/v1 Namespaced',
      'events.events.k8s.io/v1 Namespaced',
      'events/v1 Namespaced',
      'horizontalpodautoscalers.autoscaling/v1 Namespaced',
      'horizontalpodautoscalers.autoscaling/v2 Namespaced',
      'namespaces/v1 Cluster',
      'pods/v1 Namespaced',
      'services/v1 Namespaced',
      'widgets.example.com/v1 Namespaced',
      'widgets.example.com/v1beta1 Namespaced',
    ]);
  });

  it('describes a resource the same in both forms', async () => {
    const [aggregated, plain] = [setUp(), setUp()];
    plain.server.aggregated = false;
    const pods = await aggregated.discovery.findResource('pods');
    expect(await plain.discovery.findResource('pods')).toEqual(pods);
    const deployments = await aggregated.discovery.findResource('deployments');
    expect(await plain.discovery.findResource('deployments')).toEqual(deployments);
  });

  it('takes two requests in the aggregated form', async () => {
    const { server, discovery } = setUp();
    await discovery.groups();
    expect(server.requests.map(({ path }) => path)).toEqual(['/api', '/apis']);
  });

  it('asks with plain JSON when the list of media types is refused', async () => {
    const { server } = setUp();
    const discovery = new DiscoveryClient(async (path, options) => {
      if (options.accept.includes('apidiscovery')) throw new ApiStatusError({ code: 406, reason: 'NotAcceptable' });
      return server.getJson(path, options);
    });
    expect((await discovery.findResource('po')).kind).toBe('Pod');
  });

  it('names the group of a subresource that answers a kind of another group', async () => {
    const { subresources } = await setUp().discovery.findResource('deployments');
    expect(subresources).toContainEqual({
      name: 'scale',
      responseKind: { apiVersion: 'autoscaling/v1', kind: 'Scale' },
      verbs: ['get', 'patch', 'update'],
    });
  });

  it('puts the core group first, and the preferred version of a group', async () => {
    const groups = await setUp().discovery.groups();
    expect(groups[0]).toMatchObject({ name: '', preferredVersion: 'v1' });
    const versions = groups.find(({ name }) => name === 'autoscaling')?.versions.map(({ version }) => version);
    expect(versions).toEqual(['v2', 'v1']);
  });

  it.each([true, false])(
    'reports a group version whose server is down, and goes on, whether aggregated is %s',
    async (aggregated) => {
      const { server, discovery } = setUp();
      server.aggregated = aggregated;
      expect((await discovery.staleGroupVersions()).map(({ apiVersion }) => apiVersion)).toEqual([
        'metrics.k8s.io/v1beta1',
      ]);
      expect((await discovery.findResource('deploy')).kind).toBe('Deployment');
    },
  );

  it('does without a root that is forbidden', async () => {
    const { server, discovery } = setUp();
    server.answers.set('/api', new ApiStatusError({ code: 403, reason: 'Forbidden' }));
    expect((await discovery.findResource('deploy')).kind).toBe('Deployment');
  });

  it('fails when both roots are forbidden', async () => {
    const { server, discovery } = setUp();
    const forbidden = new ApiStatusError({ code: 403, reason: 'Forbidden' });
    server.answers.set('/api', forbidden).set('/apis', forbidden);
    await expect(discovery.groups()).rejects.toBe(forbidden);
  });

  it.each(['<html>', null, { kind: 'PodList' }, []])('refuses %j in place of a discovery document', async (body) => {
    const discovery = new DiscoveryClient(() => Promise.resolve(body));
    await expect(discovery.groups()).rejects.toMatchObject({
      code: 'ERR_WIRE_UNEXPECTED_CONTENT',
      message: expect.stringContaining('GET /api ') as string,
    });
  });

  it('skips what makes no sense in a document of an aggregated server', async () => {
    const { server, discovery } = setUp();
    const rubbish = [
      null,
      7,
      { versions: [{}, { version: 3 }, { version: 'v1', resources: [null, { resource: 'x' }] }] },
    ];
    server.answers.set(
      '/apis',
      apisWith((items) => [...rubbish, ...items]),
    );
    expect((await discovery.findResource('deploy')).kind).toBe('Deployment');
  });
});

describe('what was read', () => {
  it('is read once for all who ask at the same time', async () => {
    const { server, discovery } = setUp();
    await Promise.all([discovery.groups(), discovery.resources(), discovery.findResource('po')]);
    expect(server.requests).toHaveLength(2);
  });

  it('is kept', async () => {
    const { server, discovery } = setUp();
    await discovery.groups();
    await discovery.resources();
    expect(server.requests).toHaveLength(2);
  });

  it('is read again after invalidate()', async () => {
    const { server, discovery } = setUp();
    await discovery.groups();
    discovery.invalidate();
    await discovery.groups();
    expect(server.requests).toHaveLength(4);
  });

  it('is not kept when invalidate() comes while it is being read', async () => {
    const { server, discovery } = setUp();
    const reading = discovery.groups();
    discovery.invalidate();
    await reading;
    await discovery.groups();
    expect(server.requests).toHaveLength(4);
  });

  it('is not kept when the read failed', async () => {
    const { server, discovery } = setUp();
    server.answers.set('/apis', new Error('cut'));
    await expect(discovery.groups()).rejects.toThrow('cut');
    server.answers.clear();
    expect(await discovery.groups()).not.toEqual([]);
  });

  it('still comes to the others when one who waits gives up', async () => {
    const { server, discovery } = setUp();
    const gate = deferred();
    server.gate = gate.promise;
    const [hasty, patient] = [new AbortController(), discovery.groups()];
    const given = discovery.groups({ signal: hasty.signal });
    hasty.abort(new Error('enough'));
    await expect(given).rejects.toThrow('enough');
    gate.resolve();
    expect(await patient).not.toEqual([]);
  });

  it('is no longer asked for when all who wait have given up', async () => {
    const { server, discovery } = setUp();
    const gate = deferred();
    server.gate = gate.promise;
    const hasty = new AbortController();
    const given = discovery.groups({ signal: hasty.signal });
    hasty.abort(new Error('enough'));
    await expect(given).rejects.toThrow('enough');
    expect(server.signal?.aborted).toBe(true);
    gate.resolve();
  });
});

describe('a miss', () => {
  it('reads once more, and finds a resource that was defined since', async () => {
    const { server, discovery } = setUp();
    await discovery.groups();
    server.answers.set(
      '/apis',
      apisWith((items) => [...items, gadgets]),
    );
    expect(await discovery.findResource('gadget')).toMatchObject({ group: 'gadgets.example.com', scope: 'Cluster' });
    expect(server.requests).toHaveLength(4);
  });

  it('does so for a kind too', async () => {
    const { server, discovery } = setUp();
    await discovery.groups();
    server.answers.set(
      '/apis',
      apisWith((items) => [...items, gadgets]),
    );
    const found = await discovery.resourceFor({ apiVersion: 'gadgets.example.com/v1', kind: 'Gadget' });
    expect(found.resource).toBe('gadgets');
  });

  it('does not read again what was read during the call', async () => {
    const { server, discovery } = setUp();
    await expect(discovery.findResource('gadget')).rejects.toThrow(KubeInformerError);
    expect(server.requests).toHaveLength(2);
  });

  it('of many callers at once reads once', async () => {
    const { server, discovery } = setUp();
    await discovery.groups();
    const misses = ['gadget', 'gizmo', 'sprocket'].map((name) => discovery.findResource(name));
    await Promise.allSettled(misses);
    expect(server.requests).toHaveLength(4);
  });

  it('names what comes near, and whose server does not answer', async () => {
    await expect(setUp().discovery.findResource('deplyoments')).rejects.toMatchObject({
      code: 'ERR_RESOURCE_UNKNOWN',
      message:
        'The API server has no resource "deplyoments". Did you mean deployments.apps? What is in metrics.k8s.io/v1beta1 is ' +
        'not known: the server behind it does not answer. If it belongs to a custom resource, check that its definition is installed.',
    });
  });

  it('of a version names those that are served', async () => {
    const { discovery } = setUp();
    await expect(discovery.resourceFor({ apiVersion: 'extensions/v1beta1', kind: 'Deployment' })).rejects.toThrow(
      'It serves Deployment as apps/v1.',
    );
    const old = { group: 'autoscaling', version: 'v2beta2', resource: 'horizontalpodautoscalers' };
    await expect(discovery.kindFor(old)).rejects.toThrow('It serves version v2, v1.');
  });
});

describe('findResource', () => {
  it.each([
    ['deploy', 'deployments.apps/v1'],
    ['deployment', 'deployments.apps/v1'],
    ['deployments', 'deployments.apps/v1'],
    ['Deployment', 'deployments.apps/v1'],
    ['deployments.apps', 'deployments.apps/v1'],
    ['deploy.apps', 'deployments.apps/v1'],
    ['deployments.v1.apps', 'deployments.apps/v1'],
    ['Deployment.v1.apps', 'deployments.apps/v1'],
    ['DEPLOYMENTS', 'deployments.apps/v1'],
    ['po', 'pods/v1'],
    ['pods.v1.', 'pods/v1'],
    ['pods.v1', 'pods/v1'],
    ['ev', 'events/v1'],
    ['events', 'events/v1'],
    ['events.events.k8s.io', 'events.events.k8s.io/v1'],
    ['events.v1.events.k8s.io', 'events.events.k8s.io/v1'],
    // As in kubectl, the beginning of a group is enough.
    ['events.events', 'events.events.k8s.io/v1'],
    ['hpa', 'horizontalpodautoscalers.autoscaling/v2'],
    ['hpa.v1.autoscaling', 'horizontalpodautoscalers.autoscaling/v1'],
    ['wd', 'widgets.example.com/v1'],
    ['widgets.v1beta1.example.com', 'widgets.example.com/v1beta1'],
    [' svc ', 'services/v1'],
  ])('takes %j for %s', async (name, expected) => {
    const found = await setUp().discovery.findResource(name);
    expect(`${resourceName(found)}/${found.version}`).toBe(expected);
  });

  it.each(['deployments.v2.apps', 'deployments.batch', 'pods.v2.', '.', 'deploy/scale'])(
    'finds nothing for %j',
    async (name) => {
      await expect(setUp().discovery.findResource(name)).rejects.toMatchObject({ code: 'ERR_RESOURCE_UNKNOWN' });
    },
  );

  it('refuses an empty name', async () => {
    await expect(setUp().discovery.findResource('  ')).rejects.toMatchObject({ code: 'ERR_INVALID_ARGUMENT' });
  });

  it('prefers a full name of any group to a short name', async () => {
    const { server, discovery } = setUp();
    const po = structuredClone(gadgets);
    Object.assign(po.versions[0]?.resources[0] ?? {}, { resource: 'po', singularResource: 'poo' });
    server.answers.set(
      '/apis',
      apisWith((items) => [...items, po]),
    );
    expect((await discovery.findResource('po')).group).toBe('gadgets.example.com');
  });
});

describe('the REST mapper', () => {
  it('goes from every kind to its resource and back', async () => {
    const { discovery } = setUp();
    for (const resource of await discovery.resources()) {
      const kind = await discovery.kindFor(resource);
      expect(await discovery.resourceFor(kind)).toEqual(resource);
    }
  });

  it('takes, of two resources of one kind, the one that can be read', async () => {
    const { server, discovery } = setUp();
    const twice = structuredClone(gadgets);
    const [first] = twice.versions[0]?.resources ?? [];
    twice.versions[0]?.resources.push({ ...first!, resource: 'readablegadgets', verbs: ['get'] as never[] });
    server.answers.set(
      '/apis',
      apisWith((items) => [...items, twice]),
    );
    const found = await discovery.resourceFor({ apiVersion: 'gadgets.example.com/v1', kind: 'Gadget' });
    expect(found.resource).toBe('readablegadgets');
  });
});
