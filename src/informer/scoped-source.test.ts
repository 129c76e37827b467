import { describe, expect, it } from 'vitest';
import { FakeClock } from '../base/fake-clock.js';
import { defineResource } from '../meta/index.js';
import type { KubernetesObject } from '../meta/index.js';
import type { ListOptions, ListerWatcher } from '../reflector/index.js';
import { FakeListerWatcher } from '../testing/index.js';
import type { TestObject } from '../testing/index.js';
import type { InformerSource } from './factory-options.js';
import { scopeOf } from './informer-key.js';
import { scopedSource } from './scoped-source.js';
import { SharedInformer } from './shared-informer.js';

const pods = defineResource<TestObject>({
  group: '',
  version: 'v1',
  resource: 'pods',
  kind: 'Pod',
  scope: 'Namespaced',
});

const sourceOf = (listerWatcher: FakeListerWatcher<TestObject>): InformerSource => ({
  listerWatcher: <T extends KubernetesObject>() => listerWatcher as unknown as ListerWatcher<T>,
});

const everything = scopeOf(pods, {}, {});

describe('scopedSource', () => {
  it('is the source itself when there is nothing to add to its requests', () => {
    const fake = new FakeListerWatcher<TestObject>();
    expect(scopedSource(sourceOf(fake), pods, everything, undefined)).toBe(fake);
  });

  it('passes on what the source learns about WatchList later', () => {
    const fake = new FakeListerWatcher<TestObject>();
    const scoped = scopedSource(sourceOf(fake), pods, everything, (options) => options);
    expect(scoped.supportsWatchList).toBeUndefined();
    fake.watchList = 'declared-unsupported';
    expect(scoped.supportsWatchList).toBe(false);
  });

  it.each<[string, (options: ListOptions) => ListOptions, RegExp]>([
    [
      'throws',
      () => {
        throw new Error('no luck');
      },
      /no luck/,
    ],
    ['returns nothing', () => undefined as unknown as ListOptions, /tweakListOptions returned undefined/],
  ])('reports a tweak that %s as a failed request, and the informer goes on', async (_what, tweak, message) => {
    const clock = new FakeClock();
    const errors: unknown[] = [];
    const fake = new FakeListerWatcher<TestObject>({ clock });
    let broken = true;
    const scoped = scopedSource(sourceOf(fake), pods, everything, (options) => (broken ? tweak(options) : options));
    const informer = new SharedInformer(scoped, { clock, watchErrorHandler: (error) => errors.push(error) });
    informer.start();
    await clock.settle();
    expect(String(errors[0])).toMatch(message);
    broken = false;
    await clock.advance(60_000);
    expect(informer.hasSynced).toBe(true);
    await informer.stop();
  });
});
