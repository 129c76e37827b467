import { getEventListeners } from 'node:events';
import { Controller, DeltaFIFO, Indexer, InOrderQueue, Lister, RelistBudget, processDeltas } from 'kube-informer';
import type { Queue } from 'kube-informer';
import type { TestObject } from 'kube-informer/testing';
import { INDEXERS, checkCache, expectedCache } from './cache-check.js';
import { HandlerLog, versionOf } from './handler-log.js';
import type { History } from './history.js';
import { checkEnd } from './log-check.js';
import type { Runner } from './property.js';
import { withSeededGlobals } from './seeded-globals.js';
import { ensure } from './violation.js';
import { World } from './world.js';
import type { RunReport } from './world.js';

/** Which queue stands between Reflector and store. */
export type QueueKind = 'DeltaFIFO' | 'DeltaFIFO with Replaced' | 'InOrderQueue';

/**
 * Runs histories against the parts put together by hand, as in a book on informers: a Controller, a
 * queue that knows the store, and `processDeltas` with one handler. Steps that only a
 * `SharedInformer` has are left out.
 */
export function handWired(kind: QueueKind): Runner {
  return (history) => withSeededGlobals(history.seed, () => runHandWired(history, kind));
}

async function runHandWired(history: History, kind: QueueKind): Promise<RunReport> {
  const { setup, steps, stopAtOnce } = history;
  // Without an Intake in between there is no projection.
  const world = new World(
    { ...history, setup: { ...setup, projection: 'full' } },
    { blursFirstList: kind !== 'InOrderQueue' },
  );
  const { clock, model } = world;
  const indexer = new Indexer<TestObject>({ indexers: INDEXERS, onIndexError: world.onError });
  const queue = newQueue(kind, indexer, world);
  // The handler is waited for, so one that takes 35 s would hold up everything.
  const plan = setup.handlers[0];
  const log = new HandlerLog(
    'handler',
    {
      manner: 'sync',
      delayMs: 0,
      highWaterMark: undefined,
      overflow: 'all',
      resyncPeriod: undefined,
      ...plan,
      ...(plan?.delayMs === 35_000 ? { delayMs: 700 } : {}),
    },
    [],
    world,
  );
  const controller = new Controller<TestObject>({
    queue,
    listerWatcher: model.client,
    process: processDeltas(indexer, log.handler, world.onError),
    objectType: { apiVersion: 'v1', kind: 'Pod' },
    watchList: setup.askForWatchList,
    ...(setup.pageSize === undefined ? {} : { pageSize: setup.pageSize }),
    ...(plan?.manner === 'slow' ? {} : { fullResyncPeriod: setup.resyncPeriod }),
    relistBudget: new RelistBudget(),
    watchErrorHandler: world.onError,
    clock,
    random: Math.random,
  });
  const stop = new AbortController();
  const running = controller.run(stop.signal);

  for (const step of steps) {
    await world.apply(step);
    if (step.do === 'relist') controller.relist();
    world.throwIfViolated();
  }
  if (!stopAtOnce) {
    await world.heal(() => {
      const expected = expectedCache(world);
      return (
        controller.status.phase === 'watching' &&
        controller.resourceVersion === model.source.resourceVersion &&
        queue.length === 0 &&
        log.waiting === 0 &&
        indexer.size === expected.size &&
        [...expected].every(([key, object]) => indexer.getRecord(key)?.resourceVersion === versionOf(object))
      );
    });
    const changes = log.entries.filter(({ isResync }) => !isResync).length;
    await world.rest();
    world.throwIfViolated();
    checkCache(indexer, new Lister(indexer, 'pods'), world);
    checkEnd(log, indexer, world);
    ensure(controller.hasSynced, () => 'the controller has not synced');
    const more = log.entries.filter(({ isResync }) => !isResync).length - changes;
    ensure(more === 0, () => `the handler was shown ${more} changes while nothing changed`);
  }
  stop.abort();
  await world.passUntil(running, 'run()');
  log.left();
  ensure(clock.pendingTimers === log.waiting, () => `${clock.pendingTimers} timers are left after the stop`);
  ensure(model.source.openWatches === 0, () => `${model.source.openWatches} watches are open after the stop`);
  ensure(model.source.activeLists === 0, () => `${model.source.activeLists} lists are being read after the stop`);
  ensure(getEventListeners(stop.signal, 'abort').length === 0, () => 'the signal has listeners after the stop');
  world.throwIfViolated();
  return { steps: steps.length, faults: model.source.faults, notifications: log.entries.length };
}

function newQueue(kind: QueueKind, knownObjects: Indexer<TestObject>, { shape }: World): Queue<TestObject> {
  const transform = shape.transform === undefined ? {} : { transform: shape.transform };
  if (kind === 'InOrderQueue') return new InOrderQueue<TestObject>(transform);
  return new DeltaFIFO<TestObject>({
    knownObjects,
    emitDeltaTypeReplaced: kind === 'DeltaFIFO with Replaced',
    ...transform,
  });
}
