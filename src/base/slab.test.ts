import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SLAB_BYTES, SlabArena, slotSize } from './slab.js';
import type { Place } from './slab.js';

interface Held {
  readonly place: Place;
  readonly length: number;
  readonly fill: number;
}

function put(arena: SlabArena, length: number, fill: number): Held {
  return { place: arena.put(Buffer.alloc(length, fill), 0, length), length, fill };
}

function free(arena: SlabArena, { place, length }: Held): void {
  arena.free(place.slab, place.start, length);
}

function isWhole({ place, length, fill }: Held): boolean {
  return place.slab.bytes.subarray(place.start, place.start + length).every((byte) => byte === fill);
}

describe('slotSize', () => {
  it('is at least the length, and longer by a sixteenth at most from 64 bytes on', () => {
    fc.assert(
      fc.property(fc.integer({ min: 65, max: 2 ** 17 }), (length) => {
        expect(slotSize(length)).toBeGreaterThanOrEqual(length);
        expect(slotSize(length)).toBeLessThanOrEqual(length * 1.0625 + 1);
        expect(slotSize(slotSize(length))).toBe(slotSize(length));
      }),
    );
  });
});

describe('SlabArena', () => {
  const lengths = fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 0, max: 5_000 }) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 100 }) },
    { weight: 1, arbitrary: fc.integer({ min: 100_000, max: 200_000 }) },
  );

  it('no range is written to until it is freed, whatever comes and goes', () => {
    const steps = fc.array(fc.record({ length: lengths, freed: fc.option(fc.nat()) }), { maxLength: 200 });
    fc.assert(
      fc.property(steps, (all) => {
        const arena = new SlabArena();
        const held: Held[] = [];
        for (const [number, { length, freed }] of all.entries()) {
          if (freed !== null && held.length > 0) free(arena, held.splice(freed % held.length, 1)[0] as Held);
          held.push(put(arena, length, number % 256));
        }
        expect(held.every(isWhole)).toBe(true);
        const used = held.reduce((sum, { length }) => sum + length, 0);
        expect(arena.stats).toMatchObject({ used, ranges: held.length });
        for (const each of held) free(arena, each);
        expect(arena.stats).toMatchObject({ used: 0, ranges: 0 });
      }),
    );
  });

  it('a range in the middle of what it is copied from is taken', () => {
    const { slab, start } = new SlabArena().put(Buffer.from('abcdef'), 2, 4);
    expect(slab.bytes.toString('latin1', start, start + 2)).toBe('cd');
  });

  it('takes little for few ranges: no slab of a megabyte for each size', () => {
    const arena = new SlabArena();
    for (let length = 100; length < 10_000; length += 100) put(arena, length, 1);
    expect(arena.stats.capacity).toBeLessThan(arena.stats.used * 6);
  });

  it('takes hardly more than is used for many ranges', () => {
    const arena = new SlabArena();
    for (let number = 0; number < 20_000; number++) put(arena, 2_000 + (number % 600), 1);
    expect(arena.stats.capacity).toBeLessThan(arena.stats.used * 1.15);
  });

  it('gives up what has run empty', () => {
    const arena = new SlabArena();
    const held = Array.from({ length: 10_000 }, () => put(arena, 2_400, 1));
    for (const each of held) free(arena, each);
    expect(arena.stats.capacity).toBeLessThanOrEqual(SLAB_BYTES);
  });

  it('does not grow while ranges of many sizes take each other’s place', () => {
    const arena = new SlabArena();
    let state = 7;
    const random = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
    const length = (): number => 500 + random(2_000);
    const held = Array.from({ length: 2_000 }, () => put(arena, length(), 1));
    const capacities: number[] = [];
    for (let number = 0; number < 200_000; number++) {
      const at = random(held.length);
      const next = put(arena, length(), 1);
      free(arena, held[at] as Held);
      held[at] = next;
      if (number % 20_000 === 19_999) capacities.push(arena.stats.capacity);
    }
    expect(Math.max(...capacities)).toBeLessThan((capacities[0] as number) * 1.2);
    expect(arena.stats.capacity).toBeLessThan(arena.stats.used * 1.5);
  });

  it('emptier slabs run empty: ranges that are left after most have gone end up together', () => {
    const arena = new SlabArena();
    let held = Array.from({ length: 8_000 }, () => put(arena, 2_000, 1));
    const left = held.filter((_, number) => number % 8 === 0);
    held.filter((_, number) => number % 8 !== 0).forEach((each) => free(arena, each));
    held = left;
    const before = arena.stats.capacity;
    for (let number = 0; number < 20_000; number++) {
      const at = (number * 7) % held.length;
      const next = put(arena, 2_000, 1);
      free(arena, held[at] as Held);
      held[at] = next;
    }
    expect(arena.stats.capacity).toBeLessThan(before / 2);
  });

  it('a long range has memory of its own, and takes nothing once it is freed', () => {
    const arena = new SlabArena();
    const long = put(arena, 1_500_000, 1);
    expect(long.place.slab.isSingle).toBe(true);
    expect(arena.stats.capacity).toBe(1_500_000);
    free(arena, long);
    expect(arena.stats.capacity).toBe(0);
  });

  it('what is to leave does so when asked, in as many steps as asked for', () => {
    const arena = new SlabArena();
    const left: number[] = [];
    arena.retire([0, 1, 2].map((number) => ({ release: () => left.push(number) })));
    expect(arena.drain(2)).toBe(true);
    expect(left).toEqual([0, 1]);
    expect(arena.drain(2)).toBe(false);
    expect(left).toEqual([0, 1, 2]);
  });

  it('what is to leave does so along with what comes', () => {
    const arena = new SlabArena();
    let left = 0;
    arena.retire(Array.from({ length: 10 }, () => ({ release: () => left++ })));
    for (let number = 0; number < 6; number++) put(arena, 100, 1);
    expect(left).toBe(10);
  });
});
