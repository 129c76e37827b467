import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { resources } from '../generated/index.js';
import { Client } from './client.js';
import { BOTH, clientOf, connection, invalid, pod } from './test-client.js';
import { FakeTransport, failure } from './rest/test-transport.js';

describe('a request', () => {
  it.each([
    {
      what: 'the core group',
      path: '/api/v1/namespaces/default/pods/web',
      of: (c: Client) => c.core.v1.pods.namespace('default').get('web'),
    },
    {
      what: 'a named group',
      path: '/apis/apps/v1/namespaces/default/deployments/web',
      of: (c: Client) => c.apps.v1.deployments.namespace('default').get('web'),
    },
    { what: 'a cluster-scoped resource', path: '/api/v1/nodes/web', of: (c: Client) => c.core.v1.nodes.get('web') },
    {
      what: 'a name with a colon',
      path: '/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode',
      of: (c: Client) => c.rbac.v1.clusterRoles.get('system:node'),
    },
    {
      what: 'metadata in place of a name',
      path: '/api/v1/namespaces/here/pods/web',
      of: (c: Client) => c.core.v1.pods.get({ name: 'web', namespace: 'here' }),
    },
    { what: 'all namespaces', path: '/api/v1/pods', of: (c: Client) => c.core.v1.pods.list() },
    {
      what: 'a subresource',
      path: '/api/v1/namespaces/default/pods/web/status',
      of: (c: Client) => c.core.v1.pods.namespace('default').status.get('web'),
    },
    {
      what: 'the group that shares its name with a method',
      path: '/apis/resource.k8s.io/v1/deviceclasses',
      of: (c: Client) => c.resource.v1.deviceClasses.list(),
    },
    {
      what: 'the group that shares its name with discovery',
      path: '/apis/discovery.k8s.io/v1/endpointslices',
      of: (c: Client) => c.discovery.v1.endpointSlices.list(),
    },
  ])('of $what goes to its path', async ({ path, of }) => {
    const { client, http } = clientOf({ body: { ...pod('web'), kind: 'PodList', items: [] } });
    await of(client);
    expect(http.last).toMatchObject({ method: 'GET', path, headers: { accept: BOTH } });
  });

  it('passes signal and time limit on', async () => {
    const { client, http } = clientOf({ body: pod('web') });
    const { signal } = new AbortController();
    await client.core.v1.pods.namespace('default').get('web', { signal, timeoutMs: 1_000, resourceVersion: '0' });
    expect(http.last).toMatchObject({ signal, timeoutMs: 1_000, query: { resourceVersion: '0' } });
  });

  it('asks for JSON alone where no table says how to read protobuf, which the server may have all the same', async () => {
    const { client, http } = clientOf({ body: { kind: 'NodeMetrics', metadata: { name: 'a' } } });
    const metrics = { group: 'metrics.k8s.io', version: 'v1beta1', resource: 'nodes' };
    await client.dynamic({ ...metrics, kind: 'NodeMetrics', scope: 'Cluster' }).get('a');
    expect(http.last.headers).toEqual({ accept: 'application/json' });
    const source = client.listerWatcher(
      { group: '', version: 'v1', resource: 'novelties' },
      { namespace: '', projection: 'full', unknownFields: 'drop' },
    );
    await source.watch({}, { signal: new AbortController().signal });
    expect(http.last.headers).toEqual({ accept: 'application/json' });
  });

  it('asks for the metadata of any kind in protobuf', async () => {
    const { client, http } = clientOf({});
    const source = client.listerWatcher(
      { group: 'example.com', version: 'v1', resource: 'foos' },
      { namespace: '', projection: 'metadata', unknownFields: 'drop' },
    );
    await source.watch({}, { signal: new AbortController().signal });
    expect(http.last.headers?.['accept']).toMatch(/^application\/vnd\.kubernetes\.protobuf;as=PartialObjectMetadata;/);
  });

  it('asks for JSON alone when protobuf is off', async () => {
    const http = new FakeTransport({ body: pod('web') });
    await new Client(connection, { transport: http, protobuf: false }).core.v1.pods.namespace('default').get('web');
    expect(http.last.headers).toEqual({ accept: 'application/json' });
  });
});

