import { FakeClock } from 'kube-informer/testing';
import type { FaultCounts } from 'kube-informer/testing';
import { ErrorBook } from './errors.js';
import type { LogContext } from './handler-log.js';
import type { History, Step } from './history.js';
import { Shape } from './shape.js';
import { SourceModel } from './source-model.js';
import { ensure } from './violation.js';

/** What a run tells afterwards, for the soak's table. */
export interface RunReport {
  readonly steps: number;
  readonly faults: FaultCounts;
  readonly notifications: number;
}

// No watch lasts longer than ten minutes and its grace.
const LONGEST_WATCH_MS = 11 * 60_000;

// Longer than the longest backoff, so that a loop over this makes progress each time.
const TICK_MS = 15_000;

// Faults that are still planned delay the end by a minute each at most, and there are not more than 70.
const PATIENCE_TICKS = 300;

/** Everything of a run but the client: time, the source with its model, and what may be reported. */
export class World implements LogContext {
  readonly clock = new FakeClock();
  readonly errors = new ErrorBook();
  readonly model: SourceModel;
  readonly shape: Shape;
  readonly blursFirstList: boolean;
  #violation: Error | undefined;
  #release: (() => void) | undefined;

  constructor({ setup }: History, { blursFirstList = false } = {}) {
    this.blursFirstList = blursFirstList;
    this.model = new SourceModel(setup, this.clock);
    this.shape = new Shape(setup);
    if (setup.historyLimit < 1_000) this.errors.cause('expiry');
    if (setup.watchList === 'unsupported-422') this.errors.cause('no-watch-list');
    if (setup.watchList === 'never-ends') this.errors.cause('no-end-mark');
  }

  readonly onViolation = (violation: Error): void => {
    this.#violation ??= violation;
  };

  /** For `onError` options: what the history does not explain is a violation. */
  readonly onError = (error: unknown): void => {
    try {
      this.errors.check(error);
    } catch (violation) {
      this.onViolation(violation as Error);
    }
  };

  /** Throws the first violation that was found in a callback. */
  throwIfViolated(): void {
    if (this.#violation !== undefined) throw this.#violation;
  }

  /** Does what a step asks of the source or of time. Steps for the client do nothing here. */
  async apply(step: Step): Promise<void> {
    const { model, errors } = this;
    const { source } = model;
    switch (step.do) {
      case 'put':
      case 'delete':
      case 'recreate':
      case 'relabel':
      case 'reschedule':
        model[step.do](step.key);
        break;
      case 'bump':
        source.bump(step.by);
        break;
      case 'turns':
        for (let turn = 0; turn < step.turns; turn++) await new Promise((resolve) => setImmediate(resolve));
        break;
      case 'advance':
        await this.clock.advance(step.ms);
        break;
      case 'bookmarks':
        errors.cause('irregular-bookmarks');
        source.sendBookmarks();
        break;
      case 'lose':
        model.eventsToLose++;
        source.loseNextEvents();
        break;
      case 'duplicate':
        source.duplicateNextEvents(step.count);
        break;
      case 'delay':
        errors.cause('delay');
        this.#release = source.delayEvents(step.forMs === undefined ? {} : { forMs: step.forMs });
        break;
      case 'release':
        this.#release?.();
        break;
      case 'reset':
        errors.cause('reset');
        source.resetWatches();
        break;
      case 'close':
        errors.cause('close');
        source.closeWatches();
        break;
      case 'halfOpen':
        errors.cause('half-open');
        source.halfOpenWatches();
        break;
      case 'freeze':
        errors.cause('irregular-bookmarks');
        source.freezeBookmarks();
        break;
      case 'thaw':
        source.thawBookmarks();
        break;
      case 'expire':
        errors.cause('expiry');
        source.expire({ endWatches: step.endWatches });
        break;
      case 'throttle':
        errors.cause('throttle');
        source.throttle(step.times, { retryAfterSeconds: step.retryAfterSeconds });
        break;
      case 'fail':
        source.failNext(step.verb, errors.inject(step.kind), step.times);
        break;
      case 'failPage':
        source.failPage(step.page, errors.inject(step.kind));
        break;
      case 'hang':
        errors.cause('hang');
        source.hangNext(step.verb);
        break;
      case 'garbageEvent':
        errors.cause('garbage');
        source.sendGarbage(step.garbage);
        break;
      case 'garbageList':
        errors.cause('garbage');
        source.garbleNextList(step.garbage);
        break;
      case 'snapshot':
        model.takeSnapshot();
        break;
      case 'restore':
        errors.cause('restore');
        model.restore(step.keepWatches);
        break;
      case 'breakTransform':
        errors.cause('transform');
        this.shape.broken.add(model.keyAt(step.key));
        break;
      case 'mendTransform':
        this.shape.broken.delete(model.keyAt(step.key));
        break;
      case 'join':
      case 'read':
      case 'leave':
      case 'index':
      case 'relist':
      case 'wait':
        break;
    }
  }

  /**
   * Ends every fault that does not end by itself, then waits until `isSettled`. A lost event is lost:
   * no client can know of it until it reads everything again, so the last fault is an expiry.
   */
  async heal(isSettled: () => boolean): Promise<void> {
    const { source } = this.model;
    this.shape.broken.clear();
    // One that no request has met could wait for the probe after a watch that ended in its time.
    source.clearFaults();
    source.thawBookmarks();
    this.#release?.();
    await this.#loseWhatIsToBeLost();
    this.errors.cause('expiry');
    this.model.expireEverything();
    // A half-open watch is not told of the expiry: its client finds out when it lasts too long.
    await this.#until('the informer does not come to rest', isSettled);
    // The list has put right what events did wrong: let events have the last word.
    const { model } = this;
    model.recreate(0);
    model.put(1);
    model.delete(2);
    model.relabel(3);
    model.reschedule(4);
    // What a selector does not match makes no event: a bookmark says how far the source is.
    this.errors.cause('irregular-bookmarks');
    source.sendBookmarks();
    await this.#until('the informer does not come to rest after events', isSettled);
  }

  /** Time in which nothing happens at the source. */
  async rest(): Promise<void> {
    await this.clock.advance(LONGEST_WATCH_MS);
  }

  /** Lets time pass until a promise settles. */
  async passUntil(promise: Promise<unknown>, what: string): Promise<void> {
    const state = { settled: false };
    const settled = promise.then(() => (state.settled = true));
    await this.clock.settle();
    await this.#until(`${what} does not end`, () => state.settled, 200);
    await settled;
  }

  async #loseWhatIsToBeLost(): Promise<void> {
    const { model } = this;
    await this.#until('events that are to be lost find no watch', () => {
      if (model.source.faults.lostEvents >= model.eventsToLose) return true;
      model.relabel(0);
      return false;
    });
  }

  async #until(what: string, holds: () => boolean, step = TICK_MS): Promise<void> {
    for (let tick = 0; !holds(); tick++) {
      this.throwIfViolated();
      ensure(tick < PATIENCE_TICKS, () => `${what}; the last errors were: ${this.errors.seen.slice(-3).join(' | ')}`);
      await this.clock.advance(step);
    }
  }
}
