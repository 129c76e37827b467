import { once } from 'node:events';
import { createServer } from 'node:https';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isNotFound } from 'kube-informer/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client, cluster, connect, namespace, pod, useNamespace, wires } from './client-subjects.js';
import { makeCertificate } from './x509.mjs';

// The API server fetches logs from the kubelet of the pod's node. There is none here, so this is one, of one answer.
const NODE = `log-node-${process.pid}`;
const asked: string[] = [];
const following: ServerResponse[] = [];
const kubelet = createServer(
  makeCertificate({ commonName: 'kubelet', use: 'server', ipAddresses: ['127.0.0.1'] }),
  (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'https://kubelet');
    asked.push(`${pathname}?${searchParams.toString()}`);
    response.setHeader('content-type', 'text/plain');
    response.write('one\ngrün\n');
    if (searchParams.get('follow') !== 'true') response.end('no end');
    else following.push(response);
  },
);

useNamespace();

describe.skipIf(!cluster.managed)('the log of a pod', () => {
  const pods = client.core.v1.pods.namespace(namespace);

  beforeAll(async () => {
    kubelet.listen(0, '127.0.0.1');
    await once(kubelet, 'listening');
    await client.core.v1.nodes.create({ metadata: { name: NODE } });
    await client.core.v1.nodes.status.patch(NODE, {
      status: {
        addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
        daemonEndpoints: { kubeletEndpoint: { Port: (kubelet.address() as AddressInfo).port } },
      },
    });
    const { metadata, spec } = pod('talkative');
    await pods.create({ metadata, spec: { ...spec, nodeName: NODE } });
  });

  afterAll(async () => {
    await pods.delete('talkative', { gracePeriodSeconds: 0 });
    await client.core.v1.nodes.delete(NODE);
    kubelet.closeAllConnections();
    kubelet.close();
  });

  it.each(wires)('comes as a text as $wire', async ({ options }) => {
    const own = connect(options).core.v1.pods.namespace(namespace);
    expect(await own.log('talkative', { tailLines: 3, container: 'main' }).text()).toBe('one\ngrün\nno end');
    expect(asked.at(-1)).toBe(`/containerLogs/${namespace}/talkative/main?tailLines=3`);
  });

  it.each(wires)('is followed line by line as $wire, until it ends', async ({ options }) => {
    const own = connect(options).core.v1.pods.namespace(namespace);
    const lines = own.log('talkative', { follow: true }).lines();
    expect([(await lines.next()).value, (await lines.next()).value]).toEqual(['one', 'grün']);
    following.at(-1)?.write('three\nfo');
    expect((await lines.next()).value).toBe('three');
    following.at(-1)?.end('ur');
    expect([(await lines.next()).value, (await lines.next()).done]).toEqual(['four', true]);
  });

  it('ends at the kubelet when its reader leaves', async () => {
    for await (const line of pods.log('talkative', { follow: true })) {
      expect(line).toBe('one');
      break;
    }
    const last = following.at(-1);
    if (last?.closed === false) await once(last, 'close');
    expect(last?.writableFinished).toBe(false);
  });

  it('of a container or pod that does not exist is a typed error', async () => {
    await expect(pods.log('talkative', { container: 'nobody' }).text()).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining(`Cannot get pods/log "${namespace}/talkative": `) as string,
    });
    await expect(pods.log('nobody').text()).rejects.toSatisfy(isNotFound);
  });

  it('is empty for a pod that runs nowhere yet', async () => {
    await pods.create(pod('silent'));
    expect(await pods.log('silent').text()).toBe('');
  });
});
