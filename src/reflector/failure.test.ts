import { describe, expect, it } from 'vitest';
import { ApiStatusError, KubeInformerError } from '../errors/index.js';
import type { Status } from '../errors/index.js';
import { apiError, connectionError } from '../testing/index.js';
import { classifyFailure } from './failure.js';
import type { FailureKind } from './failure.js';

const tooLarge = apiError(504, { causes: [{ reason: 'ResourceVersionTooLarge' }] });

describe('classifyFailure', () => {
  it.each<[string, FailureKind, unknown]>([
    ['410 Expired', 'expired', apiError(410)],
    ['410 Gone', 'expired', apiError(410, { reason: 'Gone' })],
    ['504 with the cause', 'too-large', tooLarge],
    [
      '504 of an old server, with the words only',
      'too-large',
      apiError(504, { message: 'Too large resource version: 9' }),
    ],
    ['504 otherwise', 'transient', apiError(504)],
    ['422', 'unsupported', apiError(422)],
    ['429', 'throttled', apiError(429)],
    ['a corrupt object', 'inconsistent', apiError(500, { reason: 'StoreReadError' })],
    ['400', 'refused', apiError(400)],
    ['401', 'refused', apiError(401)],
    ['403', 'refused', apiError(403)],
    ['404', 'refused', apiError(404)],
    ['405', 'refused', apiError(405)],
    ['408', 'transient', apiError(408)],
    ['500', 'transient', apiError(500)],
    ['503', 'transient', apiError(503)],
    ['a reset connection', 'transient', connectionError('ECONNRESET')],
    ['a refused connection', 'transient', connectionError('ECONNREFUSED')],
    ['a missing end mark', 'unsupported', new KubeInformerError('ERR_WATCH_SILENT', 'no end mark')],
    ['a client that was closed', 'closed', new KubeInformerError('ERR_CLOSED', 'closed')],
    ['no answer in time', 'transient', new KubeInformerError('ERR_TIMEOUT', 'late')],
    ['an invalid list', 'transient', new KubeInformerError('ERR_LIST_INVALID', 'no version')],
    ['nothing at all', 'transient', undefined],
    ['a string', 'transient', 'broken'],
    ['null', 'transient', null],
  ])('%s is %s', (_name, kind, error) => {
    expect(classifyFailure(error)).toMatchObject({ kind, error });
  });

  it.each<[string, unknown, FailureKind]>([
    ['a code', Object.assign(new Error('gone'), { code: 410 }), 'expired'],
    ['a statusCode', Object.assign(new Error('gone'), { statusCode: 410 }), 'expired'],
    ['a Status as body', Object.assign(new Error('x'), { code: 504, body: tooLarge.status }), 'too-large'],
    ['a body of text', Object.assign(new Error('x'), { code: 403, body: 'no' }), 'refused'],
    ['the code of a system call', Object.assign(new Error('x'), { code: 'ECONNRESET' }), 'transient'],
    ['a code that is no HTTP failure', Object.assign(new Error('x'), { code: 20 }), 'transient'],
  ])('reads the errors of other clients by %s', (_name, error, kind) => {
    expect(classifyFailure(error).kind).toBe(kind);
  });

  it('carries the time the server asked for', () => {
    expect(classifyFailure(apiError(503, { retryAfterSeconds: 7 })).retryAfterMs).toBe(7_000);
  });

  it.each([NaN, -1, 0, Infinity])(
    'ignores %d milliseconds, which would be no delay or no end of it',
    (retryAfterMs) => {
      expect(classifyFailure(new ApiStatusError({ code: 429 }, { retryAfterMs })).retryAfterMs).toBeUndefined();
    },
  );

  it.each([
    { code: 504, reason: 'Timeout', message: 5 },
    { code: 504, details: { causes: 'many' } },
    { code: 500, details: { retryAfterSeconds: 'soon' } },
  ])('takes a Status that is none, %j, for a passing failure', (status) => {
    expect(classifyFailure(new ApiStatusError(status as unknown as Status))).toMatchObject({ kind: 'transient' });
  });
});
