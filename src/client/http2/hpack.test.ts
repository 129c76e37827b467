import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ERROR } from './frame.js';
import { HpackDecoder } from './hpack-decoder.js';
import { encodeHeaders } from './hpack-encoder.js';
import { Http2Error } from './http2-error.js';
import { decodeHuffman } from './huffman.js';
import type { Header } from './static-table.js';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(/\s/g, ''), 'hex');

describe('blocks of headers', () => {
  // RFC 7541, C.5 and C.6: three answers on one connection whose table has 256 bytes.
  const answers: readonly (readonly Header[])[] = [
    [
      [':status', '302'],
      ['cache-control', 'private'],
      ['date', 'Mon, 21 Oct 2013 20:13:21 GMT'],
      ['location', 'https://www.example.com'],
    ],
    [
      [':status', '307'],
      ['cache-control', 'private'],
      ['date', 'Mon, 21 Oct 2013 20:13:21 GMT'],
      ['location', 'https://www.example.com'],
    ],
    [
      [':status', '200'],
      ['cache-control', 'private'],
      ['date', 'Mon, 21 Oct 2013 20:13:22 GMT'],
      ['location', 'https://www.example.com'],
      ['content-encoding', 'gzip'],
      ['set-cookie', 'foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1'],
    ],
  ];

  it.each([
    [
      'in plain text',
      [
        `4803 3330 3258 0770 7269 7661 7465 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3120 474d
         546e 1768 7474 7073 3a2f 2f77 7777 2e65 7861 6d70 6c65 2e63 6f6d`,
        '4803 3330 37c1 c0bf',
        `88c1 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3220 474d 54c0 5a04 677a 6970 7738 666f
         6f3d 4153 444a 4b48 514b 425a 584f 5157 454f 5049 5541 5851 5745 4f49 553b 206d 6178 2d61 6765 3d33 3630 303b
         2076 6572 7369 6f6e 3d31`,
      ],
    ],
    [
      "in Huffman's code",
      [
        `4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d 29ad 1718 63c7
         8f0b 97c8 e9ae 82ae 43d3`,
        '4883 640e ffc1 c0bf',
        `88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab 77ad 94e7 821d d7f2 e6c7 b335
         dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0 03ed 4ee5 b106 3d50 07`,
      ],
    ],
  ])('of the standard are read, %s', (_, blocks) => {
    const decoder = new HpackDecoder();
    // The size of the table: 256, as the examples have it.
    decoder.decode(hex('3fe101'), Infinity);
    expect(blocks.map((block) => decoder.decode(hex(block), Infinity).headers)).toEqual(answers);
  });

  it('are read as they were written', () => {
    const text = fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) });
    const name = fc.constantFrom(':path', ':method', 'authorization', 'accept', 'x-long-name', 'content-length');
    const value = fc.oneof(text, fc.constantFrom('GET', '/', 'gzip, deflate'), fc.constant('x'.repeat(20_000)));
    fc.assert(
      fc.property(fc.array(fc.array(fc.tuple(name, value))), (blocks) => {
        const decoder = new HpackDecoder();
        for (const [index, headers] of blocks.entries()) {
          expect(decoder.decode(encodeHeaders(headers, index === 0), Infinity).headers).toEqual(headers);
        }
      }),
    );
  });

  it('say first that there will be no table, and keep secrets out of those of others', () => {
    const block = encodeHeaders([['authorization', 'Bearer x']], true);
    expect(block[0]).toBe(0x20);
    // 6.2.3: never to be indexed.
    expect((block[1] as number) & 0xf0).toBe(0x10);
    expect(encodeHeaders([[':method', 'GET']], false)).toEqual(hex('82'));
  });

  it('above the limit are counted and not kept', () => {
    const headers: Header[] = Array.from({ length: 100 }, (_, index) => [`x-${index}`, 'y'.repeat(100)]);
    const { headers: kept, size } = new HpackDecoder().decode(encodeHeaders(headers, true), 1_000);
    expect(kept).toEqual(headers.slice(0, kept.length));
    expect([kept.length, size > 13_000]).toEqual([7, true]);
  });

  it.each([
    ['a number in no table', 'c0'],
    ['entry 0', '80'],
    ['a text that is cut off', '4005 6162'],
    ['a number without end', 'ff ffff ffff ffff ff'],
    ['a table that is larger than we have', '3fe2 1f'],
    ['a change of the table after a header', '82 20'],
    ["a text with the end mark in Huffman's code", '0084 ffff ffff'],
    ["a text in Huffman's code that is padded with zeros", '0081 00'],
    ["a text in Huffman's code that is padded with a byte", '0082 07ff'],
  ])('with %s end the connection', (_, block) => {
    let thrown: unknown;
    try {
      new HpackDecoder().decode(hex(block), Infinity);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(Http2Error);
    expect(thrown).toMatchObject({ code: ERROR.COMPRESSION_ERROR });
  });

  it('of any bytes are read, or refused, and never make the table larger than it is', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 5 }), (blocks) => {
        const decoder = new HpackDecoder();
        for (const block of blocks) {
          try {
            for (const header of decoder.decode(block, Infinity).headers) expect(header).toHaveLength(2);
          } catch (error) {
            expect(error).toBeInstanceOf(Http2Error);
            return;
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("Huffman's code", () => {
  it('has as many codes as it can: every byte is one, and none is the beginning of another', () => {
    // 5 bits to 30 bits; what no text stands for is refused, all else is read to its last bit.
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 8 }), (bytes) => {
        const text = decodeHuffman(bytes, 0, bytes.length);
        if (text === undefined) return;
        expect(text.length).toBeGreaterThanOrEqual(Math.floor(((bytes.length - 1) * 8) / 30));
        expect(text.length).toBeLessThanOrEqual((bytes.length * 8) / 5);
      }),
    );
  });
});
