import { getEventListeners } from 'node:events';
import { RelistBudget, SharedInformer, compareResourceVersions } from 'kube-informer';
import type { HandlerOptions, HandlerRegistration } from 'kube-informer';
import type { TestObject } from 'kube-informer/testing';
import { LATE_INDEXER, checkCache, expectedCache, indexersFor } from './cache-check.js';
import type { HandlerPlan } from './handler-plan.js';
import { HandlerLog, versionOf } from './handler-log.js';
import type { History, Step } from './history.js';
import { checkComplete, checkEnd } from './log-check.js';
import { withSeededGlobals } from './seeded-globals.js';
import { ensure } from './violation.js';
import { World } from './world.js';
import type { RunReport } from './world.js';

interface Member {
  readonly log: HandlerLog;
  /** Undefined for a reader of `notifications()`. */
  readonly registration: HandlerRegistration | undefined;
}

/** Runs a history against a `SharedInformer` and throws the first promise it breaks. */
export function runHistory(history: History): Promise<RunReport> {
  return withSeededGlobals(history.seed, () => new InformerRun(history).run());
}

class InformerRun {
  readonly #history: History;
  readonly #world: World;
  readonly #informer: SharedInformer<TestObject>;
  readonly #stopSignal = new AbortController();
  readonly #members: Member[] = [];
  /** What goes on beside the steps; all of it has to end by itself. */
  readonly #background: Promise<void>[] = [];
  #hasLateIndex = false;
  #isStopping = false;

