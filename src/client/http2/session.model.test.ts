import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_FRAME_BYTES } from './frame.js';
import { World } from './test-world.js';
import type { Answer, Ending, Step } from './test-world.js';

const answer: fc.Arbitrary<Answer> = fc.record({
  announced: fc.boolean(),
  frames: fc.oneof(
    fc.array(
      fc.tuple(fc.oneof(fc.nat(300), fc.constant(DEFAULT_FRAME_BYTES - 256)), fc.oneof(fc.constant(-1), fc.nat(200))),
      { maxLength: 8 },
    ),
    // More than a window holds.
    fc.constant(Array.from({ length: 100 }, () => [DEFAULT_FRAME_BYTES, -1] as const)),
  ),
  ending: fc.constantFrom<Ending>('with its last data', 'with no data', 'with trailers', 'by a reset'),
});

const pick = fc.nat();
const bytes = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 100_000 }));

/** So many times as often as what has weight 1. */
function often<T extends Step>(weight: number, step: { readonly [Key in keyof T]: fc.Arbitrary<T[Key]> }) {
  return { weight, arbitrary: fc.record(step) as unknown as fc.Arbitrary<Step> };
}
const what = <Do extends string>(name: Do): fc.Arbitrary<Do> => fc.constant(name);

const steps = fc.array(
  fc.oneof(
    often(9, { do: what('open'), answer, body: fc.nat(100_000) }),
    often(60, { do: what('say'), pick }),
    often(24, { do: what('deliver'), bytes }),
    often(30, { do: what('read'), pick }),
    often(2, { do: what('cancel'), pick }),
    often(9, { do: what('grant'), pick, bytes }),
    often(3, { do: what('resize'), bytes }),
    often(3, { do: what('ping') }),
    often(1, { do: what('goaway'), pick }),
  ),
  { maxLength: 150, size: 'max' },
);

describe('a session with a server that keeps the rules', () => {
  it('gives every reader what was sent to it, and sends what may be sent, whatever else goes on', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const world = new World();
        for (const step of all) world.take(step);
        world.settle();
      }),
      { numRuns: 150 },
    );
    expect.hasAssertions();
  });
});
