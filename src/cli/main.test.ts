import { describe, expect, it } from 'vitest';
import type { Io } from './command.js';
import { main } from './main.js';

/** A process that keeps what is printed. */
function fakeIo(): Io & { printed: { out: string; err: string } } {
  const printed = { out: '', err: '' };
  return {
    printed,
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
    env: {},
    terminal: () => undefined,
    signal: new AbortController().signal,
  };
}

describe('main', () => {
  it.each([
    [['nope'], 2, /There is no command "nope"/],
    [['serve', '--port', 'http'], 2, /--port takes a number/],
    [['serve', '--authorization', 'abac'], 2, /always-allow or rbac/],
    [['serve', 'extra'], 2, /no argument "extra"/],
    [['serve', '--insecure', '--authorization', 'rbac'], 2, /exclude each other/],
    [['serve', '--kubeconfig', '/dev/null/at/all'], 2, /Cannot write the kubeconfig to \/dev\/null\/at\/all: ENOTDIR/],
    [['serve', '--data', '/dev/null/at/all'], 1, /ERR_STORAGE_UNREADABLE: .*\/dev\/null\/at\/all/],
    [['watch'], 2, /takes the resources to follow/],
    [['watch', 'pods', '-o', 'yaml'], 2, /--output is line or json/],
    [['watch', 'pods', '-n', 'a', '-A'], 2, /exclude each other/],
    [['watch', 'pods', '--kubeconfig', '/nowhere/at/all'], 1, /ERR_KUBECONFIG: There is no kubeconfig/],
    [['playground', '--pace', 'fast'], 2, /--pace takes a duration/],
  ] as const)('%j ends with %d and says why on the error output alone', async (args, code, says) => {
    const io = fakeIo();
    expect(await main(args, io)).toBe(code);
    expect(io.printed.err).toMatch(says);
    expect(io.printed.out).toBe('');
  });

  it.each([[[]], [['--help']], [['-h']], [['help']]])('%j lists the commands', async (args) => {
    const io = fakeIo();
    expect(await main(args, io)).toBe(0);
    for (const name of ['playground', 'serve', 'watch']) expect(io.printed.out).toContain(name);
  });

  it.each(['playground', 'serve', 'watch'])('%s --help tells its options', async (name) => {
    const io = fakeIo();
    expect(await main([name, '--help'], io)).toBe(0);
    expect(io.printed.out).toMatch(new RegExp(`^kube-informer ${name}: `));
  });

  it('prints its version, which the sources do not have', async () => {
    const io = fakeIo();
    await main(['--version'], io);
    expect(io.printed.out).toBe('source\n');
  });
});
