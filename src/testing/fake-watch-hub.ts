import type { Clock } from '../base/clock.js';
import type { KubernetesObject } from '../meta/index.js';
import type { WatchEvent } from '../reflector/index.js';
import type { FaultName } from './fake-faults.js';
import type { Change } from './fake-history.js';
import type { FakeWatch } from './fake-watch.js';

/** Until when events stay on the way; no time means until released. */
interface Delay {
  readonly until: number | undefined;
}

/** The open watches of a source, and the faults that hit them all. */
export class WatchHub<T extends KubernetesObject> {
  readonly #clock: Clock;
  readonly #counts: Record<FaultName, number>;
  /** In the order they were opened. */
  readonly #open = new Set<FakeWatch<T>>();
  #delay: Delay | undefined;
  #loseNext = 0;
  #duplicateNext = 0;
  bookmarksFrozen = false;

  constructor(clock: Clock, counts: Record<FaultName, number>) {
    this.#clock = clock;
    this.#counts = counts;
  }

  get size(): number {
    return this.#open.size;
  }

  /** From now on the watch hears of changes, late while a delay lasts. */
  add(watch: FakeWatch<T>): void {
    this.#open.add(watch);
    this.#holdIfDelayed(watch);
  }

  remove(watch: FakeWatch<T>): void {
    this.#open.delete(watch);
  }

  /** The oldest watches, at most `count`; a copy, so that closing them is safe. */
  oldest(count: number): readonly FakeWatch<T>[] {
    return [...this.#open].slice(0, count);
  }

  loseNext(count: number): void {
    this.#loseNext += count;
  }

  duplicateNext(count: number): void {
    this.#duplicateNext += count;
  }

  /** Keeps events on the way. The returned function lets them go on, unless another delay took over. */
  delay(forMs: number | undefined): () => void {
    const delay: Delay = { until: forMs === undefined ? undefined : this.#clock.now() + forMs };
    this.#delay = delay;
    for (const watch of this.#open) this.#holdIfDelayed(watch);
    return () => {
      if (this.#delay !== delay) return;
      this.#delay = undefined;
      for (const watch of this.#open) watch.release();
    };
  }

  /** Tells every watch that has to hear of it, once, twice or not at all as planned. */
  broadcast(change: Change<T>): void {
    const events = new Map<FakeWatch<T>, WatchEvent<T>>();
    for (const watch of this.#open) {
      const event = watch.eventFor(change);
      if (event !== undefined) events.set(watch, event);
    }
    if (events.size === 0) return;
    if (this.#loseNext > 0) {
      this.#loseNext--;
      this.#counts.lostEvents++;
      return;
    }
    const twice = this.#duplicateNext > 0;
    if (twice) {
      this.#duplicateNext--;
      this.#counts.duplicatedEvents++;
    }
    for (const [watch, event] of events) {
      this.send(watch, event);
      if (twice) this.send(watch, structuredClone(event));
    }
  }

  send(watch: FakeWatch<T>, event: WatchEvent<T>): void {
    if (watch.holding) this.#counts.delayedEvents++;
    watch.send(event);
  }

  #holdIfDelayed(watch: FakeWatch<T>): void {
    if (this.#delay === undefined) return;
    const { until } = this.#delay;
    if (until === undefined) {
      watch.hold();
      return;
    }
    const left = until - this.#clock.now();
    if (left > 0) watch.hold(left);
    else this.#delay = undefined;
  }
}
