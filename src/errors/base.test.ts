import { describe, expect, it } from 'vitest';
import { ApiStatusError, KubeInformerError, NotFoundError, messageOf } from './index.js';

describe('KubeInformerError', () => {
  it('carries code, message and cause, and is not retryable unless said so', () => {
    const cause = new Error('below');
    const error = new KubeInformerError('ERR_CLOSED', 'Cannot go on.', { cause });
    expect(error).toMatchObject({ code: 'ERR_CLOSED', message: 'Cannot go on.', cause, retryable: false });
    expect(error).toBeInstanceOf(Error);
  });

  it('has no cause property when there was none', () => {
    expect('cause' in new KubeInformerError('ERR_CLOSED', 'x')).toBe(false);
  });

  it('has the name of its class, which is not enumerable', () => {
    const error = new NotFoundError('pods', 'a/b');
    expect([error.name, Object.keys(error).includes('name')]).toEqual(['NotFoundError', false]);
  });

  it('shows its name and message as JSON too, and neither stack nor cause', () => {
    const error = new KubeInformerError('ERR_CLOSED', 'Cannot go on.', { cause: new Error('below') });
    expect(JSON.parse(JSON.stringify({ error }))).toEqual({
      error: { name: 'KubeInformerError', message: 'Cannot go on.', code: 'ERR_CLOSED', retryable: false },
    });
    expect(JSON.parse(JSON.stringify(new NotFoundError('pods', 'a/b')))).toMatchObject({
      name: 'NotFoundError',
      message: 'pods "a/b" not found',
      statusCode: 404,
    });
  });

  it('instanceof holds for an error of another copy of the package', () => {
    const foreign = Object.assign(new Error('x'), { [Symbol.for('kube-informer.error')]: true });
    expect(foreign).toBeInstanceOf(KubeInformerError);
  });

  it('instanceof of a subclass does not hold for the base', () => {
    expect(new KubeInformerError('ERR_CLOSED', 'x')).not.toBeInstanceOf(ApiStatusError);
  });

  it.each([new Error('x'), null, undefined, 'text', {}])('instanceof does not hold for %s', (value) => {
    expect(value instanceof KubeInformerError).toBe(false);
  });
});

describe('messageOf', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;

  it.each<[unknown, string]>([
    [new Error('broken'), 'broken'],
    [new Error('It is broken.'), 'It is broken'],
    [new Error('and so on...'), 'and so on...'],
    [Object.assign(new Error(), { message: 5 }), '5'],
    ['text', 'text'],
    [undefined, 'undefined'],
    [null, 'null'],
    [{ a: 1 }, '{"a":1}'],
    [5n, '[object BigInt]'],
    [cyclic, '[object Object]'],
  ])('finds words for whatever was thrown', (thrown, expected) => {
    expect(messageOf(thrown)).toBe(expected);
  });
});
