import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiStatusError } from '../errors/index.js';
import { ObjectRecord } from '../meta/index.js';
import { decodeJsonWatch } from './json-watch.js';
import type { StreamOptions } from './list-part.js';
import { chunkings, cut, failureOf, gather, kubernetesObjects } from './test-support.js';
import type { WireEvent } from './watch-event.js';

const watch = async (chunks: Iterable<Uint8Array>, options?: StreamOptions): Promise<WireEvent[]> =>
  (await gather(decodeJsonWatch(chunks, options))).flat();

const plain = (events: readonly WireEvent[]): unknown[] =>
  events.map(({ type, object }) => ({ type, object: object instanceof ObjectRecord ? { ...object.object } : object }));

const LINE = '{"type":"ADDED","object":{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","namespace":"x"}}}';

describe('decodeJsonWatch', () => {
  it('gives a record for each event, with its type', async () => {
    const [event] = await watch([Buffer.from(`${LINE}\n`)]);
    expect(event?.type).toBe('ADDED');
    expect((event?.object as ObjectRecord).key).toBe('x/a');
  });

  it('gives what was sent, however the bytes are cut', async () => {
    const events = fc.array(
      fc.record({ type: fc.constantFrom('ADDED', 'MODIFIED', 'DELETED'), object: kubernetesObjects }),
      { maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(events, fc.constantFrom('\n', '\r\n', '\n\n'), chunkings, async (sent, newline, positions) => {
        const body = Buffer.from(sent.map((event) => JSON.stringify(event) + newline).join(''));
        const found = await watch(cut(body, positions), { keepManagedFields: true });
        expect(plain(found)).toStrictEqual(JSON.parse(JSON.stringify(sent)));
      }),
      { numRuns: 60 },
    );
  });

  it('takes object before type, and fields it does not know', async () => {
    const body = '{"x":1,"object":{"metadata":{"name":"a"}},"type":"DELETED","y":[{}]}\n';
    expect(plain(await watch([Buffer.from(body)]))).toEqual([{ type: 'DELETED', object: { metadata: { name: 'a' } } }]);
  });

  it('takes a last line without a line feed', async () => {
    expect(await watch([Buffer.from(`${LINE}\n${LINE}`)])).toHaveLength(2);
  });

  it('gives events that came together, together', async () => {
    const batches = await gather(decodeJsonWatch([Buffer.from(`${LINE}\n${LINE}\n`), Buffer.from(`${LINE}\n`)]));
    expect(batches.map((batch) => batch.length)).toEqual([2, 1]);
  });

  it('gives a bookmark as a plain object, since it has no name', async () => {
    const bookmark = {
      kind: 'Pod',
      metadata: { resourceVersion: '9', annotations: { 'k8s.io/initial-events-end': 'true' } },
    };
    const [event] = await watch([Buffer.from(JSON.stringify({ type: 'BOOKMARK', object: bookmark }) + '\n')]);
    expect(event).toEqual({ type: 'BOOKMARK', object: bookmark });
  });

  it('gives an error as a Status', async () => {
    const body = '{"type":"ERROR","object":{"kind":"Status","code":410,"reason":"Expired","message":"too old"}}\n';
    const [event] = await watch([Buffer.from(body)]);
    expect(event).toEqual({
      type: 'ERROR',
      object: { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' },
    });
  });

  it('passes an event of an unknown type on, for the Reflector to report', async () => {
    const [event] = await watch([Buffer.from('{"type":"NEW","object":5}\n')]);
    expect(event).toEqual({ type: 'NEW', object: 5 });
  });

  it('turns invalid UTF-8 into U+FFFD, as Go does', async () => {
    const body = Buffer.from('{"type":"ADDED","object":{"metadata":{"name":"a"},"x":"?"}}\n');
    body[body.indexOf('?')] = 0xff;
    const [event] = await watch([body]);
    expect((event?.object as ObjectRecord).field(['x'])).toBe('\ufffd');
  });

  it.each([
    ['garbage', 'rubbish\n', 'ERR_WIRE_MALFORMED', /byte 0\b/],
    [
      'garbage on a later line',
      `${LINE}\n{"type":!}\n`,
      'ERR_WIRE_MALFORMED',
      new RegExp(`byte ${LINE.length + 9}\\b`),
    ],
    ['more than an event on a line', `${LINE} 1\n`, 'ERR_WIRE_MALFORMED', new RegExp(`byte ${LINE.length + 1}\\b`)],
    ['a line that ends too soon', `${LINE.slice(0, 30)}\n`, 'ERR_WIRE_MALFORMED', /byte 30\b/],
    ['a line that is no event', '{"kind":"Pod"}\n', 'ERR_WIRE_MALFORMED', /no event/],
    ['an event without an object', '{"type":"ADDED"}\n', 'ERR_WIRE_MALFORMED', /no event/],
    ['a type that is no text', '{"type":1,"object":{}}\n', 'ERR_WIRE_MALFORMED', /no event/],
    [
      'a body that is cut off',
      `${LINE}\n${LINE.slice(0, 30)}`,
      'ERR_WIRE_TRUNCATED',
      new RegExp(`${LINE.length + 31} bytes`),
    ],
    ['a byte order mark', `\ufeff${LINE}\n`, 'ERR_WIRE_MALFORMED', /byte 0\b/],
  ])('fails on %s, saying where', async (_, body, code, message) => {
    expect(await failureOf(watch([Buffer.from(body)], { what: 'the watch of pods' }))).toMatchObject({
      code,
      message: expect.stringMatching(message) as string,
    });
  });

  it('throws a Status that stands in place of an event', async () => {
    const body = '{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Forbidden","code":403}\n';
    const error = await failureOf(watch([Buffer.from(body)]));
    expect(error).toBeInstanceOf(ApiStatusError);
    expect(error).toMatchObject({ statusCode: 403, reason: 'Forbidden' });
  });

  it('refuses a line above the limit', async () => {
    expect(await failureOf(watch([Buffer.from(LINE)], { maxObjectBytes: 20 }))).toMatchObject({
      code: 'ERR_WIRE_TOO_LARGE',
    });
  });

  it('closes the source when its reader leaves', async () => {
    let closed = false;
    function* endless(): Generator<Uint8Array> {
      try {
        for (;;) yield Buffer.from(`${LINE}\n`);
      } finally {
        closed = true;
      }
    }
    for await (const _batch of decodeJsonWatch(endless())) break;
    expect(closed).toBe(true);
  });
});
