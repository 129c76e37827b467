import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isText, textOf } from './text.js';

const read = (...bytes: number[]): string => textOf(Buffer.from(bytes), 0, bytes.length);

describe('textOf', () => {
  it('reads back any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const bytes = Buffer.from(text);
        expect(textOf(bytes, 0, bytes.length)).toBe(text);
      }),
    );
  });

  it('gives each of two texts of one length and place its own', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[ab]{1,12}$/), { maxLength: 50 }), (texts) => {
        for (const text of texts) expect(textOf(Buffer.from(text), 0, text.length)).toBe(text);
      }),
    );
  });

  it('replaces each byte that is no UTF-8 by one U+FFFD, where Node replaces a cut sequence by one', () => {
    expect(read(0x61, 0xe6, 0x97)).toBe('a\ufffd\ufffd');
    expect(Buffer.from([0x61, 0xe6, 0x97]).toString()).toBe('a\ufffd');
  });

  it.each([
    { what: 'over-long forms', bytes: [0xc0, 0x80], text: '\ufffd\ufffd' },
    { what: 'surrogates', bytes: [0xed, 0xa0, 0x80], text: '\ufffd\ufffd\ufffd' },
    { what: 'code points beyond the last', bytes: [0xf4, 0x90, 0x80, 0x80], text: '\ufffd\ufffd\ufffd\ufffd' },
    { what: 'a stray byte between two letters', bytes: [0x61, 0xff, 0x62], text: 'a\ufffdb' },
    { what: 'a U+FFFD that was written as such', bytes: [0xef, 0xbf, 0xbd], text: '\ufffd' },
  ])('reads $what as Go does', ({ bytes, text }) => {
    expect(read(...bytes)).toBe(text);
  });
});

describe('isText', () => {
  it('holds exactly for the bytes of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 8 }), fc.string({ unit: 'binary', maxLength: 8 }), (a, b) => {
        const bytes = Buffer.from(a);
        expect(isText(bytes, 0, bytes.length, a)).toBe(true);
        expect(isText(bytes, 0, bytes.length, b)).toBe(a === b);
      }),
    );
  });
});
