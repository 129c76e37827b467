import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INCOMPLETE, malformedAt, skipValue } from './json-scan.js';
import { MAX_JSON_DEPTH } from './limits.js';
import { mutate, mutations } from './test-support.js';

/** As a value inside something: a number ends only where something else begins. */
const skip = (text: string | Uint8Array): number => {
  const bytes = Buffer.concat([Buffer.from(text as string), Buffer.from(']')]);
  return skipValue(bytes, 0, bytes.length);
};

const parses = (bytes: Buffer): boolean => {
  try {
    JSON.parse(bytes.toString('utf8'));
    return true;
  } catch {
    return false;
  }
};

describe('skipValue', () => {
  it.each([
    '0',
    '-0',
    '1.5e+10',
    '2E-3',
    '"a\\u00e9\\n"',
    'true',
    'false',
    'null',
    '[]',
    '{}',
    ' [ 1 , {"a" : [ ] } ]',
    '"é"',
  ])('ends after %s', (text) => {
    expect(skip(text)).toBe(Buffer.byteLength(text));
  });

  it.each([
    ['01', 1],
    ['+1', 0],
    ['1.', 2],
    ['1e', 2],
    ['-', 1],
    ['.5', 0],
    ['tru}', 3],
    ['nulL', 3],
    ['"\\x"', 2],
    ['"\\u12g4"', 5],
    ['"a\nb"', 2],
    ['{a:1}', 1],
    ['{"a" 1}', 5],
    ['{"a":1,}', 7],
    ['[1,]', 3],
    ['[1 2]', 3],
    ['[1}', 2],
    ['\u00a01', 0],
    ['\ufeff1', 0],
    ['', 0],
    ["'a'", 0],
    ['NaN', 0],
  ])('names the offending byte of %j', (text, position) => {
    const code = skip(text);
    // A value that ends too soon is what it is; what follows it is then the offending byte.
    expect(code < INCOMPLETE ? malformedAt(code) : code).toBe(position);
  });

  it('says of every beginning of a value that it is incomplete', () => {
    const bytes = Buffer.from('{"a":[1.5e3,"x\\u00e9\\"",true,null],"b":{"c":{}}}');
    for (let end = 0; end < bytes.length; end++) expect([end, skipValue(bytes, 0, end)]).toEqual([end, INCOMPLETE]);
  });

  it('does not look beyond the end it is given', () => {
    expect(skipValue(Buffer.from('"abc"'), 0, 3)).toBe(INCOMPLETE);
  });

  it('accepts exactly what JSON.parse accepts', () => {
    fc.assert(
      fc.property(fc.json(), fc.option(mutations, { nil: [] }), (text, changes) => {
        const bytes = mutate(Buffer.from(text), changes);
        const wrapped = Buffer.concat([bytes, Buffer.from(']')]);
        const after = skipValue(wrapped, 0, wrapped.length);
        const isWhole = after >= 0 && wrapped.subarray(after).toString().trim() === ']' && after <= bytes.length;
        // White space that JSON does not know: trim() takes more than the four kinds.
        fc.pre(!/[\v\f\u00a0\ufeff\u2028\u2029]/.test(wrapped.toString()));
        expect(isWhole).toBe(parses(bytes));
      }),
      { numRuns: 2000 },
    );
  });

  it('refuses what is nested deeper than the bound, and takes what is just as deep', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(skip(nested(MAX_JSON_DEPTH))).toBe(MAX_JSON_DEPTH * 2);
    expect(malformedAt(skip(nested(MAX_JSON_DEPTH + 1)))).toBe(MAX_JSON_DEPTH);
  });

  it('takes invalid UTF-8 inside a string, which decodes to U+FFFD, and none outside', () => {
    expect(skip(Buffer.from([0x22, 0xe2, 0x22]))).toBe(3);
    expect(malformedAt(skip(Buffer.from([0x5b, 0xff, 0x5d])))).toBe(1);
  });
});
