import { afterEach, describe, expect, it, vi } from 'vitest';
import { KubeInformerError } from '../errors/index.js';
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
  it('writes nothing to standard output, which is the program’s', () => {
    const toOutput = [vi.spyOn(console, 'log'), vi.spyOn(console, 'info'), vi.spyOn(console, 'debug')];
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    consoleLogger.info('it watches again');
    expect(toOutput.flatMap(({ mock }) => mock.calls)).toEqual([]);
  });

  it.each(['info', 'warn', 'error'] as const)('writes %s with its context to the console', (level) => {
    const calls = watchConsole();
    consoleLogger[level]('look at this', { key: 'default/web-1' });
    expect(calls()).toEqual([['look at this', { key: 'default/web-1' }]]);
  });

  it.each(['info', 'warn', 'error'] as const)(
    'writes %s without a trailing undefined when there is no context',
    (level) => {
      const calls = watchConsole();
      consoleLogger[level]('look at this');
      expect(calls()).toEqual([['look at this']]);
    },
  );

  it('prints an error of this library once, and what caused it where the message does not tell', () => {
    const calls = watchConsole();
    const cause = new Error('boom');
    const error = new KubeInformerError('ERR_NOT_SYNCED', 'Cannot list pods: boom', { cause });
    const short = new KubeInformerError('ERR_NOT_SYNCED', 'Cannot list pods', { cause });
    consoleLogger.warn('pods: Cannot list pods: boom', { error });
    consoleLogger.warn('pods: Cannot list pods', { error: short });
    consoleLogger.error('pods: Cannot list pods: boom', { code: 'ERR_X', error });
    expect(calls()).toEqual([
      ['pods: Cannot list pods: boom'],
      ['pods: Cannot list pods', cause],
      ['pods: Cannot list pods: boom', { code: 'ERR_X' }, cause],
    ]);
  });

  it('does not print the system call behind a warning, which the message has told in words', () => {
    const calls = watchConsole();
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
    const error = new KubeInformerError('ERR_NOT_SYNCED', 'the connection was refused', { cause });
    // A name with several addresses fails at each of them.
    const each = new KubeInformerError('ERR_NOT_SYNCED', 'the connection was refused', {
      cause: new AggregateError([cause, cause]),
    });
    consoleLogger.warn('pods: the connection was refused', { error });
    consoleLogger.warn('pods: the connection was refused', { error: each });
    expect(calls()).toEqual([['pods: the connection was refused'], ['pods: the connection was refused']]);
  });

  it('does not print what TLS says behind a warning, which the message has told in words', () => {
    const calls = watchConsole();
    const cause = Object.assign(new Error('self-signed certificate in chain'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' });
    const error = new KubeInformerError('ERR_HTTP_TLS', 'its certificate is not trusted', { cause });
    consoleLogger.warn('pods: its certificate is not trusted', { error });
    expect(calls()).toEqual([['pods: its certificate is not trusted']]);
  });

  it.each([
    new TypeError('boom'),
    new Error(''),
    new KubeInformerError('ERR_NOT_SYNCED', 'what the text does not say'),
  ])('prints all of any other error: %s', (error) => {
    const calls = watchConsole();
    consoleLogger.warn('pods: boom', { error });
    expect(calls()).toEqual([['pods: boom', { error }]]);
  });

  it.each(['debug'] as const)('drops %s', (level) => {
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
