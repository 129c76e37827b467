import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deferred } from '../base/deferred.js';
import { SLICE_BYTES } from './limits.js';
import { failureOf, gather } from './test-support.js';
import { WatchBatches } from './watch-batches.js';
import type { WatchDecoder, WatchOptions } from './watch-batches.js';
import type { WireEvent } from './watch-event.js';

/** Each character is an event of that type; `!` is one that cannot be read, `-` begins one that does not end. */
class LetterDecoder implements WatchDecoder<never> {
  readonly size: number;
  #rest = '';

  constructor(size: number) {
    this.size = size;
  }

  push(chunk: Uint8Array): void {
    this.#rest += Buffer.from(chunk).toString();
  }

  next(): WireEvent<never> | undefined {
    const type = this.#rest[0];
    if (type === undefined || type === '-') return undefined;
    this.#rest = this.#rest.slice(1);
    if (type === '!') throw new Error('unreadable');
    return { type, object: null };
  }

  end(): WireEvent<never> | undefined {
    if (this.#rest === '--') throw new Error('cut off');
    return this.#rest === '-' ? { type: 'last', object: null } : undefined;
  }
}

const decode = (
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: WatchOptions<never> & { readonly size?: number } = {},
): WatchBatches<never> => new WatchBatches(source, new LetterDecoder(options.size ?? 1), options);

const chunks = (...texts: string[]): Buffer[] => texts.map((text) => Buffer.from(text));
const typesOf = (events: readonly WireEvent[] | undefined): string => (events ?? []).map(({ type }) => type).join('');

/** What comes out until the end or the failure, as text. */
async function read(batches: WatchBatches<never>): Promise<string[]> {
  const found: string[] = [];
  try {
    for await (const events of batches) found.push(typesOf(events));
  } catch (error) {
    found.push((error as Error).message);
  }
  return found;
}

/** A source whose chunks the test sends one by one, and that counts how often it is closed. */
function sourceByHand() {
  const waiting: ((result: IteratorResult<Uint8Array>) => void)[] = [];
  const source = {
    closed: 0,
    send: (text: string) => waiting.shift()?.({ done: false, value: Buffer.from(text) }),
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise<IteratorResult<Uint8Array>>((resolve) => waiting.push(resolve)),
      return: () => {
        source.closed++;
        for (const resolve of waiting.splice(0)) resolve({ done: true, value: undefined });
        return Promise.resolve({ done: true as const, value: undefined });
      },
    }),
  };
  return source;
}

describe('WatchBatches', () => {
  it('gives every event once and in order, then what it fails with, however chunks and slices are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('', 'a', 'b', 'cd', 'efg', '!'), { maxLength: 8 }),
        fc.constantFrom(1, SLICE_BYTES / 2, SLICE_BYTES),
        async (texts, size) => {
          const [readable, ...rest] = texts.join('').split('!');
          const found = await read(decode(chunks(...texts), { size }));
          const failure = rest.length > 0 ? found.pop() : undefined;
          expect([found.join(''), failure]).toEqual([readable, rest.length > 0 ? 'unreadable' : undefined]);
          expect(found.every((events) => events !== '' && events.length * size <= SLICE_BYTES)).toBe(true);
        },
      ),
    );
  });

  it('gives events that came together, together, up to a slice', async () => {
    expect(await read(decode(chunks('abc', '', 'd')))).toEqual(['abc', 'd']);
    expect(await read(decode(chunks('abc'), { size: SLICE_BYTES / 2 }))).toEqual(['ab', 'c']);
  });

  it('gives the events before one that it fails on, then closes the source', async () => {
    let closed = false;
    const source = (async function* () {
      try {
        yield* chunks('ab!c', 'd');
      } finally {
        closed = true;
      }
    })();
    expect(await read(decode(source))).toEqual(['ab', 'unreadable']);
    expect(closed).toBe(true);
  });

  it('gives what came before its source failed', async () => {
    const source = (async function* () {
      yield* chunks('a');
      throw await Promise.resolve(new Error('torn'));
    })();
    expect(await read(decode(source))).toEqual(['a', 'torn']);
  });

  it('gives what is an event only because the bytes have ended, and fails where it is none', async () => {
    expect(await read(decode(chunks('a-')))).toEqual(['a', 'last']);
    expect(await read(decode(chunks('a--')))).toEqual(['a', 'cut off']);
  });

  it('is over after its end, after a failure and after it was left', async () => {
    const over = { done: true, value: undefined };
    const ended = decode(chunks('a'));
    await gather(ended);
    const failed = decode(chunks('!'));
    await failureOf(gather(failed));
    const left = decode(chunks('ab'), { size: SLICE_BYTES });
    await left.next();
    await left.return();
    expect(await Promise.all([ended, failed, left].map((batches) => batches.next()))).toEqual([over, over, over]);
  });

  it('closes its source once when it is left, even while it waits, which then ends', async () => {
    const source = sourceByHand();
    const batches = decode(source);
    const pending = batches.next();
    await batches.return();
    await batches.return();
    expect([source.closed, await pending]).toEqual([1, { done: true, value: undefined }]);
  });

  it('serves reads that are asked for at once in turn', async () => {
    const source = sourceByHand();
    const batches = decode(source);
    const reads = [batches.next(), batches.next(), batches.next()];
    // The first chunk has no event in it: the first read goes on waiting, and the others behind it.
    for (const text of ['', 'a', 'b', 'c']) {
      source.send(text);
      await new Promise(setImmediate);
    }
    expect((await Promise.all(reads)).map(({ value }) => typesOf(value))).toEqual(['a', 'b', 'c']);
  });

  it('hands out what `accept` has put in place of events', async () => {
    const accept = (events: WireEvent[]): void => {
      events[0] = { type: 'X', object: null };
    };
    expect(await read(decode(chunks('ab', 'c-'), { accept }))).toEqual(['Xb', 'X', 'X']);
  });

  it('ends with what `accept` throws, and closes the source', async () => {
    const source = sourceByHand();
    const accept = (): void => {
      throw new Error('not this');
    };
    const found = read(decode(source, { accept }));
    source.send('a');
    expect([await found, source.closed]).toEqual([['not this'], 1]);
  });

  it('fails with its own reason where the source fails to close', async () => {
    const hold = deferred<IteratorResult<Uint8Array>>();
    hold.resolve({ done: false, value: Buffer.from('!') });
    const source: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => ({
        next: () => hold.promise,
        return: () => Promise.reject(new Error('will not close')),
      }),
    };
    expect(await read(decode(source))).toEqual(['unreadable']);
  });

  it('does not wait for a source that fails and then does not close', async () => {
    const source = {
      [Symbol.asyncIterator]: () => ({
        next: () => Promise.reject(new Error('reset')),
        return: () => new Promise<never>(() => undefined),
      }),
    };
    await expect(decode(source).next()).rejects.toThrow('reset');
  });
});
