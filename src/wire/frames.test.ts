import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameSplitter } from './frames.js';
import { chunkings, cut, proto } from './test-support.js';

const frames = (splitter: FrameSplitter): string[] => {
  const all: string[] = [];
  while (splitter.next()) all.push(splitter.bytes.toString('latin1', splitter.from, splitter.to));
  return all;
};

describe('FrameSplitter', () => {
  it('takes a frame that lies in one chunk without a copy', () => {
    const chunk = proto.frame(Buffer.from('abc'));
    const splitter = new FrameSplitter();
    splitter.push(chunk);
    expect(splitter.next()).toBe(true);
    expect(splitter.bytes.buffer).toBe(chunk.buffer);
  });

  it('takes an empty frame', () => {
    const splitter = new FrameSplitter();
    splitter.push(Buffer.alloc(4));
    expect(frames(splitter)).toEqual(['']);
  });

  it('gives the frames that were put in, however the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 }), chunkings, (contents, positions) => {
        const splitter = new FrameSplitter();
        const found: string[] = [];
        for (const chunk of cut(Buffer.concat(contents.map((content) => proto.frame(content))), positions)) {
          splitter.push(chunk);
          found.push(...frames(splitter));
        }
        splitter.end();
        expect(found).toEqual(contents.map((content) => Buffer.from(content).toString('latin1')));
      }),
    );
  });

  it('refuses a frame above the limit as soon as its length is read', () => {
    const splitter = new FrameSplitter({ maxObjectBytes: 10, what: 'the watch of pods' });
    splitter.push(Uint8Array.of(0, 0, 0, 11));
    expect(() => splitter.next()).toThrow(
      expect.objectContaining({
        code: 'ERR_WIRE_TOO_LARGE',
        message: expect.stringContaining('the watch of pods') as string,
      }),
    );
  });

  it('takes a frame as long as the limit', () => {
    const splitter = new FrameSplitter({ maxObjectBytes: 10 });
    splitter.push(proto.frame(Buffer.alloc(10)));
    expect(frames(splitter)).toEqual(['\0'.repeat(10)]);
  });

  it('says which byte the stream was cut off at', () => {
    const splitter = new FrameSplitter();
    splitter.push(proto.frame(Buffer.from('abc')).subarray(0, 6));
    expect(splitter.next()).toBe(false);
    expect(() => {
      splitter.end();
    }).toThrow(
      expect.objectContaining({
        code: 'ERR_WIRE_TRUNCATED',
        retryable: true,
        message: expect.stringContaining('after 6 bytes') as string,
      }),
    );
  });

  it('ends quietly between frames', () => {
    const splitter = new FrameSplitter();
    splitter.push(proto.frame(Buffer.from('abc')));
    splitter.next();
    expect(() => {
      splitter.end();
    }).not.toThrow();
  });
});
