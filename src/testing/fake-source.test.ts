import { describe, expect, it } from 'vitest';
import { FakeClock } from '../base/fake-clock.js';
import { resources } from '../generated/index.js';
import { SharedInformerFactory } from '../informer/index.js';
import { defineResource } from '../meta/index.js';
import { FakeSource } from './fake-source.js';

const { pods, configMaps } = resources.core.v1;

function started() {
  const clock = new FakeClock();
  const source = new FakeSource({ clock });
  const factory = new SharedInformerFactory(source, { clock });
  return { clock, source, factory };
}

describe('a fake source of a factory', () => {
  it('has the objects of each resource, of the kind that it is', async () => {
    const { clock, source, factory } = started();
    source.of(pods).create({ metadata: { name: 'web', namespace: 'default' }, spec: { containers: [] } });
    source.of(configMaps).create({ metadata: { name: 'settings', namespace: 'default' }, data: { a: '1' } });
    const { lister } = factory.core.v1.pods;
    const maps = factory.core.v1.configMaps.lister;
    factory.start();
    await clock.settle();
    expect(lister.namespace('default').get('web')).toMatchObject({ apiVersion: 'v1', kind: 'Pod' });
    expect(maps.list().map(({ data }) => data)).toEqual([{ a: '1' }]);
    source.of(pods).delete('default/web');
    await clock.settle();
    expect(lister.size).toBe(0);
    await factory.stop();
    expect(clock.pendingTimers).toBe(0);
  });

  it('shows an informer of a namespace, and of a selector, no more than that', async () => {
    const { clock, source, factory } = started();
    const blue = factory.for(pods, { namespace: 'blue' }).lister;
    const some = factory.for(pods, { namespace: 'blue', fieldSelector: 'spec.nodeName=n1' }).lister;
    factory.start();
    await clock.settle();
    for (const namespace of ['blue', 'green']) {
      for (const nodeName of ['n1', 'n2']) {
        source.of(pods).create({ metadata: { name: nodeName, namespace }, spec: { containers: [], nodeName } });
      }
    }
    await clock.settle();
    expect([blue.list().length, some.list().length]).toEqual([2, 1]);
    await factory.stop();
  });

  it('is the same for all who name the same resource', () => {
    const source = new FakeSource();
    const widgets = defineResource({ group: 'a', version: 'v1', resource: 'pods', kind: 'W', scope: 'Namespaced' });
    expect(source.of({ ...pods })).toBe(source.of(pods));
    expect(source.of(widgets)).not.toBe(source.of(pods));
  });
});
