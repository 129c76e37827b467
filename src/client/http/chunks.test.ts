import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Chunks } from './chunks.js';

const text = (chunk: Uint8Array | undefined): string | undefined =>
  chunk === undefined ? undefined : Buffer.from(chunk).toString();

const next = (chunks: Chunks): Promise<Uint8Array | undefined> =>
  new Promise((resolve, reject) => {
    chunks.read(resolve, reject);
  });

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe('Chunks', () => {
  it('gives each chunk as it came, then the end, and that again', async () => {
    const stream = new PassThrough();
    const chunks = new Chunks(stream);
    stream.write('one');
    stream.write('two');
    stream.end('three');
    await turn();
    expect([text(await next(chunks)), text(await next(chunks)), text(await next(chunks))]).toEqual([
      'one',
      'two',
      'three',
    ]);
    expect([await next(chunks), await next(chunks)]).toEqual([undefined, undefined]);
  });

  it('gives what came before the stream broke, then throws what broke it', async () => {
    const stream = new PassThrough();
    const chunks = new Chunks(stream);
    stream.write('one');
    await turn();
    stream.destroy(new Error('torn'));
    await turn();
    expect(text(await next(chunks))).toBe('one');
    await expect(next(chunks)).rejects.toThrow('torn');
  });

  it('throws when the stream is closed before its end, also while it waits', async () => {
    const stream = new PassThrough();
    const read = next(new Chunks(stream));
    stream.destroy();
    await expect(read).rejects.toThrow('closed before its end');
  });

  it('tells of an end that came before it was made', async () => {
    const ended = Readable.from([]);
    await ended.toArray();
    expect(await next(new Chunks(ended))).toBeUndefined();
    const broken = new PassThrough();
    broken.on('error', () => undefined);
    broken.destroy(new Error('torn'));
    await turn();
    await expect(next(new Chunks(broken))).rejects.toThrow('torn');
  });

  it('tells of the end only when everybody has heard of it who knows why', async () => {
    const stream = new PassThrough();
    const order: string[] = [];
    const tell = (): number => order.push('reader');
    new Chunks(stream).read(tell, tell);
    stream.on('end', () => {
      process.nextTick(() => order.push('who knows why'));
    });
    stream.end();
    await turn();
    expect(order).toEqual(['who knows why', 'reader']);
  });

  it('takes a bounded number of bytes from a stream that nobody reads, and all of them from one that is', async () => {
    const size = 64 * 1024;
    let given = 0;
    const stream = new Readable({
      highWaterMark: size,
      read() {
        this.push(given < 100 ? Buffer.alloc(size) : null);
        given++;
      },
    });
    const chunks = new Chunks(stream);
    for (let wait = 0; wait < 50; wait++) await turn();
    expect(given).toBeLessThan(12);
    let read = 0;
    for (let chunk = await next(chunks); chunk !== undefined; chunk = await next(chunks)) read += chunk.length;
    expect(read).toBe(100 * size);
  });
});