describe('what is no resource', () => {
  it('is asked for as it is, with the credentials of the client', async () => {
    const { client, http } = clientOf({ status: 503, contentType: 'text/plain', body: 'not yet' });
    const request = { method: 'POST', path: '/api/v1/namespaces/default/services/web/proxy/x', body: 'hello' };
    const { status, body } = await client.request(request);
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    expect([http.last, status, Buffer.concat(chunks).toString()]).toEqual([request, 503, 'not yet']);
  });

  it('is a text, or an error that says what the server refused', async () => {
    const { client, http } = clientOf({ contentType: 'text/plain', body: 'ok' }, failure(403, 'Forbidden'));
    expect(await client.getText('/readyz', { query: { verbose: true } })).toBe('ok');
    expect(http.last).toMatchObject({ method: 'GET', path: '/readyz', query: { verbose: true } });
    await expect(client.getText('/metrics')).rejects.toMatchObject({ code: 'ERR_API_STATUS', statusCode: 403 });
  });
});

describe('a transport around that of the client', () => {
  it('sees every request, and may change it', async () => {
    const seen: string[] = [];
    const client = new Client(connection, {
      transport: (own) => ({
        request: (request) => {
          seen.push(`${request.method} ${request.path}`);
          return Promise.reject(new Error(`stats ${own.stats.connections.length}`));
        },
        get stats() {
          return own.stats;
        },
        close: () => own.close(),
      }),
    });
    await expect(client.core.v1.pods.namespace('default').get('a')).rejects.toThrow('stats 0');
    expect(seen).toEqual(['GET /api/v1/namespaces/default/pods/a']);
    await client.close();
  });
});

describe('bad input is refused before anything is sent', () => {
  it('an option that the client does not have', () => {
    const options = { useragent: 'me/1' } as object;
    expect(() => new Client(connection, options)).toThrow(
      'Cannot make a client: there is no option "useragent". Did you mean "userAgent"?',
    );
  });

  it.each([
    [{ namespace: 'default' }, ".namespace('…')"],
    [{ labelselector: 'app=web' }, 'Did you mean "labelSelector"?'],
  ])('the option %j, which would select everything', async (options: object, advice) => {
    const { client, http } = clientOf({});
    const { pods } = client.core.v1;
    const message = expect.stringContaining(advice) as string;
    await expect(pods.list(options)).rejects.toMatchObject({ ...invalid, message });
    await expect(pods.namespace('default').deleteCollection(options)).rejects.toMatchObject({ ...invalid, message });
    for (const call of [() => pods.pages(options), () => pods.each(options), () => pods.watch(options)]) {
      expect(call).toThrow(expect.objectContaining({ ...invalid, message }));
    }
    expect(http.requests).toEqual([]);
  });

  it.each(['', '.', '..', 'a/b', '../secrets', '%2e%2e', 'a%2Fb'])('the name %j', async (name) => {
    const { client, http } = clientOf({});
    const pods = client.core.v1.pods.namespace('default');
    for (const call of [pods.get(name), pods.delete(name), pods.patch(name, {}), pods.status.get(name)]) {
      await expect(call).rejects.toMatchObject(invalid);
    }
    await expect(pods.update({ metadata: { name }, spec: { containers: [] } })).rejects.toMatchObject(invalid);
    expect(http.requests).toEqual([]);
  });

  it.each(['', '..', 'a/b', 'UPPER', 'a.b', 'a'.repeat(64)])('the namespace %j', async (namespace) => {
    const { client, http } = clientOf({});
    expect(() => client.core.v1.pods.namespace(namespace)).toThrow(expect.objectContaining(invalid));
    if (namespace !== '') {
      await expect(client.core.v1.pods.get({ name: 'web', namespace })).rejects.toMatchObject(invalid);
      expect(() => client.listerWatcher(resources.core.v1.pods, { namespace })).toThrow(
        expect.objectContaining(invalid),
      );
    }
    expect(http.requests).toEqual([]);
  });

  it.each([
    { group: '', version: 'v1', resource: 'Pod' },
    { group: '', version: 'v1', resource: 'pods/status' },
    { group: '', version: '', resource: 'pods' },
    { group: '..', version: 'v1', resource: 'pods' },
  ])('the resource %j', (resource) => {
    expect(() => clientOf({}).client.dynamic(resource)).toThrow(expect.objectContaining(invalid));
  });

  it('a write of a namespaced object without a namespace, saying what to do', async () => {
    const { client, http } = clientOf({});
    await expect(client.core.v1.configMaps.create({ metadata: { name: 'a' } })).rejects.toThrow(
      /Use \.namespace\('…'\)/,
    );
    await expect(client.core.v1.pods.get('web')).rejects.toMatchObject(invalid);
    expect(http.requests).toEqual([]);
  });

  it('an object of another namespace, kind or scope', async () => {
    const { client, http } = clientOf({});
    const configMaps = client.core.v1.configMaps.namespace('default');
    await expect(configMaps.create({ metadata: { name: 'a', namespace: 'other' } })).rejects.toMatchObject(invalid);
    await expect(configMaps.create({ kind: 'Secret', metadata: { name: 'a' } } as never)).rejects.toMatchObject(
      invalid,
    );
    await expect(client.core.v1.nodes.get({ name: 'a', namespace: 'default' })).rejects.toMatchObject(invalid);
    expect(http.requests).toEqual([]);
  });

  it('an object without a name or generateName', async () => {
    const { client } = clientOf({});
    await expect(client.core.v1.configMaps.namespace('default').create({ metadata: {} })).rejects.toMatchObject(
      invalid,
    );
  });

  it('a dynamic object that does not say what it is', async () => {
    const { client } = clientOf({});
    const widgets = client.dynamic({ group: 'example.com', version: 'v1', resource: 'widgets' });
    await expect(widgets.create({ metadata: { name: 'a' } })).rejects.toMatchObject(invalid);
  });

  it('patches that do not go with their options', async () => {
    const { client } = clientOf({});
    const pods = client.core.v1.pods.namespace('default');
    await expect(pods.patch('a', {}, { type: 'json' })).rejects.toMatchObject(invalid);
    await expect(pods.patch('a', [], { type: 'merge' })).rejects.toMatchObject(invalid);
    await expect(pods.patch('a', {}, { type: 'apply' })).rejects.toThrow(/fieldManager/);
    await expect(pods.patch('a', {}, { force: true })).rejects.toMatchObject(invalid);
  });

  it('a delete of everything in all namespaces', async () => {
    await expect(clientOf({}).client.core.v1.pods.deleteCollection()).rejects.toMatchObject(invalid);
  });
});

