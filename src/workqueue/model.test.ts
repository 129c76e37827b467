import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../base/fake-clock.js';
import { DelayingQueue } from './delaying-queue.js';

type Step =
  | { kind: 'add'; item: string; priority: number }
  | { kind: 'addAfter'; item: string; priority: number; delayMs: number }
  | { kind: 'get' }
  | { kind: 'abort'; pick: number }
  | { kind: 'done'; item: string }
  | { kind: 'advance'; ms: number }
  | { kind: 'shutDown' };

/** What became of one get: an item, `END`, `ABORTED`, or still `WAITING`. */
type Outcome = string;

/** The queue as plain sets: slow, and easy to believe. */
class Model {
  readonly line: { item: string; priority: number; order: number }[] = [];
  readonly dirty = new Map<string, number>();
  readonly processing = new Set<string>();
  readonly delayed = new Map<string, { at: number; priority: number; order: number }>();
  readonly outcomes: Outcome[] = [];
  now = 0;
  order = 0;
  shuttingDown = false;

  add(item: string, priority: number): void {
    if (this.shuttingDown) return;
    this.dirty.set(item, Math.max(priority, this.dirty.get(item) ?? -Infinity));
    const waiting = this.line.find((entry) => entry.item === item);
    if (waiting !== undefined) waiting.priority = Math.max(waiting.priority, priority);
    else if (!this.processing.has(item)) this.#enqueue(item);
    this.#serve();
  }

  addAfter(item: string, priority: number, delayMs: number): void {
    if (this.shuttingDown) return;
    if (delayMs === 0) {
      this.add(item, priority);
      return;
    }
    const known = this.delayed.get(item);
    const at = Math.min(this.now + delayMs, known?.at ?? Infinity);
    const order = known?.order ?? this.order++;
    this.delayed.set(item, { at, order, priority: Math.max(priority, known?.priority ?? -Infinity) });
  }

  get(): void {
    this.outcomes.push('WAITING');
    this.#serve();
  }

  done(item: string): void {
    if (!this.processing.delete(item)) return;
    if (this.dirty.has(item)) this.#enqueue(item);
    this.#serve();
  }

  advance(ms: number): void {
    this.now += ms;
    const due = [...this.delayed].filter(([, { at }]) => at <= this.now);
    due.sort(([, a], [, b]) => a.at - b.at || a.order - b.order);
    for (const [item, { priority }] of due) {
      this.delayed.delete(item);
      this.add(item, priority);
    }
  }

  shutDown(): void {
    this.shuttingDown = true;
    this.delayed.clear();
    this.#serve();
  }

  #enqueue(item: string): void {
    this.line.push({ item, priority: this.dirty.get(item) ?? 0, order: this.order++ });
  }

  #serve(): void {
    this.line.sort((a, b) => b.priority - a.priority || a.order - b.order);
    for (let index = this.outcomes.indexOf('WAITING'); index >= 0; index = this.outcomes.indexOf('WAITING')) {
      const next = this.line.shift();
      if (next !== undefined) {
        this.dirty.delete(next.item);
        this.processing.add(next.item);
        this.outcomes[index] = next.item;
      } else if (this.shuttingDown && this.dirty.size === 0) {
        this.outcomes[index] = 'END';
      } else {
        return;
      }
    }
  }
}

const item = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const priority = fc.constantFrom(0, 0, 0, 1, -1);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('add' as const), item, priority }) },
  {
    weight: 16,
    arbitrary: fc.record({
      kind: fc.constant('addAfter' as const),
      item,
      priority,
      delayMs: fc.constantFrom(0, 1, 2, 4, 8, 16),
    }),
  },
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('get' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('abort' as const), pick: fc.nat({ max: 9 }) }) },
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('done' as const), item }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('advance' as const), ms: fc.constantFrom(1, 1, 2, 8) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('shutDown' as const) }) },
);

/** Drives the queue and the model side by side. */
class Rig {
  readonly clock = new FakeClock(0);
  readonly queue = new DelayingQueue({ clock: this.clock });
  readonly model = new Model();
  readonly outcomes: Outcome[] = [];
  readonly aborts: AbortController[] = [];

  async apply(step: Step): Promise<void> {
    const { queue, model } = this;
    switch (step.kind) {
      case 'add':
        queue.add(step.item, { priority: step.priority });
        model.add(step.item, step.priority);
        break;
      case 'addAfter':
        queue.addAfter(step.item, step.delayMs, { priority: step.priority });
        model.addAfter(step.item, step.priority, step.delayMs);
        break;
      case 'get':
        this.get();
        model.get();
        break;
      case 'abort':
        this.aborts[step.pick]?.abort();
        if (model.outcomes[step.pick] === 'WAITING') model.outcomes[step.pick] = 'ABORTED';
        break;
      case 'done':
        queue.done(step.item);
        model.done(step.item);
        break;
      case 'advance':
        await this.clock.advance(step.ms);
        model.advance(step.ms);
        break;
      case 'shutDown':
        queue.shutDown();
        model.shutDown();
        break;
    }
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }

  get(): void {
    const index = this.outcomes.push('WAITING') - 1;
    const controller = new AbortController();
    this.aborts.push(controller);
    this.queue.get({ signal: controller.signal }).then(
      (got) => {
        this.outcomes[index] = got ?? 'END';
      },
      () => {
        this.outcomes[index] = 'ABORTED';
      },
    );
  }

  check(): void {
    const { queue, model, clock } = this;
    expect(this.outcomes).toEqual(model.outcomes);
    expect([queue.length, queue.processing, queue.delayed, queue.shuttingDown]).toEqual([
      model.line.length,
      model.processing.size,
      model.delayed.size,
      model.shuttingDown,
    ]);
    expect(clock.pendingTimers).toBe(model.delayed.size > 0 ? 1 : 0);
    for (const { item: waiting } of model.line) expect(model.processing.has(waiting)).toBe(false);
  }
}

describe('a delaying queue and its model', () => {
  it('agree after every step of any history', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
        const rig = new Rig();
        for (const each of steps) {
          await rig.apply(each);
          rig.check();
        }
      }),
      { numRuns: 300 },
    );
  });

  it('agree that a drain ends exactly when nothing waits and nothing is processed', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
        const rig = new Rig();
        for (const each of steps) if (each.kind !== 'shutDown') await rig.apply(each);
        let drained: boolean | undefined;
        const drain = rig.queue.shutDownWithDrain().then((result) => {
          drained = result;
        });
        rig.model.shutDown();
        for (let round = 0; rig.model.dirty.size + rig.model.processing.size > 0; round++) {
          expect(round).toBeLessThan(100);
          expect(drained).toBeUndefined();
          const [held] = rig.model.processing;
          await rig.apply(held === undefined ? { kind: 'get' } : { kind: 'done', item: held });
          rig.check();
        }
        await drain;
        expect(drained).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});
