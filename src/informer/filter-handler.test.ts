import { describe, expect, it } from 'vitest';
import { filterHandler } from './filter-handler.js';
import { added, callHandler, deleted, resynced, updated } from './notification.js';
import { recordOf, recorder } from './test-support.js';

// The filter accepts even versions.
const even = (object: { metadata: { resourceVersion?: string } }): boolean =>
  Number(object.metadata.resourceVersion) % 2 === 0;
const at = (version: string) => recordOf('a', version);

describe('a filtering handler', () => {
  it.each([
    ['an add that passes', added(at('2'), true), ['add a@2!']],
    ['an add that does not pass', added(at('1'), true), []],
    ['an update that passed and passes', updated(at('2'), at('4')), ['update a@2>4']],
    ['an update that begins to pass as an add, not an initial one', updated(at('1'), at('2')), ['add a@2']],
    [
      'an update that no longer passes as a delete of its last state that did',
      updated(at('2'), at('3')),
      ['delete a@2'],
    ],
    ['an update that never passed', updated(at('1'), at('3')), []],
    ['a resync that passes', resynced(at('2')), ['update a@2>2!']],
    ['a delete that passes, with what is known of its final state', deleted(at('2'), true), ['delete a@2!']],
    ['a delete that does not pass', deleted(at('1'), false), []],
    [
      'a delete that hid an update which no longer passes, as one of its last state that did',
      deleted(at('3'), false, at('2')),
      ['delete a@2'],
    ],
    ['a delete that hid an update which begins to pass: nothing', deleted(at('4'), false, at('1')), []],
  ])('is told of %s', (_, change, expected) => {
    const handler = recorder();
    callHandler(filterHandler(even, handler), change);
    expect(handler.lines).toEqual(expected);
  });

  it('returns what the handler returns, so that it is waited for', async () => {
    const handler = filterHandler(() => true, { onAdd: () => Promise.resolve('done') });
    expect(await callHandler(handler, added(at('1'), false))).toBe('done');
  });

  it('leaves out methods the handler does not have', () => {
    const handler = filterHandler(even, {});
    for (const change of [added(at('2'), false), updated(at('2'), at('4')), deleted(at('2'), false)]) {
      expect(callHandler(handler, change)).toBeUndefined();
    }
  });
});
