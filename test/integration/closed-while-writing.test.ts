import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client, KubeConfig } from 'kube-informer';
import { describe, expect, it } from 'vitest';
import { TEST_CA } from '../../src/client/http/test-certs.js';

const program = fileURLToPath(new URL('./programs/closing-server.ts', import.meta.url));

// In a process of its own: the two must be able to write and close at the same time.
async function startClosingServer(): Promise<AsyncDisposable & { readonly url: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const line = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  return {
    url: `https://127.0.0.1:${String(line.value)}`,
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => child.once('close', resolve));
      child.stdin.end();
      await ended;
    },
  };
}

// Of calls, half of them uploads, twelve at a time: without what this is about the first hundred hang.
const CALLS = 1_200;

describe('a server that closes connections while they are written to', () => {
  it('leaves no call without an end, though no ping is ever given up', { timeout: 60_000 }, async () => {
    await using server = await startClosingServer();
    const config = KubeConfig.fromObject({
      'current-context': 'a',
      contexts: [{ name: 'a', context: { cluster: 'a' } }],
      clusters: [
        {
          name: 'a',
          cluster: { server: server.url, 'certificate-authority-data': Buffer.from(TEST_CA).toString('base64') },
        },
      ],
    });
    await using client = new Client(config, { pingIntervalMs: 50, pingTimeoutMs: 3_600_000 });
    const body = Buffer.alloc(8_000);
    let ended = 0;
    const callAll = async (request: { method: string; body?: Uint8Array }): Promise<void> => {
      while (ended < CALLS) {
        try {
          const response = await client.request({ path: '/x', ...request });
          for await (const _ of response.body);
        } catch {
          // Which of them are met by the end of a connection is chance.
        }
        ended++;
      }
    };
    await Promise.all(
      Array.from({ length: 12 }, (_, i) => callAll(i % 2 === 0 ? { method: 'GET' } : { method: 'POST', body })),
    );
    expect(ended).toBeGreaterThanOrEqual(CALLS);
  });
});
