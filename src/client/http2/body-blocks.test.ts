import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLOCK_BYTES, BlockPool, BodyBlocks } from './body-blocks.js';

describe('BodyBlocks', () => {
  it('gives what was put in, in order, each piece whole until the next is taken', () => {
    const step = fc.oneof(
      fc.record({ body: fc.nat(1), put: fc.integer({ min: 1, max: 3 * BLOCK_BYTES }) }),
      fc.record({ body: fc.nat(1), take: fc.constant(true) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const pool = new BlockPool();
        const bodies = [0, 1].map((seed) => ({ blocks: new BodyBlocks(pool), seed, put: 0, taken: 0 }));
        /** What is at a place in a body: every body and place has its own. */
        const at = (seed: number, place: number): number => (place * 7 + (place >> 8) + seed * 101) & 0xff;
        let lent: { chunk: Buffer; copy: Buffer; body: number }[] = [];
        for (const each of steps) {
          const body = bodies[each.body]!;
          if ('put' in each) {
            const bytes = Buffer.alloc(each.put + 2, 0xff);
            for (let index = 0; index < each.put; index++) bytes[index + 1] = at(body.seed, body.put + index);
            body.blocks.append(bytes, 1, each.put + 1);
            body.put += each.put;
          } else {
            lent = lent.filter((one) => one.body !== each.body);
            const chunk = body.blocks.take();
            expect(chunk === undefined).toBe(body.taken === body.put);
            if (chunk === undefined) continue;
            for (let index = 0; index < chunk.length; index += 997) {
              expect(chunk[index]).toBe(at(body.seed, body.taken + index));
            }
            body.taken += chunk.length;
            lent.push({ chunk, copy: Buffer.from(chunk), body: each.body });
          }
          for (const { chunk, copy } of lent) expect(chunk.equals(copy)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('uses the same memory again for a reader that keeps up', () => {
    const blocks = new BodyBlocks(new BlockPool());
    const memory = new Set<ArrayBufferLike>();
    for (let count = 0; count < 1_000; count++) {
      blocks.append(Buffer.alloc(6_000), 0, 6_000);
      memory.add(blocks.take()!.buffer);
    }
    expect(memory.size).toBeLessThanOrEqual(2);
    expect(blocks.isEmpty).toBe(true);
  });

  it('leaves what was lent to its reader when nobody wants the rest', () => {
    const pool = new BlockPool();
    const blocks = new BodyBlocks(pool);
    blocks.append(Buffer.alloc(BLOCK_BYTES + 1, 1), 0, BLOCK_BYTES + 1);
    const lent = blocks.take()!;
    blocks.drop();
    expect(blocks.take()).toBeUndefined();
    const others = new BodyBlocks(pool);
    for (let count = 0; count < 40; count++) others.append(Buffer.alloc(BLOCK_BYTES, 2), 0, BLOCK_BYTES);
    expect(lent.every((byte) => byte === 1)).toBe(true);
  });
});
