import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it, vi } from 'vitest';
import { FakeClock } from '../base/fake-clock.js';
import type { Logger } from '../base/logger.js';
import { KubeInformerError } from '../errors/index.js';
import type { ReflectorTransition } from '../reflector/index.js';
import { apiError } from '../testing/index.js';
import { ErrorReports } from './error-reports.js';

function makeLogger(): { lines: string[]; logger: Logger } {
  const lines: string[] = [];
  const at = (level: string) => (message: string) => void lines.push(`${level}: ${message}`);
  return { lines, logger: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } };
}

const failure = new KubeInformerError('ERR_HANDLER_FAILED', 'Handler failed.');

describe('an error', () => {
  it('of the user’s code goes to onError, or is logged as an error', () => {
    const { lines, logger } = makeLogger();
    const seen: unknown[] = [];
    new ErrorReports('pods', { onError: (error) => seen.push(error), logger }).report(failure);
    expect([seen, lines]).toEqual([[failure], []]);
    new ErrorReports('pods', { logger }).report(failure);
    expect(lines).toEqual(['error: kube-informer: pods: Handler failed.']);
  });

  it('of the connection goes to watchErrorHandler, or is logged as a warning; Expired is routine', () => {
    const { lines, logger } = makeLogger();
    const seen: unknown[] = [];
    new ErrorReports('pods', { watchErrorHandler: (error) => seen.push(error) }).reportConnection(failure);
    const reports = new ErrorReports('pods', { logger });
    reports.reportConnection(new Error('reset'));
    reports.reportConnection(apiError(410));
    expect(seen).toEqual([failure]);
    expect(lines[0]).toBe('warn: kube-informer: pods: reset');
    expect(lines[1]).toMatch(/^debug: /);
  });

  it('of a handler is logged ten times a minute, and the tenth says so', async () => {
    const { lines, logger } = makeLogger();
    const clock = new FakeClock();
    const reports = new ErrorReports('pods', { logger, clock });
    for (let count = 0; count < 1_000; count++) reports.report(failure, 'web');
    reports.report(failure, 'other');
    expect(lines).toEqual([
      ...Array.from({ length: 9 }, () => 'error: kube-informer: pods: Handler failed.'),
      'error: kube-informer: pods: Handler failed. Further ones are not printed for up to a minute; status counts them.',
      'error: kube-informer: pods: Handler failed.',
    ]);
    await clock.advance(60_000);
    reports.report(failure, 'web');
    expect(lines).toHaveLength(12);
  });

  it('of one kind does not keep another from being logged, and none is said to be counted that is not', () => {
    const { lines, logger } = makeLogger();
    const reports = new ErrorReports('pods', { logger, clock: new FakeClock() });
    const stuck = new KubeInformerError('ERR_HANDLER_STUCK', 'Handler is stuck.');
    const index = new KubeInformerError('ERR_INDEX_FUNCTION', 'Cannot index.');
    for (let count = 0; count < 20; count++) reports.report(failure, 'web');
    reports.report(stuck, 'web');
    for (let count = 0; count < 20; count++) reports.report(index);
    expect(lines.slice(10)).toEqual([
      'error: kube-informer: pods: Handler is stuck.',
      ...Array.from({ length: 9 }, () => 'error: kube-informer: pods: Cannot index.'),
      'error: kube-informer: pods: Cannot index. Further ones are not printed for up to a minute.',
    ]);
  });

  it('of the connection says what is done about it', () => {
    const { lines, logger } = makeLogger();
    new ErrorReports('pods', { logger }).reportConnection(new Error('reset'), 'tries again in 1.0 s (attempt 2)');
    expect(lines).toEqual(['warn: kube-informer: pods: reset (then: tries again in 1.0 s (attempt 2))']);
  });

  it('that a WatchList was refused is left to the list that follows at once', () => {
    const { lines, logger } = makeLogger();
    const reports = new ErrorReports('pods', { logger });
    reports.reportConnection(apiError(403), 'reads everything again as a list', 'listing');
    reports.reportConnection(new Error('no end mark'), 'reads everything again as a list', 'listing');
    reports.reportConnection(apiError(403), 'tries again in 1.0 s (attempt 2)', 'waiting');
    expect(lines.map((line) => line.split(':')[0])).toEqual(['debug', 'warn', 'warn']);
  });

  it('in who is told of it is logged, and one in the logger is swallowed', () => {
    const { lines, logger } = makeLogger();
    const fail = (): never => {
      throw new Error('mine');
    };
    const reports = new ErrorReports('pods', { onError: fail, watchErrorHandler: fail, logger });
    reports.report(failure);
    reports.reportConnection(failure);
    expect(lines[0]).toContain('onError itself failed: mine. It was told: Handler failed.');
    expect(lines[1]).toContain('watchErrorHandler itself failed: mine');
    new ErrorReports('pods', { logger: { debug: fail, info: fail, warn: fail, error: fail } }).report(failure);
  });

  it('in an async function that is told of it is logged too, and ends nothing', async () => {
    const { lines, logger } = makeLogger();
    const fail = (): Promise<void> => Promise.reject(new Error('mine'));
    const reports = new ErrorReports('pods', { onError: fail, watchErrorHandler: fail, logger });
    reports.report(failure);
    reports.reportConnection(failure);
    await vi.waitFor(() => {
      expect(lines).toHaveLength(2);
    });
    expect(lines[0]).toContain('onError itself failed: mine. It was told: Handler failed.');
    expect(lines[1]).toContain('watchErrorHandler itself failed: mine');
  });

  it('of either kind is published on the diagnostics channel', () => {
    const messages: unknown[] = [];
    const listen = (message: unknown): void => void messages.push(message);
    subscribe('kube-informer:error', listen);
    const reports = new ErrorReports('pods', { onError: () => undefined, watchErrorHandler: () => undefined });
    reports.report(failure);
    reports.reportConnection('text');
    unsubscribe('kube-informer:error', listen);
    reports.report(failure);
    expect(messages).toEqual([
      { informer: 'pods', error: failure },
      { informer: 'pods', error: 'text' },
    ]);
  });
});

