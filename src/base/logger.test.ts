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
