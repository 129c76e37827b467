import { afterEach, describe, expect, it, vi } from 'vitest';
import { consoleLogger, silentLogger } from './logger.js';

afterEach(() => {
  vi.restoreAllMocks();
});

function watchConsole() {
  const spies = (['debug', 'info', 'log', 'warn', 'error'] as const).map((method) =>
    vi.spyOn(console, method).mockImplementation(() => undefined),
  );
  return () => spies.flatMap((spy) => spy.mock.calls);
}

describe('consoleLogger', () => {
  it.each(['warn', 'error'] as const)('writes %s with its context to the console', (level) => {
    const calls = watchConsole();
    consoleLogger[level]('look at this', { key: 'default/web-1' });
    expect(calls()).toEqual([['look at this', { key: 'default/web-1' }]]);
  });

  it.each(['warn', 'error'] as const)('writes %s without a trailing undefined when there is no context', (level) => {
    const calls = watchConsole();
    consoleLogger[level]('look at this');
    expect(calls()).toEqual([['look at this']]);
  });

  it('prints an error that the message tells of once: a warning in one line, an error with its cause', () => {
    const calls = watchConsole();
    const cause = new Error('boom');
    const error = new Error('Cannot list pods', { cause });
    consoleLogger.warn('pods: Cannot list pods', { error });
    consoleLogger.error('pods: Cannot list pods', { code: 'ERR_X', error });
    consoleLogger.error('pods: boom', { error: cause });
    expect(calls()).toEqual([
      ['pods: Cannot list pods'],
      ['pods: Cannot list pods', { code: 'ERR_X' }, cause],
      ['pods: boom', cause],
    ]);
  });

  it('prints all of an error that the message does not tell of', () => {
    const calls = watchConsole();
    const error = new Error('boom');
    consoleLogger.warn('something failed', { error });
    expect(calls()).toEqual([['something failed', { error }]]);
  });

  it.each(['debug', 'info'] as const)('drops %s', (level) => {
    const calls = watchConsole();
    consoleLogger[level]('details');
    expect(calls()).toEqual([]);
  });
});

describe('silentLogger', () => {
  it.each(['debug', 'info', 'warn', 'error'] as const)('drops %s', (level) => {
    const calls = watchConsole();
    silentLogger[level]('anything');
    expect(calls()).toEqual([]);
  });
});