describe('the end of an outage', () => {
  const change = (at: number, to: ReflectorTransition['to'], error?: Error): ReflectorTransition => ({
    at,
    from: 'connecting',
    to,
    because: 'accepted',
    resourceVersion: '1',
    ...(error === undefined ? {} : { error }),
  });

  it('is logged with how long it took, and once', () => {
    const { lines, logger } = makeLogger();
    const reports = new ErrorReports('pods', { logger });
    reports.follow(change(1_000, 'waiting', failure));
    reports.follow(change(2_000, 'connecting'));
    reports.follow(change(3_000, 'waiting', failure));
    reports.follow(change(13_400, 'watching'));
    reports.follow(change(20_000, 'watching'));
    expect(lines).toEqual(['info: kube-informer: pods: It watches again, 12.4 s after the first of 2 failures.']);
  });

  it('is that of a watch that broke, too', () => {
    const { lines, logger } = makeLogger();
    const reports = new ErrorReports('pods', { logger });
    reports.follow(change(1_000, 'probing', failure));
    reports.follow(change(1_050, 'connecting'));
    reports.follow(change(1_100, 'watching'));
    expect(lines).toEqual(['info: kube-informer: pods: It watches again, 0.1 s after that.']);
  });

  it('is not made of what needs no further attempt: a watch that timed out, a WatchList that is refused', () => {
    const { lines, logger } = makeLogger();
    const reports = new ErrorReports('pods', { logger });
    reports.follow(change(1_000, 'connecting'));
    reports.follow(change(1_100, 'listing', failure));
    reports.follow(change(2_000, 'watching'));
    expect(lines).toEqual([]);
  });

  it('is not logged to who has a handler for the errors', () => {
    const { lines, logger } = makeLogger();
    const reports = new ErrorReports('pods', { logger, watchErrorHandler: () => undefined });
    reports.follow(change(1_000, 'waiting', failure));
    reports.follow(change(2_000, 'watching'));
    expect(lines).toEqual([]);
  });
});
