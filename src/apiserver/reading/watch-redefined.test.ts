import { beforeEach, describe, expect, it } from 'vitest';
import type { ApiObject } from '../contract.js';
import { DEFINITIONS } from '../crd/definition.js';
import { Bench, resourceOf } from './test-bench.js';

const NAME = 'widgets.example.com';
const crd = (uid: string): ApiObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: NAME, uid },
  spec: { group: 'example.com' },
});

let bench: Bench;
const define = (uid: string): void => {
  const definition = bench.storage.put(DEFINITIONS, NAME, crd(uid)).object;
  bench.resource = resourceOf({ resource: 'widgets', group: 'example.com', custom: true, definition });
};
const undefine = (): void => {
  bench.storage.remove(DEFINITIONS, NAME);
};
beforeEach(() => {
  bench = new Bench();
  define('first');
});

describe('a watch of a resource whose definition goes', () => {
  it('ends, after the deletions of its objects', async () => {
    const watch = await bench.watch();
    const made = bench.put('a', 'x');
    const deleted = bench.remove('a/x');
    undefine();
    expect(watch.texts).toEqual([`ADDED a/x@${String(made)}`, `DELETED a/x@${String(deleted)}`]);
    expect(watch.ended).toBe(true);
  });

  it('shows nothing of a definition that is made again', async () => {
    const watch = await bench.watch();
    undefine();
    define('second');
    bench.put('a', 'x');
    expect(watch.texts).toEqual([]);
  });

  it('that could not send yet ends after what came before', async () => {
    const watch = await bench.watch();
    watch.buffered = 10_000_000;
    const [first, second] = [bench.put('a', 'x'), bench.put('a', 'y')];
    undefine();
    define('second');
    bench.put('a', 'z');
    watch.buffered = 0;
    await bench.clock.advance(100);
    expect(watch.texts).toEqual([`ADDED a/x@${String(first)}`, `ADDED a/y@${String(second)}`]);
    expect(watch.ended).toBe(true);
  });

  it('that is still sending its initial state ends after that', async () => {
    for (let index = 0; index < 2_000; index++) bench.put('a', String(index));
    const watch = await bench.watch();
    undefine();
    define('second');
    bench.put('a', 'new');
    expect(watch.ended).toBe(false);
    await bench.clock.settle();
    expect(watch.events).toHaveLength(2_000);
    expect(watch.ended).toBe(true);
  });

  it('that has not begun ends when it begins', async () => {
    const before = bench.resource;
    undefine();
    define('second');
    bench.put('a', 'x');
    bench.resource = before;
    const watch = await bench.watch();
    expect([watch.texts, watch.ended]).toEqual([[], true]);
  });

  it('that was stopped does nothing', async () => {
    const watch = await bench.watch();
    watch.stop();
    undefine();
    expect(watch.ended).toBe(false);
  });
});
