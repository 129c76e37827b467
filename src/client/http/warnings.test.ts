import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WarningSink, parseWarnings } from './warnings.js';

const request = { method: 'GET', path: '/x', host: 'h:1' };

describe('parseWarnings', () => {
  it.each<[string, string | string[], string[]]>([
    ['one', '299 - "text"', ['text']],
    ['one with an agent and a date', '299 agent:80 "text" "Wed, 21 Oct 2015 07:28:00 GMT"', ['text']],
    ['several in one header', '299 - "a", 299 - "b, c" , 299 - "d"', ['a', 'b, c', 'd']],
    ['several headers', ['299 - "a"', '299 - "b"'], ['a', 'b']],
    ['quotes and backslashes', '299 - "say \\"hi\\" \\\\o/"', ['say "hi" \\o/']],
    ['an empty text', '299 - ""', ['']],
    ['no header', [], []],
    ['control characters, made harmless', '299 - "a\u001b[31mb"', ['a [31mb']],
    ['what comes before a malformed one', '299 - "a", 299 - b', ['a']],
    ['nothing where the first is malformed', 'hello', []],
    ['nothing of a text without an end', '299 - "a', []],
  ])('reads %s', (_name, header, texts) => {
    expect(parseWarnings(header).map(({ text }) => text)).toEqual(texts);
  });

  it('reads back whatever was quoted', () => {
    const text = fc.string({ unit: 'grapheme-ascii' });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (texts) => {
        const header = texts.map((each) => `299 - "${each.replace(/[\\"]/g, '\\$&')}"`).join(', ');
        expect(parseWarnings(header).map((value) => value.text)).toEqual(texts);
      }),
    );
  });

  it('neither throws nor hangs on any header', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('299', ' ', '-', '"', '\\', ',', 'x')), (parts) => {
        parseWarnings(parts.join('').repeat(50));
      }),
    );
  });
});

describe('WarningSink', () => {
  it('reports a text once, and tells it each time', () => {
    const reported: string[] = [];
    const sink = new WarningSink(({ text }) => reported.push(text));
    expect(sink.take('299 - "a"', request)).toEqual(['a']);
    expect(sink.take('299 - "a", 299 - "b"', request)).toEqual(['a', 'b']);
    expect(reported).toEqual(['a', 'b']);
  });

  it('passes over codes that are not for users', () => {
    const sink = new WarningSink(() => undefined);
    expect(sink.take('110 - "stale", 299 - "a"', request)).toEqual(['a']);
  });

  it('remembers a bounded number of texts', () => {
    const reported: string[] = [];
    const sink = new WarningSink(({ text }) => reported.push(text));
    for (let i = 0; i < 1_001; i++) sink.take(`299 - "${i}"`, request);
    sink.take('299 - "0"', request);
    expect(reported).toHaveLength(1_002);
  });
});
