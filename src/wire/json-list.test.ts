import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiStatusError } from '../errors/index.js';
import { ObjectRecord } from '../meta/index.js';
import { decodeJsonList } from './json-list.js';
import { SLICE_BYTES } from './limits.js';
import type { ListInfo, StreamOptions } from './list-part.js';
import { chunkings, cut, failureOf, gather, kubernetesObjects } from './test-support.js';

interface Decoded {
  readonly items: unknown[];
  readonly list: ListInfo | undefined;
  readonly parts: number;
}

const decode = async (body: string | Iterable<Uint8Array>, options?: StreamOptions): Promise<Decoded> => {
  const chunks = typeof body === 'string' ? [Buffer.from(body)] : body;
  const parts = await gather(decodeJsonList(chunks, options));
  const items = parts.flatMap(({ items }) => items);
  return {
    items: items.map((item) => (item instanceof ObjectRecord ? { ...item.object } : item)),
    list: parts.at(-1)?.list,
    parts: parts.length,
  };
};

const ITEM = '{"metadata":{"name":"a"}}';

describe('decodeJsonList', () => {
  it('gives the items and what the list says, however the bytes are cut', async () => {
    const metadata = { resourceVersion: '12', continue: 'token', remainingItemCount: 5 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(kubernetesObjects, { maxLength: 5 }),
        fc.shuffledSubarray(['apiVersion', 'kind', 'metadata', 'items', 'other'], { minLength: 5 }),
        fc.nat(2),
        chunkings,
        async (items, order, indent, positions) => {
          const whole: Record<string, unknown> = {
            apiVersion: 'toys.example/v1',
            kind: 'ToyList',
            metadata,
            items,
            other: [{ items: [1] }],
          };
          const text = JSON.stringify(Object.fromEntries(order.map((name) => [name, whole[name]])), undefined, indent);
          const { items: found, list } = await decode(cut(Buffer.from(text), positions), { keepManagedFields: true });
          expect(found).toStrictEqual(JSON.parse(JSON.stringify(items)));
          expect(list).toEqual({ apiVersion: 'toys.example/v1', kind: 'ToyList', ...metadata });
        },
      ),
      { numRuns: 80 },
    );
  });

  it('knows the list before the first item when the server says it first', async () => {
    const body = `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[${ITEM}]}`;
    const [first] = await gather(decodeJsonList([Buffer.from(body)]));
    expect(first).toMatchObject({ list: { resourceVersion: '7' }, isLast: false });
  });

  it('gives items without a kind that of the list', async () => {
    const { items } = await decode(`{"kind":"PodList","apiVersion":"v1","items":[${ITEM}]}`);
    expect(items).toEqual([{ kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' } }]);
  });

  it('gives items without a kind the one the caller expects, when the list says its own too late', async () => {
    const { items } = await decode(`{"items":[${ITEM}],"kind":"PodList","apiVersion":"v1"}`, {
      type: { apiVersion: 'v1', kind: 'Pod' },
    });
    expect(items).toMatchObject([{ kind: 'Pod', apiVersion: 'v1' }]);
  });

  it.each([
    '{"kind":"PodList","items":[]}',
    '{"kind":"PodList","items":null}',
    '{"kind":"PodList"}',
    '{"items":[ ]}',
    ' {"items" : [ ] } \n',
  ])('takes %s as a list of none', async (body) => {
    expect(await decode(body)).toMatchObject({ items: [], parts: 1 });
  });

  it('gives what is no object as it is, for the Reflector to report', async () => {
    expect((await decode(`{"items":[1,null,"x",[],{},${ITEM}]}`)).items).toEqual([
      1,
      null,
      'x',
      [],
      {},
      { metadata: { name: 'a' } },
    ]);
  });

  it('hands over a large chunk in slices', async () => {
    const count = Math.ceil((SLICE_BYTES * 3) / ITEM.length);
    const { parts, items } = await decode(`{"items":[${Array.from({ length: count }, () => ITEM).join()}]}`);
    expect(items).toHaveLength(count);
    expect(parts).toBeGreaterThan(3);
  });

  it('does not scan a large item over and over when it comes in small chunks', async () => {
    const large = Buffer.from(`{"items":[{"metadata":{"name":"a"},"data":"${'x'.repeat(1 << 20)}"}]}`);
    const chunks = Array.from({ length: Math.ceil(large.length / 16) }, (_, index) =>
      large.subarray(index * 16, index * 16 + 16),
    );
    const startedAt = process.cpuUsage();
    expect((await decode(chunks)).items).toHaveLength(1);
    // Scanning it anew for each of 65,000 chunks would take minutes.
    expect(process.cpuUsage(startedAt).user / 1e6).toBeLessThan(10);
  });

  it.each([
    ['garbage', 'rubbish', /byte 0\b/],
    ['a list of objects', `[${ITEM}]`, /byte 0\b/],
    ['a broken item', '{"items":[{"metadata":}]}', /byte 22\b/],
    ['no comma between items', `{"items":[${ITEM} ${ITEM}]}`, /byte 36\b/],
    ['a comma too many', `{"items":[${ITEM},]}`, /byte 36\b/],
    ['something behind it', '{"items":[]} x', /byte 13\b/],
    ['two lists', '{"items":[]}{"items":[]}', /byte 12\b/],
    ['a comma at the end', '{"items":[],}', /byte 12\b/],
    ['what is nested too deep', `{"items":[${'['.repeat(20_000)}`, /nested too deep/],
  ])('fails on %s, saying where', async (_, body, message) => {
    expect(await failureOf(decode(body))).toMatchObject({
      code: 'ERR_WIRE_MALFORMED',
      message: expect.stringMatching(message) as string,
    });
  });

  it('says of every beginning of a list that it was cut off', async () => {
    const body = `{"kind":"PodList","metadata":{"resourceVersion":"1"},"items":[${ITEM},${ITEM}],"x":1}`;
    for (let end = 0; end < body.length; end++) {
      expect(await failureOf(decode(body.slice(0, end)))).toMatchObject({
        code: 'ERR_WIRE_TRUNCATED',
        retryable: true,
      });
    }
  });

  it('refuses an item above the limit, and takes one as long', async () => {
    const body = `{"items":[${ITEM}]}`;
    expect((await decode(cut(Buffer.from(body), [20]), { maxObjectBytes: ITEM.length })).items).toHaveLength(1);
    const long = Buffer.from(`{"items":[{"metadata":{"name":"${'a'.repeat(200)}`);
    expect(await failureOf(decode([long], { maxObjectBytes: 100 }))).toMatchObject({ code: 'ERR_WIRE_TOO_LARGE' });
  });

  it('throws a Status that stands in place of the list', async () => {
    const body = JSON.stringify({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'no',
      reason: 'Expired',
      code: 410,
    });
    const error = await failureOf(decode(body));
    expect(error).toBeInstanceOf(ApiStatusError);
    expect(error).toMatchObject({ reason: 'Expired', statusCode: 410, message: 'Cannot read the list: no' });
  });

  it.each(['{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a"}}', '{}', '{"kind":"List"}'])(
    'refuses %s, which is no list',
    async (body) => {
      expect(await failureOf(decode(body))).toMatchObject({ code: 'ERR_LIST_INVALID' });
    },
  );

  it('passes an error of the source on', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('{"items":[');
      await Promise.resolve();
      throw new Error('reset');
    }
    expect(await failureOf(gather(decodeJsonList(broken())))).toMatchObject({ message: 'reset' });
  });
});
