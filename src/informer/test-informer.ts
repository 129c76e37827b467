import { onTestFinished } from 'vitest';
import type { KubeInformerError } from '../errors/index.js';
import { FakeClock, FakeListerWatcher } from '../testing/index.js';
import type { FakeListerWatcherOptions, TestObject } from '../testing/index.js';
import { SharedInformer } from './shared-informer.js';
import type { SharedInformerOptions } from './shared-informer-options.js';

export interface InformerSetup<Names extends string = string> {
  readonly clock: FakeClock;
  readonly source: FakeListerWatcher<TestObject>;
  readonly informer: SharedInformer<TestObject, Names>;
  /** Of handlers, transforms and index functions. */
  readonly errors: KubeInformerError[];
  /** Of the connection and of objects that cannot be used. */
  readonly sourceErrors: unknown[];
}

/** An informer over a fake source, stopped when the test ends. */
export function makeInformer<Names extends string = string>(
  objects: Iterable<TestObject> = [],
  options: SharedInformerOptions<TestObject, Names> = {},
  sourceOptions: FakeListerWatcherOptions<TestObject> = {},
): InformerSetup<Names> {
  const clock = new FakeClock();
  const source = new FakeListerWatcher<TestObject>({ clock, objects, ...sourceOptions });
  const errors: KubeInformerError[] = [];
  const sourceErrors: unknown[] = [];
  const informer = new SharedInformer<TestObject, Names>(source, {
    name: 'pods',
    clock,
    random: () => 0,
    onError: (error) => errors.push(error),
    watchErrorHandler: (error) => sourceErrors.push(error),
    ...options,
  });
  onTestFinished(async () => {
    const stopped = informer.stop();
    // A handler that a test left hanging is given up.
    await clock.advance(60_000);
    await stopped;
  });
  return { clock, source, informer, errors, sourceErrors };
}

/** As `makeInformer`, started and synced. */
export async function startInformer<Names extends string = string>(
  ...args: Parameters<typeof makeInformer<Names>>
): Promise<InformerSetup<Names>> {
  const setup = makeInformer<Names>(...args);
  setup.informer.start();
  await setup.clock.settle();
  await setup.informer.waitForSync();
  return setup;
}
