import { describe, expect, it } from 'vitest';
import type { Status } from './index.js';
import {
  ApiStatusError,
  NotFoundError,
  isAlreadyExists,
  isConflict,
  isExpired,
  isForbidden,
  isInvalid,
  isNotFound,
  isTooLargeResourceVersion,
  isTooManyRequests,
} from './index.js';

describe('ApiStatusError', () => {
  it('takes code, reason and message from the status', () => {
    const error = new ApiStatusError({ code: 410, reason: 'Expired', message: 'too old' }, { attempted: 'List pods' });
    expect(error).toMatchObject({
      code: 'ERR_API_STATUS',
      statusCode: 410,
      reason: 'Expired',
      message: 'List pods: too old',
    });
  });

  it('says something for an empty status', () => {
    expect(new ApiStatusError({})).toMatchObject({
      statusCode: 500,
      reason: 'Unknown',
      message: expect.stringContaining('500') as string,
    });
  });

  it.each([
    [429, true],
    [500, true],
    [503, true],
    [504, true],
    [400, false],
    [404, false],
    [409, false],
    [410, false],
  ])('%i is retryable: %j', (code, retryable) => {
    expect(new ApiStatusError({ code }).retryable).toBe(retryable);
  });

  it('takes Retry-After from the status, and the header before it', () => {
    const status = { code: 429, details: { retryAfterSeconds: 2 } };
    expect([
      new ApiStatusError(status).retryAfterMs,
      new ApiStatusError(status, { retryAfterMs: 500 }).retryAfterMs,
      new ApiStatusError({ code: 429, details: { retryAfterSeconds: 0 } }).retryAfterMs,
    ]).toEqual([2000, 500, undefined]);
  });
});

describe('NotFoundError', () => {
  it('has the shape of the 404 of a server', () => {
    const error = new NotFoundError('pods', 'default/web');
    expect(error.status).toMatchObject({
      kind: 'Status',
      code: 404,
      reason: 'NotFound',
      details: { kind: 'pods', name: 'web' },
    });
    expect(error.message).toBe('pods "default/web" not found');
    expect(isNotFound(error)).toBe(true);
  });
});

describe('predicates', () => {
  const predicates = { isConflict, isExpired, isForbidden, isInvalid, isNotFound, isTooManyRequests };
  const holding = (error: unknown): string[] =>
    Object.entries(predicates).flatMap(([name, holds]) => (holds(error) ? [name] : []));

  it.each<[number, string | undefined, string[]]>([
    [403, 'Forbidden', ['isForbidden']],
    [404, 'NotFound', ['isNotFound']],
    [404, undefined, ['isNotFound']],
    [409, 'Conflict', ['isConflict']],
    [409, 'AlreadyExists', []],
    [409, 'SomethingNew', ['isConflict']],
    [410, 'Gone', ['isExpired']],
    [410, 'Expired', ['isExpired']],
    [410, undefined, ['isExpired']],
    [422, 'Invalid', ['isInvalid']],
    [429, 'TooManyRequests', ['isTooManyRequests']],
    [500, 'InternalError', []],
    [200, 'Expired', ['isExpired']],
  ])('%i with reason %s: %j', (code, reason, expected) => {
    expect(holding(new ApiStatusError({ code, ...(reason === undefined ? {} : { reason }) }))).toEqual(expected);
  });

  it('nothing holds for an error that is no status', () => {
    expect(holding(new Error('Expired'))).toEqual([]);
  });

  it.each([
    [{ code: 504, reason: 'Timeout', details: { causes: [{ reason: 'ResourceVersionTooLarge' }] } }, true],
    [{ code: 504, reason: 'Timeout', message: 'Too large resource version: 9, current: 5' }, true],
    [{ code: 504, reason: 'Timeout', details: { causes: [{ message: 'Too large resource version' }] } }, true],
    [{ code: 504, reason: 'Timeout', message: 'slow' }, false],
    [{ code: 400, reason: 'BadRequest', message: 'Too large resource version' }, false],
  ])('a resourceVersion from the future: %j is %j', (status, expected) => {
    expect(isTooLargeResourceVersion(new ApiStatusError(status))).toBe(expected);
  });

  it('a resourceVersion from the future is not read from other errors', () => {
    expect(isTooLargeResourceVersion(new Error('Too large resource version'))).toBe(false);
  });
});

describe('isAlreadyExists', () => {
  it('tells a name that is taken from a conflict, though both are 409', () => {
    const taken = new ApiStatusError({ code: 409, reason: 'AlreadyExists' });
    const changed = new ApiStatusError({ code: 409, reason: 'Conflict' });
    expect([isAlreadyExists(taken), isConflict(taken), isAlreadyExists(changed)]).toEqual([true, false, false]);
  });
});

describe('isTooLargeResourceVersion', () => {
  it.each([{ causes: 'x' }, { causes: [null] }, { causes: [{ message: 7 }] }, 'x'])(
    'is false for details that are no details: %j',
    (details) => {
      const status = { code: 504, reason: 'Timeout', details } as unknown as Status;
      expect(isTooLargeResourceVersion(new ApiStatusError(status))).toBe(false);
    },
  );
});
