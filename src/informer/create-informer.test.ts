import { afterEach, describe, expect, it } from 'vitest';
import type { KubeInformerError } from '../errors/index.js';
import { FakeClock, FakeListerWatcher, apiError, eventually, makeObject } from '../testing/index.js';
import type { TestObject } from '../testing/index.js';
import { createInformer } from './create-informer.js';
import type { CreateInformerOptions } from './create-informer.js';
import { recorder } from './test-support.js';

const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

function setUp(options: Partial<CreateInformerOptions<TestObject, 'node'>> = {}) {
  const clock = new FakeClock();
  const source = new FakeListerWatcher<TestObject>({
    clock,
    objects: [makeObject({ name: 'a', nodeName: 'n1' })],
    watchList: 'declared-unsupported',
  });
  const handler = recorder();
  const errors: KubeInformerError[] = [];
  const warnings: string[] = [];
  const { indexer, controller } = createInformer<TestObject, 'node'>({
    listerWatcher: source,
    handler,
    indexers: { node: 'spec.nodeName' },
    clock,
    onError: (error) => errors.push(error),
    logger: { debug: () => 0, info: () => 0, warn: (message) => warnings.push(message), error: () => 0 },
    ...options,
  });
  const abort = new AbortController();
  const run = (): void => {
    const running = controller.run(abort.signal);
    stops.push(async () => {
      abort.abort();
      await running;
    });
  };
  return { clock, source, handler, errors, warnings, indexer, controller, run };
}

describe('createInformer', () => {
  it('keeps an indexed copy and calls the handler on every change', async () => {
    const { clock, source, handler, indexer, controller, run } = setUp();
    expect(controller.hasSynced).toBe(false);
    run();
    await clock.settle();
    source.create(makeObject({ name: 'b', nodeName: 'n1' }));
    source.update({ ...makeObject({ name: 'a', nodeName: 'n2' }) });
    source.delete('default/b');
    await clock.settle();
    expect(controller.hasSynced).toBe(true);
    expect(handler.lines).toEqual(['add a@991!', 'add b@992', 'update a@991>993', 'delete b@994']);
    expect(indexer.indexKeys('node', 'n2')).toEqual(['default/a']);
  });

  it('shows everything again at each resyncPeriod', async () => {
    const { clock, handler, run } = setUp({ resyncPeriod: 5_000 });
    run();
    await clock.advance(5_000);
    expect(handler.lines).toEqual(['add a@991!', 'update a@991>991!']);
  });

  it('takes a resyncPeriod below a second for a second: it is a mistake in units', async () => {
    const { clock, handler, run } = setUp({ resyncPeriod: 5 });
    run();
    await clock.advance(1_000);
    expect(handler.lines).toEqual(['add a@991!', 'update a@991>991!']);
  });

  it('shows handler and store what the transform made: old states and deletions too', async () => {
    const seen: unknown[] = [];
    const { clock, source, indexer, run } = setUp({
      transform: (object) => ({ ...object, spec: { containers: [] } }),
      handler: {
        onAdd: ({ spec }) => seen.push(spec),
        onUpdate: (old, now) => seen.push(old.spec, now.spec),
        onDelete: ({ spec }) => seen.push(spec),
      },
    });
    run();
    await clock.settle();
    source.update(makeObject({ name: 'a', phase: 'Failed' }));
    source.delete('default/a');
    await clock.settle();
    expect(seen).toEqual(Array.from({ length: 4 }, () => ({ containers: [] })));
    expect(indexer.size).toBe(0);
  });

  it('tells watchErrorHandler of a transform that fails on an event, which is skipped as in client-go', async () => {
    const errors: unknown[] = [];
    const { clock, source, indexer, run } = setUp({
      transform: (object) => {
        if (object.status?.phase === 'Failed') throw new Error('no');
        return object;
      },
      watchErrorHandler: (error) => errors.push(error),
    });
    run();
    await clock.settle();
    source.update(makeObject({ name: 'a', phase: 'Failed' }));
    await clock.settle();
    expect(errors).toMatchObject([{ code: 'ERR_TRANSFORM_FAILED' }]);
    expect(indexer.get('default/a')?.status?.phase).toBe('Running');
  });

  it('logs errors of the connection when nobody asks for them, and goes on', async () => {
    const { clock, source, indexer, warnings, run } = setUp();
    source.failNext('list', apiError(500));
    run();
    await eventually(
      () => {
        expect(indexer.size).toBe(1);
      },
      { clock },
    );
    expect(warnings).toHaveLength(1);
  });

  it('reports a handler that throws and goes on (client-go: Run panics)', async () => {
    const { clock, source, errors, indexer, run } = setUp({
      handler: {
        onAdd: () => {
          throw new Error('boom');
        },
      },
    });
    run();
    await clock.settle();
    source.create(makeObject({ name: 'b' }));
    await clock.settle();
    expect(errors.map(({ code }) => code)).toEqual(['ERR_HANDLER_FAILED', 'ERR_HANDLER_FAILED']);
    expect(indexer.size).toBe(2);
  });
});
