import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { field } from './test-bytes.js';
import { textMapIn } from './text-map.js';

const LABELS = 11;

const bytesOf = (text: string): number[] => [...Buffer.from(text)];

/** An entry as Go writes it. */
const entry = (key: string, value: string): number[] =>
  field(LABELS, ...field(1, ...bytesOf(key)), ...field(2, ...bytesOf(value)));

const read = (...entries: number[][]): unknown => {
  const bytes = Buffer.from([0xff, ...entries.flat(), 0xff]);
  return textMapIn(bytes, 1, bytes.length - 1);
};

describe('textMapIn', () => {
  it('reads every map of texts that Go writes, frozen', () => {
    const text = fc.oneof(fc.constant(''), fc.string({ maxLength: 300, unit: 'binary' }));
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 5 }), (pairs) => {
        fc.pre(!pairs.some(([key]) => key === '__proto__'));
        const texts = read(...pairs.map(([key, value]) => entry(key, value)));
        expect(texts).toEqual(Object.fromEntries(pairs));
        expect(Object.isFrozen(texts)).toBe(true);
      }),
    );
  });

  it('has the last value of a key that comes twice', () => {
    expect(read(entry('a', '1'), entry('b', '2'), entry('a', '3'))).toEqual({ a: '3', b: '2' });
  });

  it.each<[string, number[]]>([
    ['is empty', field(LABELS)],
    ['has no value', field(LABELS, ...field(1, 0x61))],
    ['has no key', field(LABELS, ...field(2, 0x61))],
    ['has its value first', field(LABELS, ...field(2, 0x61), ...field(1, 0x62))],
    ['has two values', field(LABELS, ...field(1, 0x61), ...field(2, 0x62), ...field(2, 0x63))],
    ['has more than a key and a value', field(LABELS, ...field(1, 0x61), ...field(2, 0x62), ...field(3, 0x63))],
    ['would set the prototype', entry('__proto__', 'x')],
  ])('leaves a map to others of which an entry %s', (_what, odd) => {
    expect(read(entry('a', '1'), odd)).toBeUndefined();
  });
});
