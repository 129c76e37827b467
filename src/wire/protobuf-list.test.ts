import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiStatusError } from '../errors/index.js';
import { ObjectRecord } from '../meta/index.js';
import { SLICE_BYTES } from './limits.js';
import type { ListInfo, StreamOptions } from './list-part.js';
import { decodeProtobufList } from './protobuf-list.js';
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

const decode = async (
  chunks: Iterable<Uint8Array>,
  options?: StreamOptions,
): Promise<{ items: unknown[]; list: ListInfo | undefined; parts: number }> => {
  const parts = await gather(decodeProtobufList(chunks, toyCodec, options));
  const items = parts.flatMap(({ items }) => items);
  return {
    items: items.map((item) => (item instanceof ObjectRecord ? { ...item.object } : item)),
    list: parts.at(-1)?.list,
    parts: parts.length,
  };
};

const META = Buffer.concat([proto.bytes(1, ''), proto.bytes(2, '12'), proto.bytes(3, 'token'), proto.number(4, 300)]);
const list = (objects: readonly unknown[], kind = 'ToyList'): Buffer =>
  proto.envelope(
    'toys.example/v1',
    kind,
    Buffer.concat([proto.bytes(1, META), ...objects.map((object) => proto.bytes(2, toyMessage(object)))]),
  );
const A = { metadata: { name: 'a' } };
const INFO = {
  apiVersion: 'toys.example/v1',
  kind: 'ToyList',
  resourceVersion: '12',
  continue: 'token',
  remainingItemCount: 300,
};

describe('decodeProtobufList', () => {
  it('gives the items and what the list says, however the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(kubernetesObjects, { maxLength: 5 }), chunkings, async (objects, positions) => {
        const { items, list: info } = await decode(cut(list(objects), positions), { keepManagedFields: true });
        expect(items).toStrictEqual(
          objects.map((object) => own({}, JSON.parse(JSON.stringify(object)) as Record<string, unknown>)),
        );
        expect(info).toEqual(INFO);
      }),
      { numRuns: 60 },
    );
  });

  it('knows the list before the first item', async () => {
    const [first] = await gather(decodeProtobufList([list([A])], toyCodec));
    expect(first).toMatchObject({ list: INFO, isLast: false });
  });

  it('gives the items the kind of the list', async () => {
    expect((await decode([list([A])])).items).toEqual([{ kind: 'Toy', apiVersion: 'toys.example/v1', ...A }]);
  });

  it('takes a list of none, and one without any bytes', async () => {
    expect(await decode([list([])])).toMatchObject({ items: [], parts: 1 });
    expect(await decode([proto.envelope('toys.example/v1', 'ToyList', Buffer.alloc(0))])).toMatchObject({ items: [] });
  });

  it('skips fields that it does not know, of every wire type', async () => {
    const strange = Buffer.concat([
      proto.bytes(9, 'new'),
      proto.number(10, 5),
      Buffer.from([11 * 8 + 1, 1, 2, 3, 4, 5, 6, 7, 8]),
      Buffer.from([12 * 8 + 5, 1, 2, 3, 4]),
      proto.bytes(2, toyMessage(A)),
    ]);
    expect((await decode([proto.envelope('toys.example/v1', 'ToyList', strange)])).items).toHaveLength(1);
  });

  it('hands over a large chunk in slices', async () => {
    const count = Math.ceil((SLICE_BYTES * 3) / toyMessage(A).length);
    const { items, parts } = await decode([list(Array.from({ length: count }, () => A))]);
    expect(items).toHaveLength(count);
    expect(parts).toBeGreaterThan(3);
  });

  it('says of every beginning of a list that it was cut off, as long as the list itself is not whole', async () => {
    const body = list([A, A]);
    // Behind the list come two empty fields, whose absence nobody can tell.
    for (let end = 0; end < body.length - 4; end++) {
      expect(await failureOf(decode([body.subarray(0, end)]))).toMatchObject({ code: 'ERR_WIRE_TRUNCATED' });
    }
  });

  it('throws a Status that stands in place of the list, with its causes', async () => {
    const status = Buffer.concat([
      proto.bytes(2, 'Failure'),
      proto.bytes(4, 'Timeout'),
      proto.bytes(5, Buffer.concat([proto.bytes(4, proto.bytes(1, 'ResourceVersionTooLarge')), proto.number(5, 3)])),
      proto.number(6, 504),
    ]);
    const error = await failureOf(decode(cut(proto.envelope('v1', 'Status', status), [9, 30])));
    expect(error).toBeInstanceOf(ApiStatusError);
    expect(error).toMatchObject({
      statusCode: 504,
      retryAfterMs: 3000,
      status: { details: { causes: [{ reason: 'ResourceVersionTooLarge' }] } },
    });
  });

  it.each([
    ['JSON', Buffer.from('{"kind":"PodList"}'), 'ERR_WIRE_MALFORMED'],
    ['one object', proto.envelope('toys.example/v1', 'Toy', toyMessage(A)), 'ERR_LIST_INVALID'],
    ['a kind without a table', proto.envelope('v9', 'ThingList', toyMessage(A)), 'ERR_WIRE_UNKNOWN_TYPE'],
    [
      'a broken item',
      proto.envelope('toys.example/v1', 'ToyList', proto.bytes(2, Buffer.from([0x0a, 9]))),
      'ERR_WIRE_MALFORMED',
    ],
    [
      'an item that is longer than the list',
      proto.envelope('toys.example/v1', 'ToyList', Buffer.from([0x12, 9, 1])),
      'ERR_WIRE_MALFORMED',
    ],
    [
      'a tag that the list ends in',
      proto.envelope('toys.example/v1', 'ToyList', Buffer.from([0x92])),
      'ERR_WIRE_MALFORMED',
    ],
    ['an unknown wire type', proto.envelope('toys.example/v1', 'ToyList', Buffer.from([0x13])), 'ERR_WIRE_MALFORMED'],
    ['field number 0', proto.envelope('toys.example/v1', 'ToyList', Buffer.from([0x02, 0])), 'ERR_WIRE_MALFORMED'],
    ['a number that does not end', Buffer.concat([Buffer.from('k8s\0'), Buffer.alloc(12, 0xff)]), 'ERR_WIRE_MALFORMED'],
    ['an encoding inside', Buffer.concat([Buffer.from('k8s\0'), proto.bytes(3, 'gzip')]), 'ERR_WIRE_MALFORMED'],
    ['nothing', Buffer.alloc(0), 'ERR_WIRE_TRUNCATED'],
  ])('fails on %s', async (_, body, code) => {
    expect(await failureOf(decode([body]))).toMatchObject({ code });
  });

  it('refuses an item above the limit as soon as its length is read', async () => {
    const body = list([{ metadata: { name: 'a'.repeat(300) } }]);
    expect(await failureOf(decode([body.subarray(0, 80)], { maxObjectBytes: 100 }))).toMatchObject({
      code: 'ERR_WIRE_TOO_LARGE',
    });
  });
});
