import { SharedInformerFactory } from 'kube-informer';
import { makeObject } from 'kube-informer/testing';
import { describe, expect, it } from 'vitest';
import { FakeCluster, pods } from './support/fake-cluster.js';

const COUNT = 50;

describe('handlers of one informer', () => {
  it('are independent: one that never ends holds up neither the cache nor another handler', async () => {
    const cluster = new FakeCluster();
    await using factory = new SharedInformerFactory(cluster, { clock: cluster.clock });
    const { informer, lister } = factory.for(pods);
    let release!: () => void;
    const stuck = new Promise<void>((resolve) => {
      release = resolve;
    });
    const seen = { slow: 0, fast: 0 };
    informer.addEventHandler({
      onAdd: () => {
        seen.slow++;
        return stuck;
      },
    });
    informer.addEventHandler({ onAdd: () => seen.fast++ });
    factory.start();
    for (let number = 0; number < COUNT; number++) cluster.of(pods).create(makeObject({ name: `web-${number}` }));
    await cluster.clock.settle();
    expect({ ...seen, cached: lister.size }).toEqual({ slow: 1, fast: COUNT, cached: COUNT });

    release();
    await cluster.clock.settle();
    expect(seen.slow).toBe(COUNT);
  });

  it('find in the lister what they are told, or something newer', async () => {
    const cluster = new FakeCluster();
    await using factory = new SharedInformerFactory(cluster, { clock: cluster.clock });
    const { informer, lister } = factory.for(pods);
    const faults: string[] = [];
    const check = (key: string, resourceVersion: string | undefined): void => {
      const cached = lister.get(key)?.metadata.resourceVersion;
      // What is missing has been deleted since.
      const isBehind =
        cached === undefined
          ? cluster.of(pods).get(key) !== undefined
          : BigInt(cached) < BigInt(resourceVersion ?? '0');
      if (isBehind) faults.push(`${key} is behind`);
    };
    informer.addEventHandler({
      onAdd: (pod, { key }) => {
        check(key, pod.metadata.resourceVersion);
      },
      onUpdate: (_old, pod, { key }) => {
        check(key, pod.metadata.resourceVersion);
      },
      onDelete: (_pod, { key }) => {
        if (lister.get(key) !== undefined) faults.push(`${key} is still there`);
      },
    });
    factory.start();
    for (let number = 0; number < COUNT; number++) {
      const name = `web-${number}`;
      cluster.of(pods).create(makeObject({ name }));
      cluster.of(pods).set(makeObject({ name, phase: 'Pending' }));
      if (number % 2 === 0) cluster.of(pods).delete(`default/${name}`);
      if (number % 7 === 0) await cluster.clock.settle();
    }
    await cluster.clock.settle();
    expect(lister.size).toBe(COUNT / 2);
    expect(faults).toEqual([]);
  });

  it('of two factories on one source do not share, and each sees everything', async () => {
    const cluster = new FakeCluster();
    await using one = new SharedInformerFactory(cluster, { clock: cluster.clock });
    await using two = new SharedInformerFactory(cluster, { clock: cluster.clock });
    const listers = [one.for(pods).lister, two.for(pods).lister];
    one.start();
    two.start();
    cluster.of(pods).create(makeObject({ name: 'web' }));
    await cluster.clock.settle();
    expect(listers.map(({ size }) => size)).toEqual([1, 1]);
    expect(cluster.of(pods).openWatches).toBe(2);
  });

  it('share nothing that one of them could spoil', async () => {
    const cluster = new FakeCluster();
    await using factory = new SharedInformerFactory(cluster, {
      clock: cluster.clock,
      onError: ({ cause }) => thrown.push(cause),
    });
    const thrown: unknown[] = [];
    const { informer, lister } = factory.for(pods);
    informer.addEventHandler({
      onAdd: (pod) => {
        (pod.metadata as { name: string }).name = 'spoilt';
      },
    });
    factory.start();
    cluster.of(pods).create(makeObject({ name: 'web' }));
    await cluster.clock.settle();
    expect(thrown).toEqual([expect.any(TypeError)]);
    expect(lister.get('default/web')?.metadata.name).toBe('web');
  });
});
