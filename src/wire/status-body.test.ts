import { describe, expect, it } from 'vitest';
import { ApiStatusError, isNotFound } from '../errors/index.js';
import { encodeMessage, messageTypeOf } from './codec/index.js';
import type { MessageType } from './codec/index.js';
import { readStatus } from './proto-envelope.js';
import { errorOfResponse, excerptOf, unexpectedContent } from './status-body.js';
import { proto } from './test-support.js';

const STATUS = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: 'pods "a" not found',
  reason: 'NotFound',
  details: { name: 'a', kind: 'pods', causes: [{ reason: 'R', message: 'm', field: 'f' }], retryAfterSeconds: 2 },
  code: 404,
};

const respond = (statusCode: number, contentType: string | undefined, body: string | Uint8Array): ApiStatusError =>
  errorOfResponse({ statusCode, contentType, body: Buffer.from(body as string), attempted: 'GET /api/v1/pods/a' });

describe('errorOfResponse', () => {
  it('is what a Status in JSON says', () => {
    const error = respond(404, 'application/json', JSON.stringify(STATUS));
    expect(error).toBeInstanceOf(ApiStatusError);
    expect(isNotFound(error)).toBe(true);
    expect(error).toMatchObject({
      message: 'GET /api/v1/pods/a: pods "a" not found',
      retryAfterMs: 2000,
      status: { details: STATUS.details },
    });
  });

  it('is what a Status in protobuf says', () => {
    const raw = encodeMessage(messageTypeOf('v1', 'Status') as MessageType, STATUS);
    const error = respond(404, 'application/vnd.kubernetes.protobuf', proto.envelope('v1', 'Status', raw));
    expect(error.status).toMatchObject({
      code: 404,
      reason: 'NotFound',
      message: STATUS.message,
      details: STATUS.details,
    });
  });

  it('reads a Status as the tables do', () => {
    const { metadata: _metadata, ...expected } = STATUS;
    expect(readStatus(encodeMessage(messageTypeOf('v1', 'Status') as MessageType, STATUS))).toEqual(expected);
  });

  it('takes the code of the answer when the Status has none', () => {
    expect(respond(503, 'application/json', '{"kind":"Status"}')).toMatchObject({ statusCode: 503, retryable: true });
  });

  it.each([
    ['text/plain', '404 page not found\n', 404, 'NotFound', '404 page not found'],
    [
      'text/html',
      '<html><head><style>a{b}</style><title>502</title></head><body><h1>Bad gateway</h1>\n nginx',
      502,
      'Unknown',
      '502 Bad gateway nginx',
    ],
    ['application/json', '{"error":"nope"}', 403, 'Forbidden', '{\\"error\\":\\"nope\\"}'],
    ['application/json', '{"kind":"Sta', 500, 'InternalError', '{\\"kind\\":\\"Sta'],
    ['application/vnd.kubernetes.protobuf', 'k8s\0\xff\xff', 500, 'InternalError', 'k8s'],
    [undefined, '', 429, 'TooManyRequests', 'without a Status'],
  ])('makes one of %s %j with an excerpt', (contentType, body, code, reason, excerpt) => {
    const error = respond(code, contentType, body);
    expect(error).toMatchObject({ statusCode: code, reason });
    expect(error.message).toContain('GET /api/v1/pods/a');
    expect(error.message).toContain(excerpt);
  });

  it('takes Retry-After from the header before the Status', () => {
    const body = Buffer.from(JSON.stringify(STATUS));
    const error = errorOfResponse({
      statusCode: 429,
      contentType: 'application/json',
      body,
      attempted: 'x',
      retryAfterMs: 5,
    });
    expect(error.retryAfterMs).toBe(5);
  });

  it.each([
    ['a message that is a list', '{"kind":"Status","message":[1],"reason":{},"code":"x","details":5}'],
    ['causes that are none', '{"kind":"Status","details":{"causes":[1,null,{"reason":2}],"retryAfterSeconds":"x"}}'],
    ['a prototype', '{"kind":"Status","__proto__":{"message":"evil"}}'],
  ])('is a sound error for a Status with %s', (_, body) => {
    const error = respond(400, 'application/json', body);
    expect([error.statusCode, typeof error.message, error.message.includes('evil')]).toEqual([400, 'string', false]);
  });
});

describe('unexpectedContent', () => {
  it('names the request, the content type and the first words', () => {
    const error = unexpectedContent({
      statusCode: 200,
      contentType: 'text/html; charset=utf-8',
      body: Buffer.from('<!DOCTYPE html><title>Log in</title>'),
      attempted: 'GET /api/v1/pods',
    });
    expect(error).toMatchObject({ code: 'ERR_WIRE_UNEXPECTED_CONTENT' });
    expect(error.message).toMatch(/GET \/api\/v1\/pods.*text\/html.*"Log in"/);
  });
});

describe('excerptOf', () => {
  it.each([
    ['  a \r\n\t b ', 'a b'],
    ['\u001b[31mred\u0000', '[31mred'],
    ['<html><script>let x = "<p>";</script>hello<br/>there', 'hello there'],
    ['a < b and c > d', 'a < b and c > d'],
    ['', ''],
  ])('of %j is %j', (body, expected) => {
    expect(excerptOf(Buffer.from(body))).toBe(expected);
  });

  it('is short, whatever the body, and cuts no character in half', () => {
    const text = excerptOf(Buffer.from('😀'.repeat(5000)));
    expect(Array.from(text)).toHaveLength(201);
    expect(text).not.toMatch(/\p{Surrogate}/u);
  });
});
