import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keysIn, outlineOf } from './json-scan.js';
import { GoSyntaxError, parseStrictly } from './strict-json.js';

describe('parseStrictly', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.constantFrom(undefined, 1, '\t'), (text, indent) => {
        const value: unknown = JSON.parse(text);
        expect(parseStrictly(JSON.stringify(value, undefined, indent)).value).toEqual(value);
      }),
    );
  });

  it('refuses what JSON.parse refuses', () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 3 }),
        fc.nat(),
        fc.constantFrom('', ',', '}', '"', 'x', '0', '-', '.', '\\', '\n'),
        (text, at, put) => {
          const broken = text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + 1);
          let isJson = true;
          try {
            JSON.parse(broken);
          } catch {
            isJson = false;
          }
          if (isJson) expect(parseStrictly(broken).value).toEqual(JSON.parse(broken));
          else expect(() => parseStrictly(broken)).toThrow(GoSyntaxError);
        },
      ),
    );
  });

  it('names the byte that is wrong as Go quotes it', () => {
    const named = (byte: string): string => {
      try {
        parseStrictly(byte);
      } catch (error) {
        return (error as Error).message.replace(/^invalid character (.*) looking for beginning of value$/, '$1');
      }
      return 'nothing';
    };
    expect(
      ['x', '"', "'", '\\', '\v', '\x01', '\x7f', '\x80', '\xa0', '\xad', '\xe9'].map((byte) => named(byte)),
    ).toEqual([
      "'x'",
      'unexpected end of JSON input',
      "'\\''",
      "'\\\\'",
      "'\\v'",
      "'\\x01'",
      "'\\x7f'",
      "'\\u0080'",
      "'\\u00a0'",
      "'\\u00ad'",
      "'é'",
    ]);
  });

  it('finds repeated keys, by path, and keeps the last', () => {
    const { value, duplicates } = parseStrictly('{"a":{"b":1,"b":2},"l":[{"c":1,"c":1}],"a":{"b":3}}');
    expect(duplicates).toEqual(['a.b', 'l[0].c', 'a']);
    expect(value).toEqual({ a: { b: 3 }, l: [{ c: 1 }] });
  });

  it('makes a property of a key that is called __proto__', () => {
    const value = parseStrictly('{"__proto__":{"x":1},"__proto__":{"y":1}}').value as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(['__proto__']);
  });
});

describe('outlineOf', () => {
  it('counts the keys of JSON without repeated ones as they are in the value', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        const value: unknown = JSON.parse(text);
        expect(outlineOf(JSON.stringify(value)).keys).toBe(keysIn(value));
      }),
    );
  });

  it('sees numbers that are not plain, and only those outside of texts', () => {
    expect(outlineOf('{"a":1.0}').oddNumbers).toBe(true);
    expect(outlineOf('{"a":1e2}').oddNumbers).toBe(true);
    expect(outlineOf('{"a":12345678901234567}').oddNumbers).toBe(true);
    expect(outlineOf('{"1.0":"1e2","b":"\\\\","c":true,"d":false,"e":-12}').oddNumbers).toBe(false);
  });
});
