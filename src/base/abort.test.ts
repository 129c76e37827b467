import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { abortable, childController, onAbort } from './abort.js';
import { deferred } from './deferred.js';

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

describe('onAbort', () => {
  it('calls back once when the signal aborts', () => {
    const controller = new AbortController();
    const callback = vi.fn();
    onAbort(controller.signal, callback);
    controller.abort();
    controller.abort();
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it('calls back at once when the signal has aborted', () => {
    const callback = vi.fn();
    onAbort(AbortSignal.abort(), callback);
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it('never calls back without a signal', () => {
    const callback = vi.fn();
    onAbort(undefined, callback)();
    expect(callback).not.toHaveBeenCalled();
  });

  it('calls back in the order of the calls', () => {
    const controller = new AbortController();
    const order: number[] = [];
    for (const number of [1, 2, 3]) onAbort(controller.signal, () => order.push(number));
    controller.abort();
    expect(order).toEqual([1, 2, 3]);
  });

  it('does not call back after it was taken off', () => {
    const controller = new AbortController();
    const callback = vi.fn();
    onAbort(controller.signal, callback)();
    controller.abort();
    expect(callback).not.toHaveBeenCalled();
  });

  it('leaves no listener on the signal when all were taken off', () => {
    const { signal } = new AbortController();
    const unlinks = Array.from({ length: 3 }, () => onAbort(signal, () => undefined));
    for (const unlink of unlinks) unlink();
    expect(listeners(signal)).toBe(0);
  });

  it('puts one listener on a signal however many wait, so Node warns of no leak', () => {
    const { signal } = new AbortController();
    for (let count = 0; count < 200; count++) onAbort(signal, () => undefined);
    expect(listeners(signal)).toBe(1);
  });

  it('listens again after all were taken off', () => {
    const controller = new AbortController();
    onAbort(controller.signal, () => undefined)();
    const callback = vi.fn();
    onAbort(controller.signal, callback);
    controller.abort();
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it('takes one function twice, and takes off only the one that was asked for', () => {
    const controller = new AbortController();
    const callback = vi.fn();
    const unlink = onAbort(controller.signal, callback);
    onAbort(controller.signal, callback);
    unlink();
    unlink();
    controller.abort();
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it('does not call what an earlier callback took off', () => {
    const controller = new AbortController();
    const late = vi.fn();
    onAbort(controller.signal, () => {
      unlink();
    });
    const unlink = onAbort(controller.signal, late);
    controller.abort();
    expect(late).not.toHaveBeenCalled();
  });

  it('runs the others when one throws, and leaves its error uncaught', async () => {
    const controller = new AbortController();
    const error = new Error('from a callback');
    const others = vi.fn();
    const microtasks: (() => void)[] = [];
    const queue = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((task) => microtasks.push(task));
    onAbort(controller.signal, () => {
      throw error;
    });
    onAbort(controller.signal, others);
    controller.abort();
    queue.mockRestore();
    expect(others).toHaveBeenCalledTimes(1);
    expect(() => {
      microtasks.forEach((task) => {
        task();
      });
    }).toThrow(error);
  });
});

describe('childController', () => {
  it('aborts with the reason of its parent', () => {
    const parent = new AbortController();
    const { controller } = childController(parent.signal);
    parent.abort('enough');
    expect(controller.signal.reason).toBe('enough');
  });

  it('is aborted from the start when its parent is', () => {
    expect(childController(AbortSignal.abort('before')).controller.signal.reason).toBe('before');
  });

  it('does not abort its parent', () => {
    const parent = new AbortController();
    childController(parent.signal).controller.abort();
    expect(parent.signal.aborted).toBe(false);
  });

  it('leaves no listener on its parent after unlink', () => {
    const parent = new AbortController();
    childController(parent.signal).unlink();
    expect(listeners(parent.signal)).toBe(0);
  });

  it('works without a parent', () => {
    const { controller, unlink } = childController(undefined);
    unlink();
    expect(controller.signal.aborted).toBe(false);
  });
});

describe('abortable', () => {
  it('settles as the promise does', async () => {
    const { signal } = new AbortController();
    await expect(abortable(Promise.resolve(1), signal)).resolves.toBe(1);
    await expect(abortable(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
  });

  it('rejects with the reason when the signal aborts first', async () => {
    const controller = new AbortController();
    const waiting = abortable(new Promise(() => undefined), controller.signal);
    controller.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
  });

  it('rejects when the signal had aborted, even if the promise has settled', async () => {
    await expect(abortable(Promise.resolve(1), AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
  });

  it('ignores a rejection that comes after the abort', async () => {
    const controller = new AbortController();
    const late = deferred<number>();
    const waiting = abortable(late.promise, controller.signal);
    controller.abort(new Error('stopped'));
    late.reject(new Error('late'));
    await expect(waiting).rejects.toThrow('stopped');
  });

  it('leaves no listener when the promise settles', async () => {
    const { signal } = new AbortController();
    await abortable(Promise.resolve(), signal);
    expect(listeners(signal)).toBe(0);
  });

  it('is the promise itself without a signal', () => {
    const promise = Promise.resolve();
    expect(abortable(promise, undefined)).toBe(promise);
  });
});
