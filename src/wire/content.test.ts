import { describe, expect, it } from 'vitest';
import { ApiStatusError } from '../errors/index.js';
import type { ObjectRecord } from '../meta/index.js';
import { decodeList, decodeObject, decodeWatch } from './content.js';
import { JsonRecord } from './json-record.js';
import { JSON_TYPE, PROTOBUF } from './media-type.js';
import { ProtobufRecord } from './protobuf-record.js';
import { failureOf, gather, proto, toyCodec, toyMessage } from './test-support.js';

const A = { metadata: { name: 'a' } };
const options = { codec: toyCodec };
const toyList = proto.envelope('toys.example/v1', 'ToyList', proto.bytes(2, toyMessage(A)));
const PAGE = '<html><body>Log in</body></html>';

describe('decodeList', () => {
  it.each([
    [PROTOBUF, toyList, ProtobufRecord],
    [JSON_TYPE, Buffer.from(`{"items":[${JSON.stringify(A)}]}`), JsonRecord],
  ])('reads %s', async (contentType, body, kind) => {
    const [part] = await gather(decodeList(contentType, [body], options));
    expect(part?.items[0]).toBeInstanceOf(kind);
  });

  it('refuses a page of a proxy, showing it, and reads no more of it than that', async () => {
    let chunks = 0;
    function* endless(): Generator<Uint8Array> {
      for (;;) {
        chunks++;
        yield Buffer.from(PAGE.padEnd(1024));
      }
    }
    const error = await failureOf(gather(decodeList('text/html', endless(), { what: 'the list of pods' })));
    expect(error).toMatchObject({
      code: 'ERR_WIRE_UNEXPECTED_CONTENT',
      message: expect.stringMatching(/the list of pods.*Log in/) as string,
    });
    expect(chunks).toBeLessThan(20);
  });
});

describe('decodeWatch', () => {
  it.each([
    [
      `${PROTOBUF};stream=watch`,
      proto.event('ADDED', proto.envelope('toys.example/v1', 'Toy', toyMessage(A))),
      ProtobufRecord,
    ],
    [JSON_TYPE, Buffer.from(`{"type":"ADDED","object":${JSON.stringify(A)}}\n`), JsonRecord],
  ])('reads %s', async (contentType, body, kind) => {
    const [event] = (await gather(decodeWatch(contentType, [body], options))).flat();
    expect(event?.object).toBeInstanceOf(kind);
  });

  it('refuses what is neither', async () => {
    expect(await failureOf(gather(decodeWatch(undefined, [Buffer.from(PAGE)])))).toMatchObject({
      code: 'ERR_WIRE_UNEXPECTED_CONTENT',
    });
  });
});

describe('decodeObject', () => {
  it.each([
    [PROTOBUF, proto.envelope('toys.example/v1', 'Toy', toyMessage(A)), ProtobufRecord],
    [JSON_TYPE, Buffer.from(` ${JSON.stringify(A)} \n`), JsonRecord],
  ])('reads %s', (contentType, body, kind) => {
    expect(decodeObject(contentType, body, options)).toBeInstanceOf(kind);
  });

  it('gives an object without a name as it is: a review has none', () => {
    const review = { kind: 'SubjectAccessReview', metadata: {}, status: { allowed: true } };
    expect(decodeObject(JSON_TYPE, Buffer.from(JSON.stringify(review)))).toEqual(review);
  });

  it('gives a plain object where the fields are in no order that a record could rely on', () => {
    // Its labels, field 11, before its name, field 1.
    const label = proto.bytes(11, Buffer.concat([proto.bytes(1, 'app'), proto.bytes(2, 'web')]));
    const metadata = Buffer.concat([label, proto.bytes(1, 'a')]);
    const found = decodeObject(PROTOBUF, proto.envelope('v1', 'ConfigMap', proto.bytes(1, metadata)));
    expect(found).not.toBeInstanceOf(ProtobufRecord);
    expect(found).toMatchObject({ kind: 'ConfigMap', metadata: { name: 'a', labels: { app: 'web' } } });
  });

  it('gives the Status of success that a delete answers with', () => {
    const success = '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Success","details":{"name":"a"}}';
    expect(decodeObject(JSON_TYPE, Buffer.from(success))).toMatchObject({ status: 'Success' });
    expect(decodeObject(PROTOBUF, proto.envelope('v1', 'Status', proto.bytes(2, 'Success')))).toMatchObject({
      status: 'Success',
    });
  });

  it.each([
    [JSON_TYPE, Buffer.from('{"kind":"Status","status":"Failure","code":403,"message":"no"}')],
    [
      PROTOBUF,
      proto.envelope(
        'v1',
        'Status',
        Buffer.concat([proto.bytes(2, 'Failure'), proto.bytes(3, 'no'), proto.number(6, 403)]),
      ),
    ],
  ])('throws the Status of failure that stands in place of an object in %s', (contentType, body) => {
    expect(() => decodeObject(contentType, body, { what: 'the pod' })).toThrow(ApiStatusError);
    expect(() => decodeObject(contentType, body, { what: 'the pod' })).toThrow('Cannot read the pod: no');
  });

  it.each([
    [JSON_TYPE, '{"metadata":{"name":"a"}', 'ERR_WIRE_TRUNCATED'],
    [JSON_TYPE, '', 'ERR_WIRE_TRUNCATED'],
    [JSON_TYPE, '{"metadata":x}', 'ERR_WIRE_MALFORMED'],
    [JSON_TYPE, '{} {}', 'ERR_WIRE_MALFORMED'],
    [PROTOBUF, 'rubbish', 'ERR_WIRE_MALFORMED'],
    [PROTOBUF, '', 'ERR_WIRE_MALFORMED'],
    ['text/html', PAGE, 'ERR_WIRE_UNEXPECTED_CONTENT'],
  ])('fails on %s %j with %s', (contentType, body, code) => {
    expect(() => decodeObject(contentType, Buffer.from(body))).toThrow(expect.objectContaining({ code }));
  });

  it('is a record whatever the memory it came in', () => {
    const shared = new Uint8Array([...Buffer.from('xx'), ...Buffer.from(JSON.stringify(A))]);
    expect((decodeObject(JSON_TYPE, shared.subarray(2)) as ObjectRecord).key).toBe('a');
  });
});
