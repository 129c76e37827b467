import { beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../base/fake-clock.js';
import type { MetricsProvider } from '../base/metrics.js';
import { DelayingQueue } from './delaying-queue.js';
import { WorkQueue } from './work-queue.js';

/** Keeps every value a series was given, and what the series was made with. */
class RecordingMetrics implements MetricsProvider {
  readonly series = new Map<string, { labels: unknown; buckets: unknown; values: number[] }>();

  counter(name: string, _help: string, labels: unknown): { inc(by?: number): void } {
    const values = this.#make(name, labels);
    return { inc: (by = 1) => values.push((values.at(-1) ?? 0) + by) };
  }

  gauge(name: string, _help: string, labels: unknown): { set(value: number): void } {
    const values = this.#make(name, labels);
    return { set: (value) => values.push(value) };
  }

  histogram(name: string, _help: string, labels: unknown, buckets?: unknown): { observe(value: number): void } {
    const values = this.#make(name, labels, buckets);
    return { observe: (value) => values.push(value) };
  }

  values(name: string): number[] {
    return this.series.get(`workqueue_${name}`)?.values ?? [];
  }

  last(name: string): number | undefined {
    return this.values(name).at(-1);
  }

  #make(name: string, labels: unknown, buckets?: unknown): number[] {
    const values: number[] = [];
    this.series.set(name, { labels, buckets, values });
    return values;
  }
}

let clock: FakeClock;
let metrics: RecordingMetrics;
let queue: WorkQueue;

beforeEach(() => {
  clock = new FakeClock();
  metrics = new RecordingMetrics();
  queue = new WorkQueue({ name: 'pods', metrics, clock });
});

describe('metrics of a work queue', () => {
  it('carry the names Kubernetes gives them and the name of the queue', () => {
    new DelayingQueue({ name: 'pods', metrics, clock });
    expect([...metrics.series.keys()].sort()).toEqual([
      'workqueue_adds_total',
      'workqueue_depth',
      'workqueue_longest_running_processor_seconds',
      'workqueue_queue_duration_seconds',
      'workqueue_retries_total',
      'workqueue_unfinished_work_seconds',
      'workqueue_work_duration_seconds',
    ]);
    expect(new Set([...metrics.series.values()].map(({ labels }) => JSON.stringify(labels)))).toEqual(
      new Set(['{"name":"pods"}']),
    );
  });

  it('have ten buckets for a duration, from 10 ns in steps of ten', () => {
    for (const name of ['workqueue_queue_duration_seconds', 'workqueue_work_duration_seconds']) {
      const buckets = metrics.series.get(name)?.buckets as number[];
      expect(buckets).toHaveLength(10);
      buckets.forEach((bucket, index) => {
        expect(bucket).toBeCloseTo(1e-8 * 10 ** index, 12);
      });
    }
  });

  it('are not made for a queue without a name', async () => {
    const own = new RecordingMetrics();
    const nameless = new DelayingQueue({ metrics: own, clock });
    nameless.add('a');
    await nameless.get();
    expect([own.series.size, clock.pendingTimers]).toEqual([0, 0]);
  });

  it('count an add once while the item waits, and once more while it is processed', async () => {
    queue.add('a');
    queue.add('a');
    expect(metrics.last('adds_total')).toBe(1);
    await queue.get();
    queue.add('a');
    queue.add('a');
    expect(metrics.last('adds_total')).toBe(2);
  });

  it('give as depth what waits and what is remembered', async () => {
    queue.add('a');
    queue.add('b');
    await queue.get();
    queue.add('a');
    queue.done('a');
    await queue.get();
    await queue.get();
    expect(metrics.values('depth')).toEqual([1, 2, 1, 2, 1, 0]);
  });

  it('time the wait from the add, also of a remembered item', async () => {
    queue.add('a');
    await clock.advance(50);
    await queue.get();
    await clock.advance(10);
    queue.add('a');
    await clock.advance(20);
    queue.done('a');
    await clock.advance(5);
    await queue.get();
    expect(metrics.values('queue_duration_seconds')).toEqual([0.05, 0.025]);
  });

  it('time the work from get to done', async () => {
    queue.add('a');
    await clock.advance(50);
    await queue.get();
    await clock.advance(25);
    queue.done('a');
    expect(metrics.values('work_duration_seconds')).toEqual([0.025]);
  });

  it('sum up unfinished work and name the longest, every 500 ms', async () => {
    queue.add('a');
    queue.add('b');
    await queue.get();
    await clock.advance(300);
    await queue.get();
    await clock.advance(199);
    expect(metrics.values('unfinished_work_seconds')).toEqual([]);
    await clock.advance(1);
    expect([metrics.last('unfinished_work_seconds'), metrics.last('longest_running_processor_seconds')]).toEqual([
      0.7, 0.5,
    ]);
    await clock.advance(500);
    expect([metrics.last('unfinished_work_seconds'), metrics.last('longest_running_processor_seconds')]).toEqual([
      1.7, 1,
    ]);
  });

  it('have a timer only while something is processed, and go to zero after', async () => {
    queue.add('a');
    expect(clock.pendingTimers).toBe(0);
    await queue.get();
    expect(clock.pendingTimers).toBe(1);
    await clock.advance(500);
    queue.done('a');
    expect(clock.pendingTimers).toBe(0);
    expect([metrics.last('unfinished_work_seconds'), metrics.last('longest_running_processor_seconds')]).toEqual([
      0, 0,
    ]);
  });

  it('have no timer after a shutdown, whatever is still processed', async () => {
    queue.add('a');
    queue.add('b');
    await queue.get();
    queue.shutDown();
    expect(clock.pendingTimers).toBe(0);
    await queue.get();
    await clock.advance(5000);
    expect([clock.pendingTimers, metrics.values('unfinished_work_seconds')]).toEqual([0, []]);
  });

  it('give a depth of zero after the queue was disposed of', async () => {
    queue.add('a');
    await queue[Symbol.asyncDispose]();
    expect(metrics.last('depth')).toBe(0);
  });

  it('count an item that a loop was given as it ended as one that waits, and as no work', async () => {
    const controller = new AbortController();
    const seen: string[] = [];
    const loop = (async () => {
      for await (const item of queue.items({ signal: controller.signal })) seen.push(item);
    })();
    await clock.settle();
    queue.add('a');
    controller.abort();
    await loop;
    expect([seen, queue.length, metrics.last('depth'), metrics.values('work_duration_seconds')]).toEqual([
      [],
      1,
      1,
      [],
    ]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('count each addAfter as a retry, also one without a delay, and none after a shutdown', () => {
    const delaying = new DelayingQueue({ name: 'pods', metrics, clock });
    delaying.addAfter('a', 10);
    delaying.addAfter('a', 0);
    delaying.shutDown();
    delaying.addAfter('a', 10);
    expect(metrics.last('retries_total')).toBe(2);
  });
});

it('a provider that throws loses measurements, and no item and no consumer', async () => {
  const fail = (): never => {
    throw new Error('full');
  };
  const broken: MetricsProvider = {
    counter: () => ({ inc: fail }),
    gauge: () => ({ set: fail }),
    histogram: () => ({ observe: fail }),
  };
  const failing = new DelayingQueue<string>({ name: 'pods', metrics: broken, clock });
  const got = failing.get();
  failing.add('a');
  expect(await got).toBe('a');
  await clock.advance(1_000);
  failing.addAfter('a', 10);
  failing.done('a');
  await clock.advance(10);
  expect([failing.length, await failing.get()]).toEqual([1, 'a']);
  failing.shutDown();
});
