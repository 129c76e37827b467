import { describe, expect, it } from 'vitest';
import { InOrderQueue } from '../delta-fifo/index.js';
import type { Delta, Transform } from '../delta-fifo/index.js';
import type { KubeInformerError } from '../errors/index.js';
import type { Projection } from '../meta/index.js';
import { Indexer, Store } from '../store/index.js';
import { FakeClock } from '../testing/index.js';
import type { TestObject } from '../testing/index.js';
import { CacheWriter } from './cache-writer.js';
import { Intake } from './intake.js';
import { Processor } from './processor.js';
import { recordOf } from './test-support.js';

interface Setup {
  readonly intake: Intake<TestObject>;
  readonly clock: FakeClock;
  readonly errors: KubeInformerError[];
  /** What the queue has, taken off it, as lines. */
  popped(): Promise<string[]>;
  /** Writes what the queue has to a store instead, and gives what is in there. */
  apply(): Promise<string[]>;
}

function setUp(options: { transform?: Transform<TestObject>; projection?: Projection } = {}): Setup {
  const clock = new FakeClock();
  const queue = new InOrderQueue<TestObject>();
  const errors: KubeInformerError[] = [];
  const store = new Indexer<TestObject>();
  const writer = new CacheWriter(store, new Processor<TestObject>());
  const intake = new Intake<TestObject>({
    queue,
    cached: (record) => store.counterpartOf(record),
    beginDraft: () => store.beginDraft(),
    store: 'bytes',
    projection: options.projection ?? 'full',
    transform: options.transform,
    clock,
    onError: (error) => errors.push(error),
  });
  const popped = async (): Promise<string[]> => {
    const lines: string[] = [];
    while (queue.length > 0) await queue.pop((deltas) => void lines.push(...deltas.map(describeDelta)));
    return lines;
  };
  const apply = async (): Promise<string[]> => {
    while (queue.length > 0) await queue.pop((deltas, info) => writer.write(deltas, info));
    return store.listRecords().map(({ name, resourceVersion }) => `${name}@${resourceVersion}`);
  };
  return { intake, clock, errors, popped, apply };
}

function describeDelta(delta: Delta<TestObject>): string {
  switch (delta.type) {
    case 'ReplacedAll': {
      const names = Array.from(delta.records, ({ name, resourceVersion }) => `${name}@${resourceVersion}`);
      return `ReplacedAll@${delta.resourceVersion} [${names.join(' ')}] keep [${[...delta.keep].join(' ')}]`;
    }
    case 'SyncAll':
      return 'SyncAll';
    case 'Bookmark':
      return `Bookmark@${delta.resourceVersion}`;
    default:
      return `${delta.type} ${delta.record?.name}@${delta.record?.resourceVersion}${delta.finalStateUnknown ? '!' : ''}`;
  }
}

/** A transform that fails on the given versions as long as they are in the set. */
function failingOn(...versions: string[]): { bad: Set<string>; calls: string[]; transform: Transform<TestObject> } {
  const bad = new Set(versions);
  const calls: string[] = [];
  const transform: Transform<TestObject> = (object) => {
    const version = object.metadata.resourceVersion ?? '';
    calls.push(version);
    if (bad.has(version)) throw new Error(`cannot slim ${version}`);
    return object;
  };
  return { bad, calls, transform };
}

describe('what the transform does not fail on', () => {
  it('goes to the queue, transformed once', async () => {
    const { transform, calls } = failingOn();
    const { intake, popped } = setUp({ transform });
    intake.add(recordOf('a', '1'));
    intake.update(recordOf('a', '2'));
    intake.delete(recordOf('a', '3'));
    intake.bookmark('4');
    expect(await popped()).toEqual(['Added a@1', 'Updated a@2', 'Deleted a@3', 'Bookmark@4']);
    expect(calls).toEqual(['1', '2', '3']);
  });

  it('is projected before it is transformed', () => {
    let seen: TestObject | undefined;
    const { intake } = setUp({
      projection: 'metadata',
      transform: (object) => {
        seen = object;
        return object;
      },
    });
    intake.add(recordOf('a', '1'));
    expect(Object.keys(seen ?? {})).toEqual(['apiVersion', 'kind', 'metadata']);
  });
});

