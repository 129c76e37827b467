import { describe, expect, it } from 'vitest';
import { deferred } from '../base/deferred.js';
import { StreamReader } from './stream-reader.js';

/** A source that never reacts to anything. */
const hanging: AsyncIterable<number> = {
  [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }),
};

async function* counting(count: number): AsyncGenerator<number, undefined> {
  for (let number = 1; number <= count; number++) yield number;
}

async function readAll<T>(reader: StreamReader<T>): Promise<T[]> {
  const items: T[] = [];
  for (let next = await reader.next(); next !== undefined; next = await reader.next()) items.push(next.value);
  return items;
}

describe('StreamReader', () => {
  it.each([
    ['an async iterable', counting(3)],
    ['an iterable', [1, 2, 3]],
  ])('reads %s to its end', async (_name, source) => {
    expect(await readAll(new StreamReader(source))).toEqual([1, 2, 3]);
  });

  it('tells an undefined item from the end', async () => {
    expect(await readAll(new StreamReader([undefined, undefined]))).toHaveLength(2);
  });

  it('rejects as the source does', async () => {
    const broken = (async function* () {
      yield await Promise.reject<number>(new Error('broken'));
    })();
    await expect(new StreamReader(broken).next()).rejects.toThrow('broken');
  });

  it('rejects when the source throws on the spot', async () => {
    const broken: AsyncIterable<number> = {
      [Symbol.asyncIterator]: () => ({
        next: () => {
          throw new Error('broken');
        },
      }),
    };
    await expect(new StreamReader(broken).next()).rejects.toThrow('broken');
  });

  it('interrupt ends a read of a source that hangs', async () => {
    const reader = new StreamReader(hanging);
    const read = reader.next();
    reader.interrupt();
    expect(await read).toBeUndefined();
  });

  it('interrupt lets nothing more be read', async () => {
    const reader = new StreamReader([1, 2]);
    reader.interrupt();
    expect(await reader.next()).toBeUndefined();
  });

  it('what an interrupted read fails with later is nobody’s', async () => {
    const answer = deferred<IteratorResult<number>>();
    const reader = new StreamReader<number>({ [Symbol.asyncIterator]: () => ({ next: () => answer.promise }) });
    const read = reader.next();
    reader.interrupt();
    answer.reject(new Error('late'));
    expect(await read).toBeUndefined();
  });

  it('what an interrupted read brings later is nobody’s', async () => {
    const answer = deferred<IteratorResult<number>>();
    const reader = new StreamReader<number>({ [Symbol.asyncIterator]: () => ({ next: () => answer.promise }) });
    const items: unknown[] = [];
    reader.read(
      (item) => items.push(item),
      (error) => items.push(error),
    );
    reader.interrupt();
    reader.interrupt();
    answer.resolve({ done: false, value: 1 });
    await new Promise(setImmediate);
    expect(items).toEqual([undefined]);
  });

  it('release tells the source, once its own await has ended', async () => {
    let released = false;
    const source = (async function* () {
      try {
        yield 1;
        yield 2;
      } finally {
        released = true;
      }
    })();
    const reader = new StreamReader(source);
    await reader.next();
    reader.release();
    await new Promise(setImmediate);
    expect(released).toBe(true);
  });

  it.each<[string, () => Promise<IteratorResult<number>>]>([
    [
      'throws',
      () => {
        throw new Error('not now');
      },
    ],
    ['rejects', () => Promise.reject(new Error('not now'))],
  ])('release survives a source that %s then', async (_name, release) => {
    const reader = new StreamReader<number>({
      [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined), return: release }),
    });
    expect(() => reader.release()).not.toThrow();
    await new Promise(setImmediate);
  });

  it('takes undefined for the end, and anything else that is no result for a failure of the source', async () => {
    const reading = (result: unknown): Promise<unknown> =>
      new StreamReader<number>({
        [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve(result as IteratorResult<number>) }),
      }).next();
    const throwing = {
      get done(): boolean {
        throw new Error('no answer');
      },
    };
    expect(await reading(undefined)).toBeUndefined();
    await expect(reading(null)).rejects.toThrow(TypeError);
    await expect(reading(throwing)).rejects.toThrow('no answer');
  });
});
