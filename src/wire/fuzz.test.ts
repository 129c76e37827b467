import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KubeInformerError } from '../errors/index.js';
import { ObjectRecord } from '../meta/index.js';
import { encodeMessage, messageTypeOf } from './codec/index.js';
import type { MessageType } from './codec/index.js';
import { decodeList, decodeObject, decodeWatch } from './content.js';
import { JSON_TYPE, PROTOBUF } from './media-type.js';
import { errorOfResponse } from './status-body.js';
import { chunkings, cut, gather, mutate, mutations, proto } from './test-support.js';

// What a server sends for two pods, as a list, as a watch and one by one, in both formats. The fuzz begins from these,
// since random bytes hardly get past the first field.
const PODS = ['web-1', 'web-2'].map((name, index) => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: {
    name,
    namespace: 'default',
    uid: `0000-${index}`,
    resourceVersion: String(index + 5),
    creationTimestamp: '2024-01-02T03:04:05Z',
    labels: { app: 'web', __proto__: 'x' },
    annotations: { 'a/b': 'é"\\\n' },
    managedFields: [{ manager: 'kubectl', operation: 'Update', fieldsV1: { 'f:spec': {} } }],
  },
  spec: { containers: [{ name: 'c', image: 'i', ports: [{ containerPort: 80 }], resources: {} }], nodeName: 'n1' },
  status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True', lastProbeTime: null }] },
}));
const STATUS = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Expired', code: 410, message: 'old' };

const pod = messageTypeOf('v1', 'Pod') as MessageType;
const status = messageTypeOf('v1', 'Status') as MessageType;
const raw = PODS.map((object) => encodeMessage(pod, object));
const listMeta = Buffer.concat([proto.bytes(2, '99'), proto.bytes(3, 'more'), proto.number(4, 7)]);
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

const CAPTURES = {
  list: {
    [JSON_TYPE]: json({ kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '99' }, items: PODS }),
    [PROTOBUF]: proto.envelope(
      'v1',
      'PodList',
      Buffer.concat([proto.bytes(1, listMeta), ...raw.map((message) => proto.bytes(2, message))]),
    ),
  },
  watch: {
    [JSON_TYPE]: Buffer.concat([
      ...PODS.flatMap((object) => [json({ type: 'ADDED', object }), Buffer.from('\n')]),
      json({ type: 'BOOKMARK', object: { kind: 'Pod', apiVersion: 'v1', metadata: { resourceVersion: '100' } } }),
      Buffer.from('\r\n'),
      json({ type: 'ERROR', object: STATUS }),
    ]),
    [PROTOBUF]: Buffer.concat([
      ...raw.map((message) => proto.event('MODIFIED', proto.envelope('v1', 'Pod', message))),
      proto.event('ERROR', proto.envelope('v1', 'Status', encodeMessage(status, STATUS))),
    ]),
  },
};

/** Reads all there is to read of what came out, so that nothing stays undecoded. */
function readAll(value: unknown): unknown {
  if (!(value instanceof ObjectRecord)) return value;
  value.label('app');
  value.field(['spec', 'nodeName']);
  const object: object = (value as ObjectRecord).object;
  expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
  expect(JSON.stringify(value.project('metadata').object)).toContain('"name"');
  // The getters must not throw, and must agree with the whole.
  expect({ ...object }).toStrictEqual(value.forTransform());
  return { ...object };
}

type Outcome = { readonly result: unknown } | { readonly error: string };

async function outcome(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { result: await work() };
  } catch (error) {
    // Anything else, a TypeError or a RangeError, is a crash.
    if (!(error instanceof KubeInformerError)) throw error;
    return { error: `${error.code} ${error.message}` };
  }
}

const readList = (type: string, chunks: Uint8Array[]): Promise<Outcome> =>
  outcome(async () => {
    const parts = await gather(decodeList(type, chunks));
    return { items: parts.flatMap(({ items }) => items).map(readAll), list: parts.at(-1)?.list };
  });

