import fc from 'fast-check';
import { expect, it } from 'vitest';
import { StreamWindow } from './stream-window.js';

const MIB = 2 ** 20;

function windowOf(): { window: StreamWindow; said: number[] } {
  const said: number[] = [];
  return { window: new StreamWindow((bytes) => said.push(bytes)), said };
}

it('doubles for each window that came to a reader who keeps up, to 8 MiB and no further', () => {
  const { window, said } = windowOf();
  const meter = window.meter();
  for (let chunk = 0; chunk < 64 * 16; chunk++) meter(MIB / 16, false);
  expect(said).toEqual([2 * MIB, 4 * MIB, 8 * MIB]);
  expect(window.bytes).toBe(8 * MIB);
});

it('stays as it is for a reader that is behind at least once in each window', () => {
  const { window, said } = windowOf();
  const chunks = fc.array(fc.integer({ min: 1, max: MIB / 2 }), { maxLength: 50 });
  fc.assert(
    fc.property(chunks, (lengths) => {
      const meter = window.meter();
      for (const length of lengths) {
        meter(length, false);
        meter(MIB / 4, true);
      }
    }),
  );
  expect(said).toEqual([]);
});

it('each stream is counted for itself: many short answers are no sign of a long line', () => {
  const { window, said } = windowOf();
  for (let stream = 0; stream < 100; stream++) window.meter()(MIB - 1, false);
  expect(said).toEqual([]);
});
