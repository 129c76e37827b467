import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ObjectRecord } from '../meta/index.js';
import type { TestObject } from '../testing/index.js';
import { Backlog } from './backlog.js';
import type { Overflow } from './backlog.js';
import { added, deleted, resynced, updated } from './notification.js';
import type { Change } from './notification.js';
import { lineOf, recordOf } from './test-support.js';

type PodChange = Change<TestObject>;

function drain(backlog: Backlog<TestObject>): string[] {
  const lines: string[] = [];
  for (let change = backlog.shift(); change !== undefined; change = backlog.shift()) lines.push(lineOf(change));
  return lines;
}

/** What is left of these changes when every one of them comes above the mark. */
function squeezed(...changes: PodChange[]): string[] {
  const backlog = new Backlog<TestObject>(0, 'latest');
  for (const change of changes) backlog.push(change);
  return drain(backlog);
}

const [a1, a2, a3] = [recordOf('a', '1'), recordOf('a', '2'), recordOf('a', '3')];
const [b1, b2] = [recordOf('b', '1'), recordOf('b', '2')];

describe('below the mark', () => {
  it('everything is kept, in order', () => {
    const backlog = new Backlog<TestObject>(10, 'latest');
    for (const change of [added(a1, false), updated(a1, a2), added(b1, false), deleted(a2, false)])
      backlog.push(change);
    expect(backlog.length).toBe(4);
    expect(drain(backlog)).toEqual(['add a@1', 'update a@1>2', 'add b@1', 'delete a@2']);
    expect(backlog.merged).toBe(0);
  });

  it('what came below it is merged into once it is passed', () => {
    const backlog = new Backlog<TestObject>(2, 'latest');
    for (const change of [updated(a1, a2), added(b1, false), updated(a2, a3)]) backlog.push(change);
    expect(drain(backlog)).toEqual(['update a@1>3', 'add b@1']);
    expect(backlog.merged).toBe(1);
  });
});

describe('above the mark, of one object', () => {
  it('add and update are an add of the newer state, still marked as initial', () => {
    expect(squeezed(added(a1, true), updated(a1, a2))).toEqual(['add a@2!']);
  });

  it('two updates are one, from the oldest state to the newest', () => {
    expect(squeezed(updated(a1, a2), updated(a2, a3))).toEqual(['update a@1>3']);
  });

  it('an update and one back to the state before are nothing', () => {
    expect(squeezed(updated(a1, a2), updated(a2, a1))).toEqual([]);
  });

  it('update and delete are the delete', () => {
    expect(squeezed(updated(a1, a2), deleted(a3, true))).toEqual(['delete a@3!']);
    const backlog = new Backlog<TestObject>(1, 'latest');
    for (const change of [added(b1, false), updated(a1, a2), updated(a2, a3), deleted(a3, false, a3)])
      backlog.push(change);
    backlog.shift();
    expect(backlog.shift()?.old).toBe(a1);
  });

  it('add and delete are nothing', () => {
    expect(squeezed(added(a1, false), deleted(a1, false))).toEqual([]);
  });

  it('a delete and the add after it are both kept', () => {
    expect(squeezed(deleted(a1, false), added(a2, false), updated(a2, a3))).toEqual(['delete a@1', 'add a@3']);
  });

  it('what came and went after a delete leaves the delete', () => {
    expect(squeezed(deleted(a1, false), added(a2, false), deleted(a3, false))).toEqual(['delete a@1']);
  });

  it('a resync adds nothing to what waits, and a real update takes its place', () => {
    expect(squeezed(added(a1, false), resynced(a1))).toEqual(['add a@1']);
    expect(squeezed(updated(a1, a2), resynced(a2))).toEqual(['update a@1>2']);
    expect(squeezed(resynced(a1), resynced(a1))).toEqual(['update a@1>1!']);
    expect(squeezed(resynced(a1), updated(a1, a2))).toEqual(['update a@1>2']);
  });

  it('a merged change stands where the oldest of it stood', () => {
    expect(squeezed(updated(a1, a2), updated(b1, b2), updated(a2, a3))).toEqual(['update a@1>3', 'update b@1>2']);
  });
});