const readWatch = (type: string, chunks: Uint8Array[]): Promise<Outcome> =>
  outcome(async () => {
    const events = (await gather(decodeWatch(type, chunks))).flat();
    return events.map(({ type: name, object }) => ({ name, object: readAll(object) }));
  });

const READERS = { list: readList, watch: readWatch };
const CASES = (['list', 'watch'] as const).flatMap((what) =>
  [JSON_TYPE, PROTOBUF].map((type) => [what, type as typeof JSON_TYPE | typeof PROTOBUF] as const),
);

describe('the decoders under fire', () => {
  let prototype: PropertyKey[] = [];
  beforeAll(() => {
    prototype = Reflect.ownKeys(Object.prototype);
  });
  afterAll(() => {
    expect(Reflect.ownKeys(Object.prototype)).toEqual(prototype);
  });

  it.each(CASES)('%s as %s: the capture itself decodes', async (what, type) => {
    expect(await READERS[what](type, [CAPTURES[what][type]])).toHaveProperty('result');
  });

  it.each(CASES)(
    '%s as %s: mutated captures give a result or a typed error, the same however they are cut',
    async (what, type) => {
      const read = READERS[what];
      await fc.assert(
        fc.asyncProperty(mutations, chunkings, async (changes, positions) => {
          const bytes = mutate(CAPTURES[what][type], changes);
          const whole = await read(type, [bytes]);
          const pieces = await read(type, cut(bytes, positions));
          expect(pieces).toStrictEqual(whole);
        }),
        { numRuns: 250 },
      );
    },
  );

  it.each(CASES)('%s as %s: garbage gives a result or a typed error', async (what, type) => {
    const garbage = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.concat([Buffer.from('k8s\0'), bytes])),
      fc.uint8Array({ maxLength: 60 }).map((bytes) => proto.frame(bytes)),
      fc
        .string({
          unit: fc.constantFrom(...Array.from('{}[],:"\\eu0 1-\n'), 'items', 'metadata', '__proto__'),
          maxLength: 60,
        })
        .map((text) => Buffer.from(text)),
    );
    await fc.assert(
      fc.asyncProperty(garbage, chunkings, async (bytes, positions) => {
        await READERS[what](type, cut(bytes, positions));
      }),
      { numRuns: 300 },
    );
  });

  it.each([JSON_TYPE, PROTOBUF])('one object as %s: mutated captures give a result or a typed error', async (type) => {
    const capture = type === JSON_TYPE ? json(PODS[0]) : proto.envelope('v1', 'Pod', raw[0] as Uint8Array);
    await fc.assert(
      fc.asyncProperty(mutations, async (changes) => {
        await outcome(async () => readAll(decodeObject(type, mutate(capture, changes))));
      }),
      { numRuns: 500 },
    );
  });

  it('an error can be made of any body', () => {
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      mutations.map((changes) => mutate(json(STATUS), changes)),
      mutations.map((changes) => mutate(proto.envelope('v1', 'Status', encodeMessage(status, STATUS)), changes)),
    );
    fc.assert(
      fc.property(body, fc.constantFrom(JSON_TYPE, PROTOBUF, 'text/html', undefined), (bytes, contentType) => {
        const error = errorOfResponse({ statusCode: 500, contentType, body: bytes, attempted: 'GET /x' });
        expect(error.message.startsWith('GET /x: ')).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('a key named __proto__ is an own property in everything that is decoded', async () => {
    const text = '{"metadata":{"name":"a","labels":{"__proto__":"x"},"__proto__":{"y":1}},"__proto__":{"z":1}}';
    const [part] = await gather(decodeList(JSON_TYPE, [Buffer.from(`{"__proto__":{"items":[1]},"items":[${text}]}`)]));
    const record = part?.items[0] as ObjectRecord;
    expect(JSON.stringify(record.object)).toBe(text);
    expect([record.label('__proto__'), record.field(['__proto__', 'z'])]).toEqual(['x', 1]);
    expect(JSON.stringify(record.forTransform())).toBe(text);
  });
});