describe('the client', () => {
  it('takes what has a connection(), and closes its transport', async () => {
    const http = new FakeTransport({ body: { gitVersion: 'v1.36.4' } });
    const client = new Client({ connection: () => connection }, { transport: http });
    expect(await client.getJson('/version')).toEqual({ gitVersion: 'v1.36.4' });
    await client[Symbol.asyncDispose]();
    expect(http.isClosed).toBe(true);
  });

  it.each([
    ['nothing', undefined, 'Cannot make a client of undefined'],
    [
      'the configuration of client-node',
      { getCurrentCluster: () => null },
      'Cannot make a client of an object that is no configuration: it looks like that of @kubernetes/client-node, which ' +
        'KubeConfig.fromClientNode() takes.',
    ],
    ['a promise that nobody awaited', Promise.resolve({}), 'Cannot make a client of a promise: await it first.'],
    ['the path of a kubeconfig', '/etc/config', 'Cannot make a client of a string'],
    ['an object that is none', { server: 'https://a' }, 'Cannot make a client of an object'],
    ['another object that is none', { connection: 'https://a' }, 'Cannot make a client of an object'],
  ])('is not made of %s', (_name, config, message) => {
    const make = (): Client => new Client(config as never);
    expect(make).toThrow(expect.objectContaining({ code: 'ERR_INVALID_ARGUMENT' }));
    expect(make).toThrow(message);
  });

  it('shows no secret when it is logged', () => {
    const { client } = clientOf({});
    expect(inspect(client)).toBe('Client { server: "cluster.example:6443" }');
    expect(JSON.stringify(client)).not.toContain('secret');
  });

  it('gives the same accessor each time', () => {
    const { client } = clientOf({});
    expect(client.core.v1.pods).toBe(client.core.v1.pods);
  });
});
