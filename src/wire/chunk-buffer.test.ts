import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChunkBuffer } from './chunk-buffer.js';

describe('ChunkBuffer', () => {
  it('uses a chunk where it is when nothing is left before it', () => {
    const chunk = Buffer.from('abc');
    const buffer = new ChunkBuffer();
    buffer.append(chunk);
    expect(buffer.bytes).toBe(chunk);
  });

  it('uses the memory of a Uint8Array as it is', () => {
    const chunk = Uint8Array.of(1, 2, 3);
    const buffer = new ChunkBuffer();
    buffer.append(chunk.subarray(1));
    expect([buffer.bytes.buffer === chunk.buffer, [...buffer.bytes]]).toEqual([true, [2, 3]]);
  });

  it('never writes to a chunk it was given', () => {
    const chunk = Buffer.from('abcdef');
    const buffer = new ChunkBuffer();
    buffer.append(chunk.subarray(0, 3));
    buffer.append(Buffer.from('xyz'));
    expect(chunk.toString()).toBe('abcdef');
  });

  it('copies each byte a bounded number of times, whatever the size of the chunks', () => {
    const buffer = new ChunkBuffer();
    const seen = new Set<Buffer>();
    for (let index = 0; index < 200_000; index++) {
      buffer.append(Uint8Array.of(index % 256));
      seen.add(buffer.bytes);
    }
    expect(buffer.available).toBe(200_000);
    expect(seen.size).toBeLessThan(8);
  });

  it('gives the room for one huge object back when it is used up', () => {
    const buffer = new ChunkBuffer();
    buffer.append(Buffer.alloc(2 << 20));
    buffer.append(Buffer.alloc(2 << 20));
    buffer.start = buffer.end;
    buffer.append(Buffer.from('a'));
    buffer.append(Buffer.from('b'));
    expect(buffer.bytes.length).toBeLessThan(1 << 20);
  });

  it('holds what was appended and not yet used, at the right offset', () => {
    const steps = fc.array(fc.record({ chunk: fc.uint8Array({ maxLength: 40 }), use: fc.nat(60) }));
    fc.assert(
      fc.property(steps, (all) => {
        const buffer = new ChunkBuffer();
        let body: number[] = [];
        let used = 0;
        for (const { chunk, use } of all) {
          buffer.append(chunk);
          body = [...body, ...chunk];
          expect([...buffer.bytes.subarray(buffer.start, buffer.end)]).toEqual(body.slice(used));
          expect(buffer.offsetOf(buffer.start)).toBe(used);
          const now = Math.min(use, buffer.available);
          buffer.start += now;
          used += now;
        }
      }),
    );
  });
});
