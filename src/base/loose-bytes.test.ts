import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LooseBytes, ownMemory } from './loose-bytes.js';
import type { LoosePlace } from './loose-bytes.js';

interface Held {
  readonly place: LoosePlace;
  readonly length: number;
  readonly fill: number;
}

function isWhole({ place, length, fill }: Held): boolean {
  return place.chunk.bytes.subarray(place.start, place.start + length).every((byte) => byte === fill);
}

function leave({ chunk }: Pick<LoosePlace, 'chunk'>): void {
  if (--chunk.residents === 0) chunk.emptied();
}

describe('LooseBytes', () => {
  it('no range is written to until its holder leaves, in whatever order they do', () => {
    const steps = fc.array(fc.record({ length: fc.integer({ min: 0, max: 9_000 }), leaves: fc.option(fc.nat()) }), {
      maxLength: 100,
    });
    fc.assert(
      fc.property(steps, (all) => {
        const memory = new LooseBytes();
        const held: Held[] = [];
        for (const [number, { length, leaves }] of all.entries()) {
          if (leaves !== null && held.length > 0) leave((held.splice(leaves % held.length, 1)[0] as Held).place);
          const fill = number % 256;
          held.push({ place: memory.put(Buffer.alloc(length, fill), 0, length), length, fill });
        }
        expect(held.every(isWhole)).toBe(true);
      }),
    );
  });

  it('a stream whose every range moves on at once needs the same chunks over and over', () => {
    const memory = new LooseBytes();
    const chunks = new Set<unknown>();
    for (let batch = 0; batch < 100; batch++) {
      const places = Array.from({ length: 50 }, () => memory.put(Buffer.alloc(2_000), 0, 2_000));
      for (const { chunk } of places) {
        chunks.add(chunk);
        leave({ chunk });
      }
    }
    expect(chunks.size).toBeLessThanOrEqual(5);
  });

  it('one range that stays keeps its chunk from being used again', () => {
    const memory = new LooseBytes();
    const stays = { place: memory.put(Buffer.alloc(100, 7), 0, 100), length: 100, fill: 7 };
    for (let number = 0; number < 200; number++) leave(memory.put(Buffer.alloc(2_000, 1), 0, 2_000));
    expect(isWhole(stays)).toBe(true);
  });

  it('a range that is kept keeps no more than a chunk alive', () => {
    expect(new LooseBytes().put(Buffer.alloc(10), 0, 10).chunk.bytes.buffer.byteLength).toBeLessThanOrEqual(32 * 1024);
  });

  it('a long range has memory of its own', () => {
    expect(new LooseBytes().put(Buffer.alloc(10_000), 0, 10_000).chunk.bytes.buffer.byteLength).toBe(10_000);
  });
});

it('memory of one’s own is exactly as long as what is in it', () => {
  const { chunk, start, length } = ownMemory.reserve(3);
  expect([start, length, chunk.bytes.buffer.byteLength]).toEqual([0, 3, 3]);
});
