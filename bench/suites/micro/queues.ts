import { DelayingQueue, WorkQueue } from 'kube-informer/workqueue';
import { batched, compare, repeated } from './measure.js';
import type { Comparison } from './measure.js';

// As many as wait when a controller starts that owns a thousand objects.
const KEYS = Array.from({ length: 1_000 }, (_, number) => `team-${number % 100}/web-${number}`);

// Far beyond the bench: nothing comes due in it.
const LATER_MS = 3_600_000;

/** What it takes to pass keys through a work queue, beside a set and an array, which know neither `done` nor waiting. */
export async function compareQueues(): Promise<Comparison[]> {
  const queue = new WorkQueue();
  const [waiting, line] = [new Set<string>(), [] as string[]];
  const add = (key: string): void => {
    if (waiting.has(key)) return;
    waiting.add(key);
    line.push(key);
  };
  const passed = await compare('work queue: a key added, got and done, 1,000 waiting', [
    batched('kube-informer', KEYS.length, async () => {
      for (const key of KEYS) queue.add(key);
      for (let left = KEYS.length; left > 0; left--) queue.done((await queue.get()) ?? '');
    }),
    batched('Set and array', KEYS.length, () => {
      for (const key of KEYS) add(key);
      for (let left = KEYS.length; left > 0; left--) waiting.delete(line.shift() ?? '');
    }),
  ]);

  for (const key of KEYS) {
    queue.add(key);
    add(key);
  }
  const keyOf = (number: number): string => KEYS[number % KEYS.length] ?? '';
  const repeatedly = await compare('work queue: a key added that waits already', [
    repeated('kube-informer', (number) => {
      queue.add(keyOf(number));
    }),
    repeated('Set and array', (number) => {
      add(keyOf(number));
    }),
  ]);
  queue.shutDown();

  const later = await compare('work queue: a key added for later, and dropped', [
    batched('kube-informer', KEYS.length, () => {
      const delaying = new DelayingQueue();
      for (const key of KEYS) delaying.addAfter(key, LATER_MS);
      delaying.shutDown();
    }),
    batched('a timer for each, and Map', KEYS.length, () => {
      const timers = new Map<string, NodeJS.Timeout>();
      for (const key of KEYS) if (!timers.has(key)) timers.set(key, setTimeout(add, LATER_MS, key));
      for (const timer of timers.values()) clearTimeout(timer);
    }),
  ]);
  return [passed, repeatedly, later];
}
