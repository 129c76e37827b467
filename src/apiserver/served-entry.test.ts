import { describe, expect, it } from 'vitest';
import type { ApiObject } from './contract.js';
import { configMaps, object, resourceOf } from './reading/test-bench.js';
import { servedEntry } from './served-entry.js';
import { MemoryStorage } from './storage/index.js';

const entry = () => new MemoryStorage().put('widgets.example.com', 'ns/a', object('ns', 'a'));
const widgets = (fromStorage: (stored: ApiObject) => ApiObject) =>
  resourceOf({ resource: 'widgets', group: 'example.com', custom: true, fromStorage });
const painted = (color: string) => widgets((stored) => ({ ...stored, spec: { color } }));

describe('a state as it is served', () => {
  it('of a built-in kind is the state', () => {
    const state = entry();
    expect(servedEntry(configMaps, state)).toBe(state);
  });

  it('is the state where the resource changes nothing', () => {
    const state = entry();
    expect(
      servedEntry(
        widgets((stored) => stored),
        state,
      ),
    ).toBe(state);
  });

  it('is made once for each resource', () => {
    const state = entry();
    let made = 0;
    const resource = widgets((stored) => {
      made += 1;
      return stored;
    });
    servedEntry(resource, state);
    servedEntry(resource, state);
    expect(made).toBe(1);
  });

  it('is the same one for all who ask', () => {
    const state = entry();
    const resource = painted('blue');
    expect(servedEntry(resource, state)).toBe(servedEntry(resource, state));
  });

  it('is made anew, with nothing derived from it, for the resource of a changed definition', () => {
    const state = entry();
    servedEntry(painted('blue'), state).derived.set('json', 'bytes');
    const { object: shown, derived } = servedEntry(painted('red'), state);
    expect(shown['spec']).toEqual({ color: 'red' });
    expect(derived.size).toBe(0);
  });

  it('keeps its key and version, and is frozen', () => {
    const state = entry();
    const shown = servedEntry(painted('blue'), state);
    expect([shown.key, shown.namespace, shown.name, shown.version]).toEqual(['ns/a', 'ns', 'a', state.version]);
    expect(Object.isFrozen(shown.object['spec'])).toBe(true);
  });
});
