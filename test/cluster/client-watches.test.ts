import { describe, expect, it } from 'vitest';
import { client, connect, namespace, useNamespace } from './client-subjects.js';

useNamespace();

describe('150 watches of one client', () => {
  const WATCHES = 150;

  it('all receive on at most 3 connections, and a get answers while all are open', async () => {
    const own = connect();
    const configMaps = own.core.v1.configMaps.namespace(namespace);
    const { metadata } = await configMaps.list();
    const controller = new AbortController();
    const options = {
      signal: controller.signal,
      resourceVersion: metadata.resourceVersion,
      labelSelector: 'many=watched',
    };
    const watches = Array.from({ length: WATCHES }, () => configMaps.watch(options));
    const first = watches.map((watch) => watch.next());
    await expect.poll(() => own.stats.connections.reduce((sum, { watches: open }) => sum + open, 0)).toBe(WATCHES);

    await client.core.v1.configMaps
      .namespace(namespace)
      .create({ metadata: { name: 'watched', labels: { many: 'watched' } } });
    const received = await Promise.all(first);
    expect(received.map(({ value }) => (value as { type: string }).type)).toEqual(Array(WATCHES).fill('ADDED'));
    expect((await configMaps.get('watched')).metadata.name).toBe('watched');
    expect(own.stats.connections.length).toBeLessThanOrEqual(3);
    controller.abort(new Error('done'));
    await Promise.allSettled(watches.map((watch) => watch.return()));
  });
});
