import { describe, expect, it } from 'vitest';
import type { EventGarbage, ListGarbage, TestObject } from '../testing/index.js';
import { eventually, makeObject } from '../testing/index.js';
import type { Transform } from '../delta-fifo/index.js';
import type { ResourceEventHandler } from './notification.js';
import { makeInformer, startInformer } from './test-informer.js';
import { recorder } from './test-support.js';

const [a, b, c] = [makeObject({ name: 'a' }), makeObject({ name: 'b' }), makeObject({ name: 'c' })];
const objectType = { apiVersion: 'v1', kind: 'Pod' };

function codesOf(errors: readonly unknown[]): unknown[] {
  return errors.map((error) => (error as { code?: unknown }).code);
}

describe('a watch that sends', () => {
  it.each<[EventGarbage, string, RegExp]>([
    ['no-name', 'ERR_INVALID_OBJECT', /metadata\.name is missing/],
    ['unknown-type', 'ERR_UNKNOWN_EVENT_TYPE', /SURPRISE/],
    ['table', 'ERR_TABLE_UNSUPPORTED', /Table/],
    ['wrong-kind', 'ERR_UNEXPECTED_KIND', /example\.com\/v1 Surprise where v1 Pod was expected/],
    ['no-object', 'ERR_INVALID_OBJECT', /null/],
  ])(
    '%s: a typed error says what, nothing cached is lost, and the next event arrives',
    async (garbage, code, message) => {
      const { informer, source, clock, sourceErrors } = await startInformer([a, b], { objectType });
      source.sendGarbage(garbage);
      source.create(c);
      await clock.settle();
      expect(codesOf(sourceErrors)).toEqual([code]);
      expect((sourceErrors[0] as Error).message).toMatch(message);
      expect([...informer.indexer.keys()]).toEqual(['default/a', 'default/b', 'default/c']);
      expect(informer.status).toMatchObject({ phase: 'watching', lastError: { error: sourceErrors[0] } });
    },
  );
});

describe('arguments that nobody reads are refused:', () => {
  const refused = expect.objectContaining({ code: 'ERR_INVALID_ARGUMENT' }) as Error;

  it('options of a handler', () => {
    const { informer } = makeInformer();
    expect(() => informer.addEventHandler({ onAdd: () => undefined }, { resync: 5_000 } as object)).toThrow(refused);
  });

  it.each([{ sgnal: 1 }, new AbortController().signal])('options of start(): %o', (options) => {
    const { informer } = makeInformer();
    expect(() => informer.start(options as object)).toThrow(refused);
    expect(informer.isStarted).toBe(false);
  });

  it('a resourceVersion that is none, which would be shown at once', async () => {
    const { informer } = makeInformer();
    await expect(informer.waitForResourceVersion(undefined as never)).rejects.toThrow(refused);
  });
});

it('a handler that writes to a cached object is told how to', async () => {
  const { informer, clock, errors } = await startInformer([a], {});
  informer.addEventHandler({
    onAdd: (object) => {
      (object.metadata as { name: string }).name = 'b';
    },
  });
  await clock.settle();
  expect((errors[0] as Error).message).toContain('mutableCopy()');
});

describe('a list that has', () => {
  it.each<[ListGarbage, string]>([
    ['no-resource-version', 'ERR_LIST_INVALID'],
    ['table', 'ERR_TABLE_UNSUPPORTED'],
  ])('%s: is not used, a typed error says so, and it is read again; nothing cached is lost', async (garbage, code) => {
    const { informer, source, clock, sourceErrors } = await startInformer(
      [a, b],
      { objectType },
      { watchList: 'declared-unsupported' },
    );
    const handler = recorder();
    informer.addEventHandler(handler);
    await clock.settle();
    handler.lines.length = 0;
    source.garbleNextList(garbage);
    source.expire({ endWatches: true });
    await eventually(
      () => {
        expect(codesOf(sourceErrors)).toContain(code);
      },
      { clock },
    );
    expect(informer.indexer.size).toBe(2);
    source.create(c);
    await eventually(
      () => {
        expect(handler.lines).toEqual(['add c@994']);
      },
      { clock },
    );
  });

  it.each<[ListGarbage, string]>([
    ['no-name', 'ERR_INVALID_OBJECT'],
    ['wrong-kind', 'ERR_UNEXPECTED_KIND'],
  ])('an item with %s: skips that item with a typed error and takes the rest', async (garbage, code) => {
    const { informer, source, clock, sourceErrors } = makeInformer(
      [a, b],
      { objectType },
      { watchList: 'declared-unsupported' },
    );
    source.garbleNextList(garbage);
    informer.start();
    await clock.settle();
    expect(informer.hasSynced).toBe(true);
    expect([...informer.indexer.keys()]).toEqual(['default/a', 'default/b']);
    expect(codesOf(sourceErrors)).toEqual([code]);
  });
});

