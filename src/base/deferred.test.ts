import { describe, expect, it } from 'vitest';
import { deferred } from './deferred.js';

describe('deferred', () => {
  it('resolves with the value it is given', async () => {
    const { promise, resolve } = deferred<number>();
    resolve(7);
    await expect(promise).resolves.toBe(7);
  });

  it('rejects with the reason it is given', async () => {
    const { promise, reject } = deferred();
    reject(new Error('no'));
    await expect(promise).rejects.toThrow('no');
  });

  it('settles once: what comes later is ignored', async () => {
    const { promise, resolve, reject } = deferred<number>();
    resolve(1);
    resolve(2);
    reject(new Error('late'));
    await expect(promise).resolves.toBe(1);
  });
});
