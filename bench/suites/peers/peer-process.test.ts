import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { PeerProcess, answersWithin } from './peer-process.js';

const folder = fileURLToPath(new URL('.', import.meta.url));
const server = { kubeconfig: '', url: '', caFile: '', token: '', objects: 20_000 };
const running: PeerProcess[] = [];

function start(...run: readonly string[]): PeerProcess {
  const peer = new PeerProcess({ name: 'quiet', folder, build: undefined, run, streams: true }, server);
  running.push(peer);
  return peer;
}

const program = (text: string): PeerProcess => start(process.execPath, '-e', text);

afterEach(async () => {
  await Promise.all(running.splice(0).map((peer) => peer.end()));
});

describe('PeerProcess', () => {
  it('gives the answer that was printed', async () => {
    const peer = program(`process.stdin.once('data', () => console.log('{"rss":1}'))`);
    await expect(peer.ask('memory')).resolves.toEqual({ rss: 1 });
  });

  it('fails when an answer does not come in time, and names the peer and the command', async () => {
    const peer = program(`setInterval(() => {}, 1000)`);
    await expect(peer.ask('sync', 20)).rejects.toThrow('The peer quiet did not answer "sync" within 0.02 s.');
  });

  it('fails when the peer ends before it answers', async () => {
    const peer = program(`process.stdin.once('data', () => process.exit(0))`);
    await expect(peer.ask('read')).rejects.toThrow('The peer quiet ended before it answered "read"');
  });

  it('fails when the program is not there', async () => {
    const peer = start('no-such-program-of-a-peer');
    await expect(peer.ask('memory')).rejects.toThrow('The peer quiet could not be started: spawn');
  });

  it('ends a peer that hangs', async () => {
    const peer = program(`setInterval(() => {}, 1000)`);
    await peer.end();
    await expect(peer.ask('memory')).rejects.toThrow('ended before it answered');
  });

  it.runIf(process.platform === 'linux')('runs a peer in a session of its own', async () => {
    // After the name, which is in brackets: state, parent, process group, session.
    const peer = program(`process.stdin.once('data', () => {
      const [, , , session] = require('node:fs').readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
      console.log(JSON.stringify({ pid: process.pid, session: Number(session) }));
    })`);
    const { pid, session } = await peer.ask<{ pid: number; session: number }>('memory');
    expect(session).toBe(pid);
  });

  it('takes a peer along when it is told to end', async () => {
    const module = JSON.stringify(new URL('peer-process.ts', import.meta.url).href);
    // Not for ever, should nobody end it.
    const lasts = `console.error('the peer runs'); setTimeout(() => console.error('it outlived its bench'), 20_000)`;
    const hangs = JSON.stringify([process.execPath, '-e', lasts]);
    const text = `const { PeerProcess } = await import(${module});
      new PeerProcess({ name: 'quiet', folder: '.', run: ${hangs} }, { objects: 1 });`;
    const bench = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', text], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    await new Promise<void>((resolve) => {
      bench.stderr.on('data', (text: Buffer) => {
        if ((said += text.toString()).includes('the peer runs')) resolve();
      });
    });
    bench.kill('SIGTERM');
    // Both hold its error output: it is closed when neither is left.
    const [, signal] = (await once(bench, 'close')) as [unknown, string];
    expect(signal).toBe('SIGTERM');
    expect(said).not.toContain('outlived');
  }, 60_000);

  it('waits longer for more objects and more updates', () => {
    expect(answersWithin(100_000)).toBeGreaterThan(answersWithin(20_000));
    expect(answersWithin(20_000, 5_000)).toBeGreaterThan(answersWithin(20_000));
  });
});
