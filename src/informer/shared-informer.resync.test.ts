import { describe, expect, it } from 'vitest';
import { makeObject } from '../testing/index.js';
import { makeInformer, startInformer } from './test-informer.js';
import { recorder } from './test-support.js';

const a = makeObject({ name: 'a' });

describe('a resync', () => {
  it('shows each handler the cache at its own period: 0, 2 and 3 s', async () => {
    const { informer, clock } = makeInformer([a]);
    const handlers = [0, 2_000, 3_000].map((resyncPeriod) => {
      const handler = recorder();
      informer.addEventHandler(handler, { resyncPeriod });
      return handler;
    });
    const resyncs = (): number[] =>
      handlers.map(({ lines }) => lines.filter((line) => line === 'update a@991>991!').length);
    informer.start();
    await clock.advance(1_999);
    expect(resyncs()).toEqual([0, 0, 0]);
    await clock.advance(1);
    expect(resyncs()).toEqual([0, 1, 0]);
    await clock.advance(1_000);
    expect(resyncs()).toEqual([0, 1, 1]);
    await clock.advance(3_000);
    expect(resyncs()).toEqual([0, 3, 2]);
  });

  it('never talks to the server', async () => {
    const { informer, source, clock } = await startInformer([a], { resyncPeriod: 1_000 });
    informer.addEventHandler(recorder());
    const { length } = source.requests;
    await clock.advance(10_000);
    expect(source.requests).toHaveLength(length);
  });

  it('uses the period of the informer unless the handler has one', async () => {
    const { informer, clock } = await startInformer([a], { resyncPeriod: 2_000 });
    const [own, none] = [recorder(), recorder()];
    informer.addEventHandler(own);
    informer.addEventHandler(none, { resyncPeriod: 0 });
    expect(informer.status.nextResyncAt).toBe(clock.now() + 2_000);
    await clock.advance(2_000);
    expect(own.lines).toEqual(['add a@991!', 'update a@991>991!']);
    expect(none.lines).toEqual(['add a@991!']);
  });

  it('is not put off by relists (client-go: each one starts the period anew)', async () => {
    const { informer, source, clock } = await startInformer([a]);
    const handler = recorder();
    informer.addEventHandler(handler, { resyncPeriod: 10_000 });
    for (let round = 0; round < 4; round++) {
      source.expire({ endWatches: true });
      await clock.advance(4_000);
    }
    expect(handler.lines.filter((line) => line.endsWith('!') && line.startsWith('update'))).toHaveLength(1);
  });

  it('does not begin before the start', async () => {
    const { informer, clock } = makeInformer([a], { resyncPeriod: 1_000 });
    informer.addEventHandler(recorder());
    await clock.advance(100_000);
    expect(clock.pendingTimers).toBe(0);
    expect(informer.status.queueDepth).toBe(0);
  });

  it('shows the newest state, never one that a queued change has replaced', async () => {
    const { informer, source, clock } = await startInformer([a], { resyncPeriod: 1_000 });
    const handler = recorder();
    informer.addEventHandler(handler);
    await clock.advance(999);
    source.update(makeObject({ name: 'a', phase: 'Failed' }));
    await clock.advance(1);
    expect(handler.lines).toEqual(['add a@991!', 'update a@991>992', 'update a@992>992!']);
  });

  it('ends with the removal of its handler', async () => {
    const { informer, clock } = await startInformer([a]);
    const timers = clock.pendingTimers;
    const registration = informer.addEventHandler(recorder(), { resyncPeriod: 1_000 });
    expect(clock.pendingTimers).toBe(timers + 1);
    await registration.remove();
    expect(clock.pendingTimers).toBe(timers);
  });
});
