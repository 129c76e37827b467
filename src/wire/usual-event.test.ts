import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ObjectRecord } from '../meta/index.js';
import { encodeMessage, messageTypeOf } from './codec/index.js';
import type { MessageType } from './codec/index.js';
import { builtInCodec } from './object-codec.js';
import type { ObjectCodec } from './object-codec.js';
import { decodeProtobufWatch } from './protobuf-watch.js';
import type { MessageKind } from './protobuf-record.js';
import { gather, mutate, mutations, proto, toyCodec, toyMessage } from './test-support.js';
import { UsualEvent } from './usual-event.js';

const KIND: MessageKind<'toy'> = { apiVersion: 'toys.example/v1', kind: 'Toy', codec: toyCodec, type: 'toy' };
const message = toyMessage({ metadata: { name: 'a', namespace: 'x', resourceVersion: '3' } });
const envelope = proto.envelope(KIND.apiVersion, KIND.kind, message);
const contentOf = (type: string, object: Uint8Array = envelope): Buffer => proto.event(type, object).subarray(4);

function usual(): UsualEvent {
  const event = new UsualEvent();
  event.expect(KIND);
  return event;
}

describe('a usual event', () => {
  it.each(['ADDED', 'MODIFIED', 'DELETED'])('is %s, of the kind that is expected', (type) => {
    const bytes = Buffer.concat([Buffer.alloc(3), contentOf(type), Buffer.alloc(3)]);
    const event = usual();
    expect(event.open(bytes, 3, bytes.length - 3)).toBe(true);
    expect([event.type, bytes.subarray(event.start, event.end)]).toEqual([type, message]);
  });

  it.each([
    { what: 'of another type', bytes: contentOf('BOOKMARK') },
    { what: 'of a type as long', bytes: contentOf('CHANGES') },
    { what: 'of another kind', bytes: contentOf('ADDED', proto.envelope('v1', 'Pod', message)) },
    { what: 'with something after it', bytes: Buffer.concat([contentOf('ADDED'), proto.number(3, 1)]) },
    {
      what: 'with something in its envelope',
      bytes: contentOf('ADDED', Buffer.concat([envelope, proto.number(9, 1)])),
    },
    { what: 'with an encoding', bytes: contentOf('ADDED', withEncoding('gzip')) },
    { what: 'with another magic', bytes: contentOf('ADDED', Buffer.from(envelope).fill('x', 0, 1)) },
    { what: 'that is cut', bytes: contentOf('ADDED').subarray(0, -1) },
    { what: 'that is empty', bytes: Buffer.alloc(0) },
  ])('is none $what', ({ bytes }) => {
    expect(usual().open(bytes, 0, bytes.length)).toBe(false);
  });

  it('is none before a kind is expected, or with a name that is too long', () => {
    expect(new UsualEvent().open(contentOf('ADDED'), 0, contentOf('ADDED').length)).toBe(false);
    const long = { ...KIND, kind: 'T'.repeat(130) } as MessageKind;
    const event = usual();
    event.expect(long);
    const bytes = contentOf('ADDED', proto.envelope(long.apiVersion, long.kind, message));
    expect(event.open(bytes, 0, bytes.length)).toBe(false);
  });
});

describe('an event of a watch', () => {
  const pod = messageTypeOf('v1', 'Pod') as MessageType;
  const podMessage = encodeMessage(pod, { metadata: { name: 'a', labels: { app: 'a' } }, spec: { nodeName: 'n' } });
  it.each([
    { kind: 'a toy', codec: toyCodec, object: envelope },
    { kind: 'a pod', codec: builtInCodec, object: proto.envelope('v1', 'Pod', podMessage) },
  ])('means the same after another one as alone, whatever happened to the bytes of $kind', async (given) => {
    const { codec, object } = given;
    await fc.assert(
      fc.asyncProperty(mutations, fc.constantFrom('ADDED', 'MODIFIED'), async (changes, type) => {
        const event = proto.frame(mutate(contentOf(type, object), changes));
        const alone = await outcomeOf([event], codec);
        expect(await outcomeOf([proto.event('ADDED', object), event], codec)).toEqual(alone);
      }),
      { numRuns: 1_000 },
    );
  });
});

function withEncoding(encoding: string): Buffer {
  const typeMeta = Buffer.concat([proto.bytes(1, KIND.apiVersion), proto.bytes(2, KIND.kind)]);
  const fields = [proto.bytes(1, typeMeta), proto.bytes(2, message), proto.bytes(3, encoding), proto.bytes(4, '')];
  return Buffer.concat([Buffer.from('k8s\0'), ...fields]);
}

/** What the last event is, or why there is none. */
async function outcomeOf(frames: readonly Buffer[], codec: ObjectCodec): Promise<unknown> {
  try {
    const events = (await gather(decodeProtobufWatch([Buffer.concat(frames)], codec))).flat();
    const { type, object } = events.at(-1) ?? {};
    return {
      type,
      isRecord: object instanceof ObjectRecord,
      object: object instanceof ObjectRecord ? object.object : object,
    };
  } catch (error) {
    // Where in the stream it is differs.
    return (error as { code?: string }).code ?? error;
  }
}
