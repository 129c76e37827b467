import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { onAbort } from './abort.js';
import { Leavable } from './leavable.js';

/** Yields 1 and then waits until its signal aborts. */
function waiting(parent?: AbortSignal) {
  const ended: string[] = [];
  const generator = new Leavable(parent, async function* (signal) {
    try {
      yield 1;
      await new Promise((_resolve, reject) => {
        onAbort(signal, () => {
          reject(signal.reason as Error);
        });
      });
    } finally {
      ended.push(signal.aborted ? 'aborted' : 'returned');
    }
  });
  return { generator, ended };
}

describe('a generator that can be left', () => {
  it('gives what the inner one gives, to its end', async () => {
    const generator = new Leavable(undefined, async function* () {
      yield 1;
      yield 2;
    });
    const seen: number[] = [];
    for await (const value of generator) seen.push(value);
    expect(seen).toEqual([1, 2]);
  });

  it('ends at once when it is left while it waits, and so does the next() that is pending', async () => {
    const { generator, ended } = waiting();
    await generator.next();
    const pending = generator.next();
    expect(await generator.return()).toEqual({ done: true, value: undefined });
    expect([await pending, await generator.next(), ended]).toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined },
      ['aborted'],
    ]);
  });

  it('is left between two values as any generator is', async () => {
    const { generator, ended } = waiting();
    for await (const value of generator) if (value === 1) break;
    expect(ended).toEqual(['returned']);
  });

  it('throws what its signal aborts with, and what the inner one throws', async () => {
    const controller = new AbortController();
    const { generator } = waiting(controller.signal);
    await generator.next();
    const pending = generator.next();
    controller.abort(new Error('enough'));
    await expect(pending).rejects.toThrow('enough');
  });

  it('begins at the first next(), and never when it was left before', async () => {
    const controller = new AbortController();
    let begun = 0;
    const generator = new Leavable(controller.signal, async function* () {
      begun++;
      yield 1;
    });
    expect([begun, getEventListeners(controller.signal, 'abort').length]).toEqual([0, 0]);
    await generator.return();
    expect([await generator.next(), begun]).toEqual([{ done: true, value: undefined }, 0]);
  });

  it.each<[string, (generator: Leavable<number>, controller: AbortController) => Promise<unknown>]>([
    ['it was left', (generator) => generator.return()],
    ['it was disposed of', (generator) => generator[Symbol.asyncDispose]()],
    ['it was thrown into', (generator) => generator.throw(new Error('no')).catch(() => undefined)],
    [
      'it has thrown',
      async (generator, controller) => {
        const pending = generator.next();
        controller.abort();
        await pending.catch(() => undefined);
      },
    ],
  ])('leaves no listener on the signal when %s', async (_name, end) => {
    const controller = new AbortController();
    const { generator } = waiting(controller.signal);
    await generator.next();
    await end(generator, controller);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });
});
