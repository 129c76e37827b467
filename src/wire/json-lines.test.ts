import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { LineSplitter } from './json-lines.js';
import { chunkings, cut } from './test-support.js';

describe('LineSplitter', () => {
  it('gives the lines that were put in, however the bytes are cut', () => {
    const line = fc.string({ maxLength: 60 }).map((text) => text.replaceAll('\n', ' '));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), line, chunkings, (lines, rest, positions) => {
        const splitter = new LineSplitter();
        const found: string[] = [];
        for (const chunk of cut(Buffer.from([...lines, rest].join('\n')), positions)) {
          splitter.push(chunk);
          for (let next = splitter.next(); next !== undefined; next = splitter.next()) found.push(next.toString());
        }
        expect([...found, splitter.rest()?.toString() ?? '']).toEqual([...lines, rest]);
      }),
    );
  });

  it('counts where each line begins', () => {
    const splitter = new LineSplitter();
    const offsets: number[] = [];
    for (const chunk of ['ab\nc', 'd\n', '\n', 'ef']) {
      splitter.push(Buffer.from(chunk));
      while (splitter.next() !== undefined) offsets.push(splitter.offset);
    }
    splitter.rest();
    expect([...offsets, splitter.offset]).toEqual([0, 3, 6, 7]);
  });

  it('refuses a line above the limit before it has ended', () => {
    const splitter = new LineSplitter({ maxObjectBytes: 10 });
    splitter.push(Buffer.from('0123456789'));
    expect(splitter.next()).toBeUndefined();
    splitter.push(Buffer.from('0'));
    expect(() => splitter.next()).toThrow(expect.objectContaining({ code: 'ERR_WIRE_TOO_LARGE' }));
  });

  it('takes a line as long as the limit', () => {
    const splitter = new LineSplitter({ maxObjectBytes: 10 });
    splitter.push(Buffer.from('0123456789\n'));
    expect(splitter.next()).toHaveLength(10);
  });

  it('looks at each byte once, however many chunks a line comes in', () => {
    const splitter = new LineSplitter();
    const chunk = Buffer.alloc(64, 0x61);
    const search = vi.spyOn(Buffer.prototype, 'indexOf');
    for (let index = 0; index < 2000; index++) {
      splitter.push(chunk);
      splitter.next();
    }
    const searched = (search.mock.contexts as Buffer[])
      .map((bytes) => bytes.length)
      .reduce((sum, length) => sum + length);
    search.mockRestore();
    expect(searched).toBe(2000 * 64);
  });
});
