import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect, it } from 'vitest';
import { FakeClock, FakeListerWatcher } from '../testing/index.js';
import type { TestObject } from '../testing/index.js';
import type { TransitionMessage } from './diagnostics.js';
import { SharedInformer } from './shared-informer.js';

it('every change of phase of an informer is published on kube-informer:transition, in order and under its name', async () => {
  const steps: string[] = [];
  const listen = (message: unknown): void => {
    const { informer, transition } = message as TransitionMessage;
    if (informer === 'diagnosed') steps.push(`${transition.from}>${transition.to}`);
  };
  subscribe('kube-informer:transition', listen);
  const clock = new FakeClock();
  const source = new FakeListerWatcher<TestObject>({ clock });
  const informer = new SharedInformer(source, { name: 'diagnosed', clock, watchErrorHandler: () => undefined });
  informer.start();
  await clock.settle();
  source.resetWatches();
  await clock.settle();
  await informer.stop();
  unsubscribe('kube-informer:transition', listen);
  expect(steps.slice(0, 3)).toEqual(['idle>streaming', 'streaming>watching', 'watching>waiting']);
  expect(steps.at(-1)).toMatch(/>stopped$/);
});