it.each<[unknown, RegExp]>([
  [undefined, /of type undefined/],
  [null, /it is null/],
  [() => undefined, /of type function/],
  [{ onAdd: 'log' }, /its onAdd is no function/],
  [{ onadd: () => undefined }, /its onadd is never called; onAdd is/],
  [{ add: () => undefined, name: 'web' }, /it has add, name, which nobody calls/],
])('what is no handler is refused: %j', async (handler, message) => {
  const { informer } = await startInformer([a]);
  const before = informer.status.handlers.length;
  expect(() => informer.addEventHandler(handler as ResourceEventHandler<TestObject>)).toThrow(
    expect.objectContaining({ code: 'ERR_INVALID_ARGUMENT', message: expect.stringMatching(message) as string }),
  );
  expect(informer.status.handlers).toHaveLength(before);
});

describe('a transform that', () => {
  it.each<[string, (object: TestObject) => unknown, RegExp]>([
    [
      'throws',
      () => {
        throw new Error('bad luck');
      },
      /default\/a.*bad luck/,
    ],
    [
      'makes a cycle',
      (object) => {
        (object as { self?: unknown }).self = object;
        return object;
      },
      /default\/a.*contains itself/,
    ],
    ['returns a promise', (object) => Promise.resolve(object), /default\/a.*promise/],
    ['returns nothing', () => undefined, /default\/a.*undefined/],
  ])('%s: a typed error names the object, its old state stays, the rest goes on', async (_, broken, message) => {
    const { informer, source, clock, errors } = await startInformer([a], {
      transform: ((object) => (object.status?.phase === 'Failed' ? broken(object) : object)) as Transform<TestObject>,
    });
    const handler = recorder();
    informer.addEventHandler(handler);
    source.update(makeObject({ name: 'a', phase: 'Failed' }));
    source.create(b);
    await clock.settle();
    expect(codesOf(errors)).toEqual(['ERR_TRANSFORM_FAILED']);
    expect(errors[0]?.message).toMatch(message);
    expect(informer.indexer.get('default/a')?.status?.phase).toBe('Running');
    expect(handler.lines).toEqual(['add a@991!', 'add b@993']);
    expect(informer.status.stale).toMatchObject([{ key: 'default/a', resourceVersion: '992' }]);
    source.update(makeObject({ name: 'a', phase: 'Succeeded' }));
    await clock.settle();
    expect(handler.lines.at(-1)).toBe('update a@991>994');
    expect(informer.status.stale).toEqual([]);
  });

  it.each([
    ['then works: the cache shows what is there', false],
    ['then works on the deletion of the object: it is gone', true],
  ])('fails on a source that was restored, %s', async (_, isDeleted) => {
    let isBroken = false;
    const { informer, source, clock } = await startInformer([a], {
      transform: (object) => {
        if (isBroken) throw new Error('no');
        return object;
      },
    });
    const backup = source.snapshot();
    source.bump(10);
    source.update(makeObject({ name: 'a', phase: 'Failed' }));
    await clock.settle();
    isBroken = true;
    source.restore(backup);
    await eventually(
      () => {
        expect(informer.status).toMatchObject({ phase: 'watching', stale: [{ key: 'default/a' }] });
      },
      { clock },
    );
    if (isDeleted) source.delete('default/a');
    isBroken = false;
    await clock.advance(10 * 60_000);
    expect(informer.status.stale).toEqual([]);
    expect(informer.indexer.list().map(({ status }) => status?.phase)).toEqual(isDeleted ? [] : ['Running']);
  });

  it('fails on every object still lets the informer sync, with all of them stale', async () => {
    const { informer, errors, clock } = makeInformer([a, b], {
      transform: () => {
        throw new Error('no');
      },
    });
    informer.start();
    await informer.waitForSync();
    expect(informer.indexer.size).toBe(0);
    expect(informer.status.stale).toHaveLength(2);
    expect(errors).toHaveLength(2);
    await clock.settle();
  });
});