describe('what the transform fails on', () => {
  it('is held back, reported and told of', async () => {
    const { transform } = failingOn('2');
    const { intake, errors, clock, popped } = setUp({ transform });
    intake.update(recordOf('a', '2'));
    expect(await popped()).toEqual([]);
    expect(errors.map(({ code }) => code)).toEqual(['ERR_TRANSFORM_FAILED']);
    expect(errors[0]?.message).toContain('default/a');
    expect(intake.stale).toMatchObject([{ key: 'default/a', resourceVersion: '2', since: clock.now(), attempts: 1 }]);
  });

  it('is tried again after a growing delay, until it goes through', async () => {
    const { transform, calls, bad } = failingOn('2');
    const { intake, clock, popped, errors } = setUp({ transform });
    intake.update(recordOf('a', '2'));
    await clock.advance(1_200);
    expect(calls).toHaveLength(2);
    await clock.advance(2_400);
    expect(calls).toHaveLength(3);
    expect(intake.stale[0]?.attempts).toBe(3);
    bad.clear();
    await clock.advance(4_800);
    expect(await popped()).toEqual(['Updated a@2']);
    expect(intake.stale).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
    expect(errors).toHaveLength(3);
  });

  it('is given up for its next event', async () => {
    const { transform } = failingOn('2');
    const { intake, clock, popped } = setUp({ transform });
    intake.update(recordOf('a', '2'));
    intake.update(recordOf('a', '3'));
    expect(await popped()).toEqual(['Updated a@3']);
    expect(intake.stale).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('and again on its next event stays stale since the first failure, at the newest state', async () => {
    const { transform } = failingOn('2', '3');
    const { intake, clock } = setUp({ transform });
    const since = clock.now();
    intake.update(recordOf('a', '2'));
    await clock.advance(500);
    intake.update(recordOf('a', '3'));
    expect(intake.stale).toMatchObject([{ resourceVersion: '3', since }]);
    expect(clock.pendingTimers).toBe(1);
  });

  it('is not tried on what an attempt before the last one wrote', async () => {
    const seen: string[] = [];
    const { intake, clock } = setUp({
      transform: (object) => {
        seen.push(Object.keys(object).join());
        (object as { extra?: number[] }).extra = [seen.length];
        throw new Error('halfway');
      },
    });
    intake.add(recordOf('a', '1'));
    await clock.advance(10_000);
    expect(new Set(seen.slice(1)).size).toBe(1);
    expect(seen.length).toBeGreaterThan(3);
  });

  it('ends with its deletion, which hands out the last known state if the transform fails on that too', async () => {
    const { transform } = failingOn('2', '3');
    const { intake, clock, popped, errors } = setUp({ transform });
    intake.update(recordOf('a', '2'));
    intake.delete(recordOf('a', '3'));
    expect(await popped()).toEqual(['Deleted a@3!']);
    expect(intake.stale).toEqual([]);
    expect(errors).toHaveLength(2);
    expect(clock.pendingTimers).toBe(0);
  });

  it('leaves no timer after the close', () => {
    const { transform } = failingOn('2');
    const { intake, clock } = setUp({ transform });
    intake.update(recordOf('a', '2'));
    intake.close();
    expect(clock.pendingTimers).toBe(0);
  });

  it.each<[string, (object: TestObject) => unknown]>([
    ['returns a promise', (object) => Promise.resolve(object)],
    ['returns a promise that rejects', () => Promise.reject(new Error('later'))],
    ['returns nothing', () => undefined],
    ['returns text', () => 'pod'],
    ['returns an array', (object) => [object]],
    ['returns another name', (object) => ({ ...object, metadata: { ...object.metadata, name: 'other' } })],
    ['returns another uid', (object) => ({ ...object, metadata: { ...object.metadata, uid: 'other' } })],
    [
      'returns a cycle',
      (object) => {
        (object as { self?: unknown }).self = object;
        return object;
      },
    ],
  ])('because it %s is held back as any other', (_, transform) => {
    const { intake, errors } = setUp({ transform: transform as Transform<TestObject> });
    intake.add(recordOf('a', '1', 'u'));
    expect(errors.map(({ code }) => code)).toEqual(['ERR_TRANSFORM_FAILED']);
    expect(intake.stale).toHaveLength(1);
  });
});

describe('a list', () => {
  it('shares the cached record of an unchanged object and does not transform it again', async () => {
    const { transform, calls } = failingOn();
    const queue = new InOrderQueue<TestObject>();
    const cached = recordOf('a', '1', 'u');
    const clock = new FakeClock();
    const intake = new Intake<TestObject>({
      queue,
      cached: ({ key }) => (key === cached.key ? cached : undefined),
      beginDraft: () => new Store<TestObject>().beginDraft(),
      store: 'bytes',
      projection: 'full',
      transform,
      clock,
      onError: () => undefined,
    });
    intake.replace([recordOf('a', '1', 'u'), recordOf('b', '2')], '5');
    await queue.pop(([delta]) => {
      expect(delta?.type === 'ReplacedAll' && [...delta.records][0]).toBe(cached);
    });
    expect(calls).toEqual(['2']);
  });

  it('takes effect at the commit only, and the last word on an object counts', async () => {
    const { intake, popped } = setUp();
    const session = intake.beginReplace();
    session.set(recordOf('a', '1'));
    session.set(recordOf('b', '2'));
    session.set(recordOf('a', '3'));
    session.set(recordOf('c', '4'));
    session.delete('default/c');
    expect(await popped()).toEqual([]);
    session.commit('9');
    session.abort();
    expect(await popped()).toEqual(['ReplacedAll@9 [a@3 b@2] keep []']);
  });

  it('that is aborted leaves nothing', async () => {
    const { transform } = failingOn('1');
    const { intake, popped, clock } = setUp({ transform });
    const session = intake.beginReplace();
    session.set(recordOf('a', '1'));
    session.abort();
    expect(await popped()).toEqual([]);
    expect(intake.stale).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('goes on without the objects the transform fails on, and keeps what is cached for them', async () => {
    const { transform } = failingOn('2');
    const { intake, popped } = setUp({ transform });
    intake.replace([recordOf('a', '2'), recordOf('b', '3')], '5');
    expect(await popped()).toEqual(['ReplacedAll@5 [b@3] keep [default/a]']);
    expect(intake.stale).toMatchObject([{ key: 'default/a', resourceVersion: '2' }]);
  });

  it.each([
    ['keeps a state of it', recordOf('a', '1', 'u2'), ['a@1']],
    ['does not keep an object of another uid: that one is gone', recordOf('a', '1', 'u1'), []],
    ['does not keep a state that is newer than the list: the source was restored', recordOf('a', '7', 'u2'), []],
  ])('%s, also one that was still queued when the list came', async (_, known, expected) => {
    const { transform } = failingOn('2');
    for (const isQueued of [false, true]) {
      const { intake, apply } = setUp({ transform });
      intake.replace([], '0');
      intake.add(known);
      if (!isQueued) await apply();
      intake.replace([recordOf('a', '2', 'u2')], '5');
      expect(await apply()).toEqual(expected);
      expect(intake.stale).toHaveLength(1);
    }
  });

  it('keeps what came in place of another one, both still queued', async () => {
    const { transform } = failingOn('9');
    const { intake, apply } = setUp({ transform });
    intake.replace([recordOf('a', '1', 'u1')], '1');
    await apply();
    intake.delete(recordOf('a', '2', 'u1'));
    intake.add(recordOf('a', '5', 'u2'));
    intake.replace([recordOf('a', '9', 'u2')], '10');
    expect(await apply()).toEqual(['a@5']);
  });

  it('that has what is held back already lets its delay go on growing', async () => {
    const { transform } = failingOn('2');
    const { intake, clock, errors } = setUp({ transform });
    intake.update(recordOf('a', '2'));
    await clock.advance(1_200);
    const [before] = intake.stale;
    intake.replace([recordOf('a', '2')], '5');
    expect(intake.stale).toEqual([before]);
    expect(errors).toHaveLength(2);
    expect(clock.pendingTimers).toBe(1);
  });

  it.each([
    ['has a newer state that works', [recordOf('a', '3')], '[a@3]'],
    ['lacks it', [], '[]'],
  ])('ends what is held back when it %s', async (_, records, expected) => {
    const { transform } = failingOn('2');
    const { intake, clock, popped } = setUp({ transform });
    intake.update(recordOf('a', '2'));
    intake.replace(records, '5');
    expect(await popped()).toEqual([`ReplacedAll@5 ${expected} keep []`]);
    expect(intake.stale).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('whose stream has a failing state and then a good one takes the good one', async () => {
    const { transform } = failingOn('2');
    const { intake, popped } = setUp({ transform });
    intake.replace([recordOf('a', '2'), recordOf('a', '3')], '5');
    expect(await popped()).toEqual(['ReplacedAll@5 [a@3] keep []']);
  });
});

describe('holding back a resourceVersion', () => {
  it('concerns the version that failed and later ones', () => {
    const { transform } = failingOn('20');
    const { intake } = setUp({ transform });
    intake.update(recordOf('a', '20'));
    expect(['19', '20', '21', 'unknown'].map((version) => intake.holdsBack(version))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('goes on from the first version that failed when a later one fails too', () => {
    const { transform } = failingOn('20', '30');
    const { intake } = setUp({ transform });
    intake.update(recordOf('a', '20'));
    intake.update(recordOf('a', '30'));
    expect(intake.holdsBack('20')).toBe(true);
  });

  it('concerns every version after the last that was read when it is a list that failed: it may have skipped some', () => {
    const { transform } = failingOn('20');
    const { intake } = setUp({ transform });
    intake.bookmark('15');
    intake.replace([recordOf('a', '20')], '25');
    expect(['15', '16', '20'].map((version) => intake.holdsBack(version))).toEqual([false, true, true]);
  });

  it.each<[string, (intake: Intake<TestObject>) => void]>([
    [
      'its next event',
      (intake) => {
        intake.update(recordOf('a', '30'));
      },
    ],
    [
      'its deletion',
      (intake) => {
        intake.delete(recordOf('a', '30'));
      },
    ],
    [
      'a list',
      (intake) => {
        intake.replace([], '30');
      },
    ],
  ])('ends with %s, but not before the queue has drained', (_, act) => {
    const { transform } = failingOn('20');
    const { intake } = setUp({ transform });
    intake.update(recordOf('a', '20'));
    act(intake);
    expect(intake.holdsBack('20')).toBe(true);
    intake.queueDrained();
    expect(intake.holdsBack('20')).toBe(false);
  });

  it('ends with a retry that works, but not before the queue has drained', async () => {
    const { transform, bad } = failingOn('20');
    const { intake, clock } = setUp({ transform });
    intake.update(recordOf('a', '20'));
    bad.clear();
    await clock.advance(1_200);
    expect(intake.holdsBack('20')).toBe(true);
    intake.queueDrained();
    expect(intake.holdsBack('20')).toBe(false);
  });
});
