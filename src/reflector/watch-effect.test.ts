import { describe, expect, it } from 'vitest';
import type { Clock, Timer } from '../base/clock.js';
import { makeObject } from '../testing/index.js';
import type { TestObject } from '../testing/index.js';
import type { WatchEvent } from './contract.js';
import { OpenWatch } from './open-watch.js';
import { resolveSettings } from './options.js';
import type { ReflectorOptions } from './options.js';
import { Progress } from './progress.js';
import { initialState } from './state.js';
import { followWatch } from './watch-effect.js';

/** Time passes where the test says so, in the middle of a slice too; timers that are due fire between the slices. */
class WorkClock implements Clock {
  ms = 1_000_000;
  readonly #timers = new Set<{ readonly at: number; readonly callback: () => void }>();

  now(): number {
    return this.ms;
  }

  setTimeout(callback: () => void, delayMs: number): Timer {
    const timer = { at: this.ms + delayMs, callback };
    this.#timers.add(timer);
    return { cancel: () => this.#timers.delete(timer) };
  }

  fire(): void {
    for (const timer of this.#timers) {
      if (timer.at <= this.ms && this.#timers.delete(timer)) timer.callback();
    }
  }
}

const bookmark = { type: 'BOOKMARK', object: { metadata: { resourceVersion: '9' } } };

describe('followWatch', () => {
  it('takes no watch for silent while it works on what came, however long that takes', async () => {
    const clock = new WorkClock();
    const events = Array.from({ length: 400 }, (_, i) => ({ type: 'ADDED', object: makeObject({ name: `pod-${i}` }) }));
    const isDone = { value: false };
    async function* stream(): AsyncGenerator<WatchEvent<TestObject> | WatchEvent<TestObject>[]> {
      yield bookmark;
      clock.ms += 10_000;
      yield bookmark;
      yield events;
      isDone.value = true;
    }
    let added = 0;
    const options = {
      clock,
      listerWatcher: { list: () => [], watch: () => Promise.resolve(stream()) },
      sink: {
        // Half a second of the clock, and long enough that 400 of it are several slices.
        add: () => {
          added++;
          clock.ms += 500;
          for (const end = performance.now() + 0.05; performance.now() < end;);
        },
        update: () => undefined,
        delete: () => undefined,
        replace: () => undefined,
      },
    } satisfies ReflectorOptions<TestObject>;
    const settings = resolveSettings<TestObject>(options);
    const { signal } = new AbortController();
    const open = await OpenWatch.open<TestObject>(options.listerWatcher, { timeoutSeconds: 3_600 }, signal, settings);
    let turns = 0;
    const turn = (): void => {
      turns++;
      clock.fire();
      if (!isDone.value) setImmediate(turn);
    };
    setImmediate(turn);
    const context = {
      source: options.listerWatcher,
      sink: options.sink,
      expected: undefined,
      settings,
      progress: new Progress(clock, undefined),
    };
    const event = await followWatch(context, initialState, { open, wishes: { relist: undefined } });
    expect([added, event.type, open.isSilent]).toEqual([400, 'watch-ended', false]);
    expect(turns).toBeGreaterThan(3);
  });
});
