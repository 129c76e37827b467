import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeConfig } from './decode.js';
import { isEmpty, mergeEntries } from './entries.js';

const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', '__proto__'));
const file = fc.record({
  current: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined }),
  clusters: names,
  contexts: names,
  users: names,
});

describe('mergeEntries', () => {
  it('each entry is that of the first file that has its name, and so is the current context', () => {
    fc.assert(
      fc.property(fc.array(file, { maxLength: 4 }), (files) => {
        const configs = files.map(({ current, clusters, contexts, users }, index) =>
          decodeConfig(
            {
              'current-context': current,
              clusters: clusters.map((name) => ({ name })),
              contexts: contexts.map((name) => ({ name })),
              users: users.map((name) => ({ name })),
            },
            { source: `file ${index}`, baseDir: '/' },
          ),
        );
        const merged = mergeEntries(configs);
        for (const kind of ['clusters', 'contexts', 'users'] as const) {
          const expected: Record<string, string> = Object.create(null) as Record<string, string>;
          files.forEach((one, index) => {
            for (const name of one[kind]) expected[name] ??= `file ${index}`;
          });
          const origins = [...merged[kind]].map(([name, { origin }]) => [name, origin]);
          expect(origins).toEqual(Object.entries(expected));
        }
        expect(merged.currentContext).toBe(files.find(({ current }) => current !== undefined)?.current);
      }),
    );
  });

  it('nothing merged is empty', () => {
    expect(isEmpty(mergeEntries([]))).toBe(true);
  });
});
