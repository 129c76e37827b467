import { describe, expect, it } from 'vitest';
import { listRequest, probeRequest, streamRequest, watchRequest } from './requests.js';
import type { RequestSettings } from './requests.js';
import { initialState } from './state.js';
import type { State } from './state.js';

const SETTINGS: RequestSettings = { pageSize: undefined, minWatchTimeoutMs: 300_000 };
const at = (resourceVersion: string, fields: Partial<State> = {}): State => ({
  ...initialState,
  resourceVersion,
  ...fields,
});
const none = (): number => 0;

describe('listRequest', () => {
  it.each<[string, State, object]>([
    ['the first list may come from the cache, in pages', at(''), { resourceVersion: '0', limit: 500 }],
    [
      'a relist is not older than what was shown, and whole, so that the cache can serve it',
      at('10'),
      { resourceVersion: '10', resourceVersionMatch: 'NotOlderThan', limit: 0 },
    ],
    [
      'the newest state is read in pages, without a match, which a server forbids there',
      at('10', { readNewest: true }),
      { resourceVersion: '', limit: 500 },
    ],
    [
      'a server that pages from its cache is asked for pages in a relist too',
      at('10', { alwaysPage: true }),
      { resourceVersion: '10', resourceVersionMatch: 'NotOlderThan', limit: 500 },
    ],
    ['after a page expired it is asked for whole', at('', { wholeList: true }), { resourceVersion: '0', limit: 0 }],
    [
      'after a page expired it is asked for whole even from a server that pages',
      at('', { wholeList: true, alwaysPage: true }),
      { resourceVersion: '0', limit: 0 },
    ],
  ])('%s', (_law, state, expected) => {
    expect(listRequest(state, SETTINGS)).toEqual(expected);
  });

  it.each(['', '10'])('an explicit page size is used at resourceVersion %j', (resourceVersion) => {
    expect(listRequest(at(resourceVersion), { ...SETTINGS, pageSize: 4 }).limit).toBe(4);
  });

  it('an explicit page size of 0 means no pages at all', () => {
    expect(listRequest(at(''), { ...SETTINGS, pageSize: 0 }).limit).toBe(0);
  });

  it('with a page size never asks for exactly an old state, which a watch cannot follow (client-go does)', () => {
    const { resourceVersionMatch } = listRequest(at('10'), { ...SETTINGS, pageSize: 4 });
    expect(resourceVersionMatch).toBe('NotOlderThan');
  });
});

describe('streamRequest', () => {
  it('asks for the newest state first, with an end mark', () => {
    expect(streamRequest(at(''), SETTINGS, none)).toEqual({
      resourceVersion: '',
      resourceVersionMatch: 'NotOlderThan',
      sendInitialEvents: true,
      allowWatchBookmarks: true,
      timeoutSeconds: 300,
    });
  });

  it('asks later for a state not older than what was shown', () => {
    expect(streamRequest(at('10'), SETTINGS, none).resourceVersion).toBe('10');
  });

  it('asks for the newest state when that is of no use', () => {
    expect(streamRequest(at('10', { readNewest: true }), SETTINGS, none).resourceVersion).toBe('');
  });
});

describe('watchRequest', () => {
  it('goes on from the resourceVersion, with bookmarks', () => {
    expect(watchRequest(at('10'), SETTINGS, none)).toEqual({
      resourceVersion: '10',
      allowWatchBookmarks: true,
      timeoutSeconds: 300,
    });
  });

  it.each([
    [0, 300],
    [0.5, 450],
    [0.999_999, 599],
  ])('asks to be ended between the least time and twice that: random %d gives %d s', (random, seconds) => {
    expect(watchRequest(at('10'), SETTINGS, () => random).timeoutSeconds).toBe(seconds);
  });
});

describe('probeRequest', () => {
  it('asks for as little as shows whether the server has reached the resourceVersion', () => {
    expect(probeRequest(at('10'))).toEqual({
      resourceVersion: '10',
      resourceVersionMatch: 'NotOlderThan',
      limit: 1,
    });
  });
});
