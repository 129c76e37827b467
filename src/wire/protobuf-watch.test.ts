import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ObjectRecord } from '../meta/index.js';
import type { StreamOptions } from './list-part.js';
import { decodeProtobufWatch } from './protobuf-watch.js';
import {
  chunkings,
  cut,
  failureOf,
  gather,
  kubernetesObjects,
  own,
  proto,
  toyCodec,
  toyMessage,
} from './test-support.js';
import type { WireEvent } from './watch-event.js';

const watch = async (chunks: Iterable<Uint8Array>, options?: StreamOptions): Promise<WireEvent[]> =>
  (await gather(decodeProtobufWatch(chunks, toyCodec, options))).flat();

const toy = (object: unknown): Buffer => proto.envelope('toys.example/v1', 'Toy', toyMessage(object));
const event = (type: string, object: unknown): Buffer => proto.event(type, toy(object));
const A = {
  metadata: { name: 'a', namespace: 'x', uid: 'u', resourceVersion: '3', managedFields: [1] },
  spec: { size: 1 },
};

describe('decodeProtobufWatch', () => {
  it('gives a record for each event, with its type', async () => {
    const [first] = await watch([event('MODIFIED', A)]);
    const record = first?.object as ObjectRecord;
    expect([first?.type, record.key, record.uid, record.resourceVersion]).toEqual(['MODIFIED', 'x/a', 'u', '3']);
  });

  it('gives what was sent, however the bytes are cut', async () => {
    const events = fc.array(
      fc.record({ type: fc.constantFrom('ADDED', 'MODIFIED', 'DELETED', 'NEW'), object: kubernetesObjects }),
      { maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(events, chunkings, async (sent, positions) => {
        const body = Buffer.concat(sent.map(({ type, object }) => event(type, object)));
        const found = await watch(cut(body, positions), { keepManagedFields: true });
        expect(
          found.map(({ type, object }) => ({ type, object: { ...(object as ObjectRecord).object } })),
        ).toStrictEqual(
          (JSON.parse(JSON.stringify(sent)) as { type: string; object: Record<string, unknown> }[]).map(
            ({ type, object }) => ({
              type,
              object: own({}, object),
            }),
          ),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('gives events that came together, together', async () => {
    const chunk = Buffer.concat([event('ADDED', A), event('ADDED', A)]);
    const batches = await gather(decodeProtobufWatch([chunk, chunk.subarray(0, chunk.length / 2)], toyCodec));
    expect(batches.map((batch) => batch.length)).toEqual([2, 1]);
  });

  it('gives a bookmark as a plain object with its kind', async () => {
    const [first] = await watch([event('BOOKMARK', { metadata: { resourceVersion: '9' } })]);
    expect(first).toEqual({
      type: 'BOOKMARK',
      object: { kind: 'Toy', apiVersion: 'toys.example/v1', metadata: { resourceVersion: '9' } },
    });
  });

  it('gives an error as a Status, for which no table is needed', async () => {
    const status = Buffer.concat([
      proto.bytes(1, ''),
      proto.bytes(2, 'Failure'),
      proto.bytes(3, 'too old'),
      proto.bytes(4, 'Expired'),
      proto.number(6, 410),
    ]);
    const [first] = await watch([proto.event('ERROR', proto.envelope('v1', 'Status', status))]);
    expect(first).toMatchObject({ type: 'ERROR', object: { code: 410, reason: 'Expired', message: 'too old' } });
  });

  it('gives an object without a name as it is, for the Reflector to report', async () => {
    const [first] = await watch([event('ADDED', { metadata: {} })]);
    expect(first?.object).not.toBeInstanceOf(ObjectRecord);
  });

  it('keeps nothing alive of the chunk it came in', async () => {
    const chunk = event('ADDED', A);
    const [first] = await watch([chunk]);
    chunk.fill(0);
    expect((first?.object as ObjectRecord).object).toMatchObject({ metadata: { name: 'a' }, spec: { size: 1 } });
  });

  it.each([
    ['a frame that is no message', proto.frame(Buffer.from([0xff])), 'ERR_WIRE_MALFORMED'],
    ['a frame without an object', proto.frame(proto.bytes(1, 'ADDED')), 'ERR_WIRE_MALFORMED'],
    ['an object without its envelope', proto.event('ADDED', toyMessage(A)), 'ERR_WIRE_MALFORMED'],
    [
      'a broken object',
      proto.event('ADDED', proto.envelope('toys.example/v1', 'Toy', Buffer.from([0x0a, 9]))),
      'ERR_WIRE_MALFORMED',
    ],
    [
      'a kind without a table',
      proto.event('ADDED', proto.envelope('v9', 'Thing', toyMessage(A))),
      'ERR_WIRE_UNKNOWN_TYPE',
    ],
    ['a stream that is cut off', event('ADDED', A).subarray(0, 40), 'ERR_WIRE_TRUNCATED'],
    ['garbage', Buffer.from('<html>Bad gateway</html>'), 'ERR_WIRE_TOO_LARGE'],
  ])('fails on %s', async (_, body, code) => {
    expect(await failureOf(watch([body], { what: 'the watch of toys' }))).toMatchObject({ code });
  });
});