  constructor(history: History) {
    const { setup } = history;
    const world = new World(history);
    this.#history = history;
    this.#world = world;
    this.#informer = new SharedInformer<TestObject>(world.model.client, {
      clock: world.clock,
      random: Math.random,
      relistBudget: new RelistBudget(),
      objectType: { apiVersion: 'v1', kind: 'Pod' },
      indexers: indexersFor(world.shape.projection),
      watchList: setup.askForWatchList,
      ...(setup.pageSize === undefined ? {} : { pageSize: setup.pageSize }),
      projection: world.shape.projection,
      ...(world.shape.transform === undefined ? {} : { transform: world.shape.transform }),
      resyncPeriod: setup.resyncPeriod,
      watchErrorHandler: world.onError,
      onError: world.onError,
    });
  }

  async run(): Promise<RunReport> {
    const { setup, steps, stopAtOnce } = this.#history;
    const world = this.#world;
    for (const plan of setup.handlers) this.#join(plan);
    this.#informer.start({ signal: this.#stopSignal.signal });
    this.#inBackground(this.#informer.waitForSync(), ['ERR_NOT_SYNCED']);
    for (const step of steps) {
      await world.apply(step);
      this.#act(step);
      world.throwIfViolated();
    }
    if (!stopAtOnce) {
      await world.heal(() => this.#isSettled());
      world.throwIfViolated();
      await this.#checkQuiescence();
    }
    await this.#stop();
    world.throwIfViolated();
    return {
      steps: steps.length,
      faults: world.model.source.faults,
      notifications: this.#members.reduce((sum, { log }) => sum + log.entries.length, 0),
    };
  }

  #act(step: Step): void {
    switch (step.do) {
      case 'join':
        this.#join(step.plan);
        break;
      case 'read':
        this.#inBackground(this.#read(step.plan), []);
        break;
      case 'leave':
        this.#leave(step.handler, step.drain);
        break;
      case 'index':
        if (this.#hasLateIndex) break;
        this.#hasLateIndex = true;
        this.#inBackground(this.#informer.addIndexers(LATE_INDEXER), []);
        break;
      case 'relist':
        this.#informer.relist();
        break;
      case 'wait':
        this.#inBackground(this.#waitForNow(step.timeoutMs), ['ERR_NOT_SYNCED', 'ERR_TIMEOUT', 'ERR_CLOSED']);
        break;
      default:
    }
  }

  #join(plan: HandlerPlan): void {
    const log = this.#newLog(plan);
    const registration = this.#informer.addEventHandler(log.handler, { name: log.name, ...handlerOptions(plan) });
    this.#members.push({ log, registration });
    const synced = registration.synced.then(
      () => {
        log.synced();
      },
      (error: unknown) => {
        ensure(log.isLeaving, () => `handler ${log.name} gave up syncing although nobody removed it`);
        throw error;
      },
    );
    this.#inBackground(synced, ['ERR_CLOSED']);
  }

  #newLog(plan: HandlerPlan): HandlerLog {
    const cached = [...this.#informer.indexer.values()];
    return new HandlerLog(`h${this.#members.length}`, plan, cached, this.#world);
  }

  async #read(plan: HandlerPlan): Promise<void> {
    const log = this.#newLog(plan);
    this.#members.push({ log, registration: undefined });
    const { clock } = this.#world;
    for await (const notification of this.#informer.notifications(handlerOptions(plan))) {
      if (log.isLeaving) break;
      log.record(notification);
      if (plan.manner !== 'slow') continue;
      log.waiting++;
      await new Promise<void>((resolve) => clock.setTimeout(resolve, plan.delayMs));
      log.waiting--;
    }
    ensure(log.isLeaving || this.#isStopping, () => `the reader ${log.name} ended although nobody stopped it`);
    log.left();
  }

  #leave(index: number, drain: boolean): void {
    const member = this.#members[index % this.#members.length];
    if (member === undefined || member.log.isLeaving) return;
    const { log, registration } = member;
    if (registration === undefined) {
      // It leaves the loop at the next notification.
      log.leaving({ drain: true });
      return;
    }
    const removed = registration.remove({ drain });
    log.leaving({ drain });
    this.#inBackground(
      removed.then(() => {
        log.left();
      }),
      [],
    );
  }

  async #waitForNow(timeoutMs: number): Promise<void> {
    const { model, shape, errors } = this.#world;
    const asked = model.source.resourceVersion;
    const restores = model.restores;
    const changes = [...model.changes];
    await this.#informer.waitForResourceVersion(asked, { timeoutMs });
    const { indexer } = this.#informer;
    const atLeast = (version: string, least: string): boolean => (compareResourceVersions(version, least) ?? 0) >= 0;
    if (model.restores > restores || restores > 0) return;
    ensure(
      atLeast(indexer.resourceVersion, asked),
      () => `waited for ${asked}, and the cache is at ${indexer.resourceVersion}`,
    );
    // What the source lost on the way is not shown, whatever version the cache has reached.
    if (model.eventsToLose > 0) return;
    const last = new Map(changes.map((change) => [change.key, change]));
    for (const { key, type, version } of last.values()) {
      const shown = indexer.get(key);
      ensure(
        shown === undefined
          ? type === 'delete' || this.#changedSince(key, version)
          : atLeast(versionOf(shown), version),
        () =>
          `waited for ${asked}, and ${key} is shown at ${shown === undefined ? 'no version' : versionOf(shown)}, ` +
          `not at ${version} (${type}); broken: ${[...shape.broken].join()}; errors: ${errors.seen.slice(-2).join(' | ')}`,
      );
    }
  }

  #changedSince(key: string, version: string): boolean {
    const { changes } = this.#world.model;
    return changes.some((change) => change.key === key && (compareResourceVersions(change.version, version) ?? 0) > 0);
  }

  /** Watches over something that may reject only with these codes. */
  #inBackground(promise: Promise<unknown>, codes: readonly string[]): void {
    this.#background.push(
      promise.then(
        () => undefined,
        (error: unknown) => {
          const code = String((error as { code?: unknown }).code);
          if (!codes.includes(code)) this.#world.onViolation(error as Error);
        },
      ),
    );
  }

  #isSettled(): boolean {
    const { indexer, status } = this.#informer;
    const expected = expectedCache(this.#world);
    return (
      status.phase === 'watching' &&
      status.resourceVersion === this.#world.model.source.resourceVersion &&
      status.queueDepth === 0 &&
      status.stale.length === 0 &&
      status.handlers.every(({ backlog, running }) => backlog === 0 && running === undefined) &&
      indexer.size === expected.size &&
      [...expected].every(([key, object]) => indexer.getRecord(key)?.resourceVersion === versionOf(object))
    );
  }

  async #checkQuiescence(): Promise<void> {
    const world = this.#world;
    const { indexer, lister } = this.#informer;
    checkCache(indexer, lister, world);
    const changesBefore = this.#members.map(({ log }) => changesIn(log));
    this.#inBackground(this.#waitForNow(1_000), []);
    await world.rest();
    world.throwIfViolated();
    checkCache(indexer, lister, world);
    await world.clock.advance(0);
    for (const [index, { log }] of this.#members.entries()) {
      // One that is being drained is still shown what had waited for it.
      if (log.isLeaving) continue;
      const made = changesIn(log) - (changesBefore[index] ?? 0);
      ensure(made === 0, () => `handler ${log.name} was shown ${made} changes while nothing changed`);
    }
    this.#checkStatus();
    for (const { log, registration } of this.#members) {
      if (log.isLeaving) continue;
      checkEnd(log, indexer, world);
      if (registration === undefined) continue;
      ensure(log.hasSynced && registration.hasSynced, () => `handler ${log.name} never synced`);
      if (registration.status.merged === 0 && this.#sourceKeptTheRules()) checkComplete(log, world);
    }
  }

  #sourceKeptTheRules(): boolean {
    const { model } = this.#world;
    return (
      model.eventsToLose === 0 &&
      model.restores === 0 &&
      !this.#history.steps.some(({ do: what }) => what === 'breakTransform')
    );
  }

  #checkStatus(): void {
    const { status, indexer } = this.#informer;
    const { source } = this.#world.model;
    const present = this.#members.filter(({ log, registration }) => registration !== undefined && !log.isLeaving);
    ensure(status.synced && this.#informer.hasSynced, () => 'the informer has not synced');
    ensure(status.objects === indexer.size, () => `status.objects is ${status.objects}`);
    // A watch counts as a success when it brought something or lasted a second, not when it was accepted.
    const justOpened = this.#world.clock.now() - status.since < 1_000;
    ensure(status.failures === 0 || justOpened, () => `status.failures is ${status.failures} while all is well`);
    ensure(status.retryAt === undefined, () => 'status.retryAt is set while nothing is retried');
    ensure(
      status.resourceVersion === source.resourceVersion,
      () => `status.resourceVersion is ${status.resourceVersion}, the source is at ${source.resourceVersion}`,
    );
    ensure(status.lagMs === 0, () => `status.lagMs is ${status.lagMs}`);
    const named = new Set(status.handlers.map(({ name }) => name));
    for (const { log } of present) ensure(named.has(log.name), () => `status.handlers lacks ${log.name}`);
    for (const { log, registration } of this.#members) {
      if (registration !== undefined && log.isLeaving)
        ensure(!named.has(log.name), () => `status.handlers still has ${log.name}`);
    }
  }

  async #stop(): Promise<void> {
    const { clock, model } = this.#world;
    this.#isStopping = true;
    const stopped = this.#informer.stop();
    // Until the promise says so, a call may still begin.
    for (const { log } of this.#members) log.leaving({ drain: true });
    await this.#world.passUntil(stopped, 'stop()');
    for (const { log } of this.#members) log.left();
    await this.#world.passUntil(Promise.all(this.#background), 'something that was begun before the stop');
    const own = this.#members.reduce((sum, { log }) => sum + log.waiting, 0);
    ensure(clock.pendingTimers === own, () => `${clock.pendingTimers - own} timers are left after the stop`);
    ensure(model.source.openWatches === 0, () => `${model.source.openWatches} watches are open after the stop`);
    ensure(model.source.activeLists === 0, () => `${model.source.activeLists} lists are being read after the stop`);
    const { signal } = this.#stopSignal;
    ensure(getEventListeners(signal, 'abort').length === 0, () => 'the signal has listeners after the stop');
    ensure(
      this.#informer.status.phase === 'stopped',
      () => `status.phase is ${this.#informer.status.phase} after the stop`,
    );
    // Nobody is called any more, however long one waits.
    await this.#world.rest();
  }
}

function handlerOptions({ manner, highWaterMark, overflow, resyncPeriod }: HandlerPlan): HandlerOptions {
  // A slow handler that is shown everything again and again would never come to rest.
  const period = manner === 'slow' ? 0 : resyncPeriod;
  return {
    overflow,
    ...(highWaterMark === undefined ? {} : { highWaterMark }),
    ...(period === undefined ? {} : { resyncPeriod: period }),
  };
}

function changesIn(log: HandlerLog): number {
  return log.entries.filter(({ isResync }) => !isResync).length;
}