describe('the policy all', () => {
  it('keeps everything above the mark', () => {
    const backlog = new Backlog<TestObject>(1, 'all');
    for (const change of [updated(a1, a2), updated(a2, a3), deleted(a3, false)]) backlog.push(change);
    expect(drain(backlog)).toEqual(['update a@1>2', 'update a@2>3', 'delete a@3']);
  });
});

describe('a segment', () => {
  it('is handed out before what came after it, and costs one reference', () => {
    const backlog = new Backlog<TestObject>(1, 'latest');
    expect(backlog.takesSegment).toBe(true);
    backlog.pushSegment([added(a1, true), added(b1, true)]);
    expect(backlog.takesSegment).toBe(false);
    backlog.push(updated(a1, a2));
    backlog.push(updated(a2, a3));
    expect(backlog.length).toBe(3);
    expect(drain(backlog)).toEqual(['add a@1!', 'add b@1!', 'update a@1>3']);
    expect(backlog.takesSegment).toBe(true);
  });

  it('is let go of once it was read', () => {
    const backlog = new Backlog<TestObject>(10, 'latest');
    const segment = { length: 1, at: () => added(a1, true) };
    backlog.pushSegment(segment);
    backlog.shift();
    expect(backlog.length).toBe(0);
    expect(backlog.shift()).toBeUndefined();
  });
});

it('the longest it has been is remembered', () => {
  const backlog = new Backlog<TestObject>(10, 'latest');
  backlog.push(added(a1, false));
  backlog.push(added(b1, false));
  drain(backlog);
  backlog.push(deleted(a1, false));
  expect(backlog.highest).toBe(2);
});

it('clear leaves nothing', () => {
  const backlog = new Backlog<TestObject>(1, 'latest');
  backlog.pushSegment([added(a1, true)]);
  backlog.push(updated(a1, a2));
  backlog.push(updated(a2, a3));
  backlog.clear();
  expect(backlog.length).toBe(0);
  expect(backlog.shift()).toBeUndefined();
});

it('objects that come and go without end while nobody reads cost no more than the mark', () => {
  const backlog = new Backlog<TestObject>(4, 'latest');
  for (let round = 0; round < 10_000; round++) {
    const record = recordOf(`pod-${round}`, '1');
    backlog.push(added(record, false));
    backlog.push(deleted(record, false));
    expect(backlog.length).toBeLessThanOrEqual(5);
  }
});

/** What the source of changes does next: to which of the keys, and what. */
type Step = { readonly key: number; readonly verb: 'set' | 'recreate' | 'delete' | 'resync' } | 'shift' | 'list';

const KEYS = 4;

const steps = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        key: fc.nat(KEYS - 1),
        verb: fc.constantFrom('set' as const, 'recreate' as const, 'delete' as const, 'resync' as const),
      }),
    },
    { weight: 4, arbitrary: fc.constant('shift' as const) },
    { weight: 1, arbitrary: fc.constant('list' as const) },
  ),
  { maxLength: 200 },
);

/** Runs a history against a backlog and a reader who must find every change legal. */
class Run {
  readonly backlog: Backlog<TestObject>;
  readonly mark: number;
  readonly source = new Map<string, ObjectRecord<TestObject>>();
  readonly shown = new Map<string, ObjectRecord<TestObject>>();
  readonly sent: string[] = [];
  readonly got: string[] = [];
  #version = 0;
  #longestSegment = 0;

  constructor(mark: number, overflow: Overflow) {
    this.mark = mark;
    this.backlog = new Backlog(mark, overflow);
  }

