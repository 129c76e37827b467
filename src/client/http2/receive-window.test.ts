import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReceiveWindow, SMALLEST_WINDOW } from './receive-window.js';

const MIB = 2 ** 20;

describe('ReceiveWindow', () => {
  it('doubles each time a whole window came and the reader was never behind, up to 8 MiB', () => {
    const window = new ReceiveWindow();
    const sizes = new Set([window.size]);
    for (let count = 0; count < 10_000; count++) {
      expect(window.arrived(16_384)).toBe(true);
      window.read(16_384);
      sizes.add(window.size);
    }
    expect([...sizes]).toEqual([MIB, 2 * MIB, 4 * MIB, 8 * MIB]);
  });

  it('stays as it is for a reader that is behind', () => {
    const window = new ReceiveWindow();
    window.arrived(1);
    for (let count = 0; count < 10_000; count++) {
      window.arrived(10_000);
      window.read(10_000);
    }
    expect(window.size).toBe(SMALLEST_WINDOW);
  });

  it('lets a server that heeds it send for ever, and hold us to no more than its size', () => {
    const step = fc.record({ send: fc.nat(200_000), read: fc.nat(300_000) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const window = new ReceiveWindow();
        let allowed = SMALLEST_WINDOW;
        let unread = 0;
        for (const { send, read } of steps) {
          const sent = Math.min(send, allowed);
          if (sent > 0) expect(window.arrived(sent)).toBe(true);
          allowed -= sent;
          unread += sent;
          const taken = Math.min(read, unread);
          if (taken > 0) allowed += window.read(taken);
          unread -= taken;
          expect(unread + allowed).toBeLessThanOrEqual(window.size);
          // Nobody waits for the other: with all read, at least half of it may be sent.
          if (unread === 0) expect(allowed).toBeGreaterThan(window.size / 4);
        }
      }),
    );
  });

  it('tells of a server that does not heed it', () => {
    const window = new ReceiveWindow();
    expect(window.arrived(SMALLEST_WINDOW)).toBe(true);
    expect(window.arrived(1)).toBe(false);
  });
});
