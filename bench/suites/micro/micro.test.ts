import { describe, expect, it } from 'vitest';
import { checkProtobufjs, makeAnswers, podType } from './answers.js';
import { assertSame } from './lookups.js';
import { batched, compare, repeated, rowsOf } from './measure.js';
import type { Protobufjs } from './packages.js';
import { jsonOf } from './protobuf-types.js';

function busyFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('compare', () => {
  it('lets the ways take turns, and leaves the same rounds out of each', async () => {
    const turns: string[] = [];
    const way = (name: string) => ({ name, round: async () => turns.push(name) });
    const { results } = await compare('x', [way('a'), way('b')]);
    expect(turns.slice(0, 4)).toEqual(['a', 'b', 'a', 'b']);
    // The turns that count: the first two of each do not.
    expect(results.map(({ samples }) => samples.slice(0, 2))).toEqual([
      [5, 7],
      [6, 8],
    ]);
  });

  it('shows how many times as long as ours another way takes', () => {
    const results = [
      { way: 'ours', samples: [2, 1, 3] },
      { way: 'theirs', samples: [5, 6, 900] },
    ];
    expect(rowsOf([{ operation: 'x', results }])).toEqual([
      ['x', '', '', ''],
      ['  ours', '2.00', '1.00–3.00', ''],
      ['  theirs', '6.00', '5.00–900', '3.00'],
    ]);
  });
});

describe('the meter', () => {
  it('finds no call shorter than it is', async () => {
    const way = repeated('busy', () => {
      busyFor(0.2);
    });
    expect(await way.round()).toBeGreaterThanOrEqual(200);
  });

  it('divides what a batch took', async () => {
    const way = batched('busy', 1_000, () => {
      busyFor(1);
    });
    const microseconds = await way.round();
    expect(microseconds).toBeGreaterThanOrEqual(1);
    // A machine that is busy may be slower, but not a hundred times in the median.
    expect(microseconds).toBeLessThan(100);
  });
});

describe('the work that is compared', () => {
  it('is refused where caches answer differently, or with nothing', () => {
    expect(
      assertSame('x', [
        ['a', 'b'],
        ['a', 'b'],
      ]),
    ).toBe(2);
    expect(() => assertSame('x', [['a', 'b'], ['a']])).toThrow('Not all caches answer "x"');
    expect(() => assertSame('x', [[], []])).toThrow('Not all caches answer "x"');
  });

  it('is refused where a decoder reads something else than we do', () => {
    const other = { decode: () => ({ metadata: { name: 'another' } }) };
    const protobufjs: Protobufjs = { Root: { fromJSON: () => ({ lookupType: () => other }) } };
    expect(() => {
      checkProtobufjs(protobufjs, makeAnswers(1));
    }).toThrow('protobufjs does not read what we read');
  });

  it('compares a message as the JSON that Go would make of it', () => {
    const metadata = {
      name: 'web',
      namespace: '',
      creationTimestamp: { seconds: 1_893_456_000 },
      labels: { app: 'web' },
    };
    const container = { name: 'main', resources: { limits: { memory: { string: '256Mi' } } } };
    expect(jsonOf(podType, { metadata, spec: { containers: [container], priority: 0 } })).toMatchObject({
      metadata: { name: 'web', creationTimestamp: '2030-01-01T00:00:00Z', labels: { app: 'web' } },
      spec: { containers: [{ name: 'main', resources: { limits: { memory: '256Mi' } } }], priority: 0 },
    });
    expect(jsonOf(podType, { metadata })['metadata']).not.toHaveProperty('namespace');
  });
});