  step(step: Step): void {
    if (step === 'shift') this.read();
    else if (step === 'list') this.#list();
    else for (const change of this.#changes(`k${step.key}`, step.verb)) this.#push(change);
  }

  read(): boolean {
    const change = this.backlog.shift();
    if (change === undefined) return false;
    this.got.push(lineOf(change));
    const { key } = change.record;
    const known = this.shown.get(key);
    if (change.type === 'add') {
      expect(known).toBeUndefined();
      this.shown.set(key, change.record);
    } else if (change.type === 'update') {
      expect(change.old).toBe(known);
      expect(change.old?.uid).toBe(change.record.uid);
      this.shown.set(key, change.record);
    } else {
      expect(known?.uid).toBe(change.record.uid);
      this.shown.delete(key);
    }
    return true;
  }

  bound(): number {
    return this.#longestSegment + this.mark + 2 * KEYS;
  }

  #changes(name: string, verb: 'set' | 'recreate' | 'delete' | 'resync'): PodChange[] {
    const current = this.source.get(name);
    const version = String(++this.#version);
    if (verb === 'delete') {
      if (current === undefined) return [];
      this.source.delete(name);
      return [deleted(recordOf(name, version, current.uid), false)];
    }
    if (verb === 'resync') return current === undefined ? [] : [resynced(current)];
    const record = recordOf(name, version, verb === 'set' && current !== undefined ? current.uid : `u${version}`);
    this.source.set(name, record);
    if (current === undefined) return [added(record, false)];
    return verb === 'set' ? [updated(current, record)] : [deleted(current, true), added(record, false)];
  }

  #push(change: PodChange): void {
    this.sent.push(lineOf(change));
    this.backlog.push(change);
    expect(this.backlog.length).toBeLessThanOrEqual(this.bound());
  }

  #list(): void {
    if (!this.backlog.takesSegment) return;
    const changes = ['k0', 'k1', 'k2'].flatMap((name) => this.#changes(name, 'set'));
    this.sent.push(...changes.map(lineOf));
    this.#longestSegment = Math.max(this.#longestSegment, changes.length);
    this.backlog.pushSegment(changes);
  }
}

describe('for any sequence of changes, reads and lists', () => {
  it('with latest the history is legal and bounded, ends in the last state, and every object shown gets its delete', () => {
    fc.assert(
      fc.property(fc.nat(6), steps, (mark, history) => {
        const run = new Run(mark, 'latest');
        for (const step of history) run.step(step);
        while (run.read());
        expect(run.backlog.length).toBe(0);
        expect([...run.shown.values()].map(({ key }) => key).sort()).toEqual(
          [...run.source.values()].map(({ key }) => key).sort(),
        );
        for (const record of run.source.values()) expect(run.shown.get(record.key)).toBe(record);
        expect(run.got.length).toBeLessThanOrEqual(run.sent.length);
        // An add that meets its delete takes two changes away in one merge.
        expect(run.sent.length - run.got.length).toBeGreaterThanOrEqual(run.backlog.merged);
        expect(run.sent.length - run.got.length).toBeLessThanOrEqual(2 * run.backlog.merged);
      }),
      { numRuns: 500 },
    );
  });

  it('with all everything is delivered, in order', () => {
    fc.assert(
      fc.property(fc.nat(6), steps, (mark, history) => {
        const run = new Run(mark, 'all');
        for (const step of history) if (step !== 'list') run.step(step);
        while (run.read());
        expect(run.got).toEqual(run.sent);
      }),
    );
  });

  it('a newer state of an object that waits does not move it behind others', () => {
    fc.assert(
      fc.property(steps, (history) => {
        const run = new Run(0, 'latest');
        for (const step of history) if (typeof step === 'object' && step.verb === 'set') run.step(step);
        while (run.read());
        const namesIn = (lines: readonly string[]): string[] => lines.map((line) => line.split(/[ @]/)[1] ?? '');
        expect(namesIn(run.got)).toEqual([...new Set(namesIn(run.sent))]);
      }),
    );
  });
});