describe('code of the user’s that fails', () => {
  it('a handler that throws is reported by its name, and gets every further call', async () => {
    const { informer, source, clock, errors } = await startInformer([a]);
    const handler = recorder(() => {
      throw new Error('boom');
    });
    informer.addEventHandler(handler, { name: 'web' });
    source.create(b);
    await clock.settle();
    expect(handler.lines).toHaveLength(2);
    expect(codesOf(errors)).toEqual(['ERR_HANDLER_FAILED', 'ERR_HANDLER_FAILED']);
    expect(errors[0]?.message).toContain('Handler "web" failed in onAdd of default/a: boom');
    expect(informer.status.handlers[0]?.errors).toBe(2);
  });

  it('a handler that never resolves is reported, and with timeoutMs gets its next call', async () => {
    const { informer, clock, errors } = await startInformer([a, b]);
    const [hung, limited] = [
      recorder(() => new Promise(() => undefined)),
      recorder(() => new Promise(() => undefined)),
    ];
    informer.addEventHandler(hung, { name: 'hung', stuckAfterMs: 1_000 });
    informer.addEventHandler(limited, { name: 'limited', timeoutMs: 1_000 });
    await clock.advance(2_000);
    expect(hung.lines).toHaveLength(1);
    expect(limited.lines).toHaveLength(2);
    expect(new Set(codesOf(errors))).toEqual(new Set(['ERR_HANDLER_STUCK']));
    expect(errors.map(({ message }) => /"(\w+)".*(default\/\w+)/.exec(message)?.slice(1).join(' ')).sort()).toEqual([
      'hung default/a',
      'limited default/a',
      'limited default/b',
    ]);
  });

  it('an index function that throws leaves the object out of that index, and no more', async () => {
    const { informer, errors } = await startInformer<'bad'>([a], {
      indexers: {
        bad: () => {
          throw new Error('index');
        },
      },
    });
    expect(informer.indexer.has('default/a')).toBe(true);
    expect(informer.indexer.byIndex('bad', 'x')).toEqual([]);
    expect(codesOf(errors)).toEqual(['ERR_INDEX_FUNCTION']);
  });

  it('onError, watchErrorHandler, logger and metrics that throw stop nothing', async () => {
    const fail = (): never => {
      throw new Error('all of it');
    };
    const { informer, source, clock } = await startInformer([a], {
      onError: fail,
      watchErrorHandler: fail,
      logger: { debug: fail, info: fail, warn: fail, error: fail },
      metrics: { counter: () => ({ inc: fail }), gauge: () => ({ set: fail }), histogram: () => ({ observe: fail }) },
    });
    const handler = recorder(fail);
    informer.addEventHandler(handler);
    source.sendGarbage('no-name');
    source.create(b);
    await clock.settle();
    expect(handler.lines).toHaveLength(2);
    expect(informer.status.lists).toEqual({ initial: 1 });
  });
});

describe('an index over a path that the projection leaves out', () => {
  const refused = {
    code: 'ERR_INVALID_ARGUMENT',
    message:
      'Cannot add the index "node" to the informer pods: it is over spec.nodeName, which the projection "metadata" leaves ' +
      'out. Keep that path, or index over what is kept.',
  };
  const node = 'spec.nodeName';

  it('is refused when the informer is made, and later', async () => {
    expect(() => makeInformer([a], { projection: 'metadata', indexers: { node } })).toThrow(
      expect.objectContaining(refused),
    );
    const { informer } = await startInformer([a], { projection: 'metadata' });
    await expect(informer.addIndexers({ app: 'metadata.labels.app', node })).rejects.toMatchObject(refused);
    expect(informer.indexer.indexNames).not.toContain('app');
  });

  it('is none of our business where a function or a transform has a say', async () => {
    const pod = makeObject({ name: 'p', nodeName: 'n' });
    const transform: Transform<TestObject> = (object) => ({ ...object, spec: { nodeName: 'n2' } }) as TestObject;
    const { informer } = await startInformer([pod], { projection: 'metadata', transform, indexers: { node } });
    expect(informer.indexer.byIndex('node', 'n2')).toHaveLength(1);
    const byFunction = await startInformer([pod], { projection: 'metadata', indexers: { node: () => 'x' } });
    expect(byFunction.informer.indexer.byIndex('node', 'x')).toHaveLength(1);
  });
});

it('a handler may name methods that it does not have', () => {
  const { informer } = makeInformer([a]);
  expect(() => informer.addEventHandler({ onAdd: undefined })).not.toThrow();
});
