import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { realClock } from '../../base/clock.js';
import type { Clock } from '../../base/clock.js';
import { FakeClock } from '../../base/fake-clock.js';
import { ExecCredential } from './exec.js';
import type { ExecCredentialOptions } from './exec.js';
import type { ExecSpec } from './exec-spec.js';
import { makeCertificate } from './test-certificates.js';
import { everythingShown, rejection, testDirectory } from './test-support.js';
import type { TestDirectory } from './test-support.js';

const V1 = 'client.authentication.k8s.io/v1';

// Real processes start here: on a busy machine one takes a second.
const GENEROUS = { timeout: 60_000 };

function credential(
  command: string,
  spec: Partial<ExecSpec> = {},
  options: Partial<ExecCredentialOptions> = {},
): ExecCredential {
  return new ExecCredential(
    {
      apiVersion: V1,
      command,
      args: [],
      env: new Map(),
      interactiveMode: 'Never',
      provideClusterInfo: false,
      ...spec,
    },
    { owner: 'user "ci" (kubeconfig /k)', clock: new FakeClock(), env: process.env, ...options },
  );
}

/** A plugin that counts its runs in a file, and gives the token `token-<run>`. */
const counting = (dir: TestDirectory, status = ''): Promise<string> =>
  dir.program(
    'counting.cjs',
    `const fs = require('node:fs');
     fs.appendFileSync(__dirname + '/runs', 'x');
     const run = fs.readFileSync(__dirname + '/runs', 'utf8').length;
     console.log(JSON.stringify({ kind: 'ExecCredential', apiVersion: '${V1}', status: { token: 'token-' + run, ${status} } }));`,
  );

const runs = async (dir: TestDirectory): Promise<number> => (await readFile(join(dir.path, 'runs'), 'utf8')).length;

describe('ExecCredential', GENEROUS, () => {
  it('many concurrent first requests start one process', async () => {
    await using dir = await testDirectory();
    const exec = credential(await counting(dir));
    const all = await Promise.all(Array.from({ length: 20 }, () => exec.headers()));
    expect([new Set(all.map((one) => one['Authorization'])), await runs(dir)]).toEqual([
      new Set(['Bearer token-1']),
      1,
    ]);
  });

  it('is cached until its expiry, and renewed ahead of it', async () => {
    await using dir = await testDirectory();
    const clock = new FakeClock(Date.UTC(2026, 0, 1));
    const exec = credential(await counting(dir, `expirationTimestamp: '2026-01-01T01:00:00Z'`), {}, { clock });
    const seen = [await exec.headers()];
    await clock.advance(58 * 60_000);
    seen.push(await exec.headers());
    await clock.advance(90_000);
    seen.push(await exec.headers());
    expect(seen.map((one) => one['Authorization'])).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2']);
  });

  it('a refusal runs the plugin again', async () => {
    await using dir = await testDirectory();
    const exec = credential(await counting(dir));
    await exec.headers();
    expect([await exec.unauthorized(), await exec.headers()]).toEqual([true, { Authorization: 'Bearer token-2' }]);
  });

  it('gets arguments, environment and KUBERNETES_EXEC_INFO', async () => {
    await using dir = await testDirectory();
    const echo = await dir.program(
      'echo.cjs',
      `const token = Buffer.from(JSON.stringify([process.argv.slice(2), process.env.OWN, process.env.INHERITED, JSON.parse(process.env.KUBERNETES_EXEC_INFO)])).toString('base64url');
       console.log(JSON.stringify({ kind: 'ExecCredential', apiVersion: '${V1}', status: { token } }));`,
    );
    const exec = credential(
      echo,
      { args: ['get', 'a token'], env: new Map([['OWN', 'own']]), provideClusterInfo: true },
      {
        env: { ...process.env, OWN: 'overridden', INHERITED: 'inherited' },
        clusterInfo: () => Promise.resolve({ server: 'https://c', config: { audience: 'x' } }),
      },
    );
    const { Authorization } = await exec.headers();
    expect(JSON.parse(Buffer.from(String(Authorization).slice(7), 'base64url').toString())).toEqual([
      ['get', 'a token'],
      'own',
      'inherited',
      {
        kind: 'ExecCredential',
        apiVersion: V1,
        spec: { cluster: { server: 'https://c', config: { audience: 'x' } }, interactive: false },
      },
    ]);
  });

  it('is not told of the cluster unless it asks', async () => {
    await using dir = await testDirectory();
    let asked = 0;
    const clusterInfo = (): Promise<never> => {
      asked += 1;
      return Promise.reject(new Error('not to be called'));
    };
    await credential(await counting(dir), {}, { clusterInfo }).headers();
    expect(asked).toBe(0);
  });

  it('gives a certificate, which is good as long as it says itself', async () => {
    await using dir = await testDirectory();
    const clock = new FakeClock(Date.UTC(2026, 0, 1));
    const { cert, key } = makeCertificate({ notAfter: new Date('2026-01-01T01:00:00Z') });
    await writeFile(join(dir.path, 'pair.json'), JSON.stringify({ clientCertificateData: cert, clientKeyData: key }));
    const exec = credential(await counting(dir, `...require('./pair.json')`), {}, { clock });
    const pair = await exec.certificate();
    await clock.advance(59.5 * 60_000);
    await exec.certificate();
    expect([pair, await runs(dir)]).toMatchObject([{ cert, key }, 2]);
  });

  it('a certificate that does not fit its key names the plugin', async () => {
    await using dir = await testDirectory();
    const [one, two] = [makeCertificate(), makeCertificate()];
    await writeFile(
      join(dir.path, 'pair.json'),
      JSON.stringify({ clientCertificateData: one.cert, clientKeyData: two.key }),
    );
    const exec = credential(await counting(dir, `...require('./pair.json')`));
    expect((await rejection(exec.certificate())).message).toMatch(/from its exec plugin do not belong together/);
  });
});

describe('ExecCredential with a person', GENEROUS, () => {
  const interactiveSeen = async (mode: ExecSpec['interactiveMode'], terminal: boolean): Promise<unknown> => {
    await using dir = await testDirectory();
    const echo = await dir.program(
      'echo.cjs',
      `const token = String(JSON.parse(process.env.KUBERNETES_EXEC_INFO).spec.interactive);
       console.log(JSON.stringify({ kind: 'ExecCredential', apiVersion: '${V1}', status: { token } }));`,
    );
    const exec = credential(echo, { interactiveMode: mode }, { stdinIsTerminal: () => terminal });
    return (await exec.headers())['Authorization'];
  };

  it.each<[ExecSpec['interactiveMode'], boolean, string]>([
    ['Never', true, 'Bearer false'],
    ['IfAvailable', false, 'Bearer false'],
    ['IfAvailable', true, 'Bearer true'],
    ['Always', true, 'Bearer true'],
  ])('%s with a terminal %j', async (mode, terminal, expected) => {
    expect(await interactiveSeen(mode, terminal)).toBe(expected);
  });

  it('Always without a terminal is an error, and starts nothing', async () => {
    expect(await rejection(interactiveSeen('Always', false))).toMatchObject({
      code: 'ERR_EXEC_PLUGIN',
      message: expect.stringContaining('standard input is not a terminal') as string,
    });
  });
});

describe('ExecCredential with a plugin that misbehaves', GENEROUS, () => {
  const failing = async (
    source: string,
    spec: Partial<ExecSpec> = {},
    clock: Clock = new FakeClock(),
  ): Promise<Error> => {
    await using dir = await testDirectory();
    const exec = credential(await dir.program('plugin.cjs', source), spec, { clock, timeoutMs: 1_000 });
    return await rejection(exec.headers());
  };

  it('a missing command gives the install hint, without its escape sequences', async () => {
    const installHint = 'Run \u001b[31mbrew install it\u001b[0m.';
    const error = await rejection(credential('no-such-command-anywhere', { installHint }).headers());
    expect(error).toMatchObject({ code: 'ERR_EXEC_PLUGIN', retryable: false });
    expect(error.message).toBe(
      'The exec plugin "no-such-command-anywhere" of user "ci" (kubeconfig /k) is not installed: ' +
        'the command was not found. Run brew install it.',
    );
  });

  it('a file that is no program says so', async () => {
    await using dir = await testDirectory();
    const file = await dir.write('plugin', 'text');
    expect((await rejection(credential(file).headers())).message).toContain('cannot be started (EACCES)');
  });

  it('an argument that no program can get says so', async () => {
    const error = await rejection(credential(process.execPath, { args: ['a\0b'] }).headers());
    expect(error.message).toContain('cannot be started');
  });

  it('a failure carries exit code and what was said on standard error', async () => {
    const error = await failing(`console.error('login expired'); process.exit(3);`);
    expect(error).toMatchObject({ code: 'ERR_EXEC_PLUGIN', retryable: true });
    expect(error.message).toMatch(/failed with exit code 3; it said: login expired/);
  });

  it('a plugin that dies by a signal says which', async () => {
    expect((await failing(`process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000);`)).message).toContain(
      'by signal SIGTERM',
    );
  });

  it('rubbish on standard output is not repeated', async () => {
    const error = await failing(`console.log('hunter2hunter2 is the password');`);
    expect(error.message).toMatch(/is not JSON/);
    expect(everythingShown(error)).not.toContain('hunter2');
  });

  it('a plugin of another version says both', async () => {
    const error = await failing(
      `console.log(JSON.stringify({ kind: 'ExecCredential', apiVersion: 'client.authentication.k8s.io/v1beta1', status: { token: 't' } }))`,
    );
    expect(error.message).toMatch(/asks for client.authentication.k8s.io\/v1 and the plugin answered with .*v1beta1/);
  });

  it('a plugin that prints without end is killed', async () => {
    const error = await failing(
      `const chunk = 'x'.repeat(65536); const on = () => process.stdout.write(chunk, on); on();`,
      {},
      realClockThatNeverFires,
    );
    expect(error.message).toContain('printed more than 1048576 bytes and was killed');
  });

  it('a plugin that hangs is killed, with the programs it started', async () => {
    await using dir = await testDirectory();
    const clock = new FakeClock();
    const plugin = await dir.program(
      'hang.cjs',
      `const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
       require('node:fs').writeFileSync(__dirname + '/pids', process.pid + ' ' + child.pid);
       setInterval(() => {}, 1000);`,
    );
    const failed = rejection(credential(plugin, {}, { clock, timeoutMs: 5_000 }).headers());
    const pids = await eventually(async () => (await readFile(join(dir.path, 'pids'), 'utf8')).split(' ').map(Number));
    await clock.advance(5_000);
    expect(await failed).toMatchObject({
      code: 'ERR_EXEC_PLUGIN',
      retryable: true,
      message: expect.stringContaining('did not end within 5 s') as string,
    });
    await eventually(() => Promise.all(pids.map(assertGone)));
  });

  it('an agent that it leaves behind is neither waited for nor killed', async () => {
    await using dir = await testDirectory();
    const clock = new FakeClock();
    await dir.program(
      'agent.cjs',
      `const { writeFileSync } = require('node:fs');
       process.on('SIGUSR2', () => process.stdout.write('x'.repeat(2 ** 21), () => writeFileSync(__dirname + '/printed', '')));
       setInterval(() => {}, 1000);
       writeFileSync(__dirname + '/pid', String(process.pid));`,
    );
    const plugin = await dir.program(
      'plugin.cjs',
      `const { spawn } = require('node:child_process');
       spawn(process.execPath, [__dirname + '/agent.cjs'], { stdio: 'inherit' }).unref();
       console.log(JSON.stringify({ kind: 'ExecCredential', apiVersion: 'client.authentication.k8s.io/v1', status: { token: 't' } }));`,
    );
    const headers = credential(plugin, {}, { clock }).headers();
    let isOver = false;
    void headers.finally(() => (isOver = true)).catch(() => undefined);
    const pid = await eventually(async () => Number(await readFile(join(dir.path, 'pid'), 'utf8')));
    try {
      await eventually(async () => {
        await clock.advance(500);
        expect(isOver).toBe(true);
      });
      expect(await headers).toEqual({ Authorization: 'Bearer t' });
      expect(process.listeners('exit').filter(({ name }) => name === 'killAll')).toEqual([]);
      // More than a plugin may print.
      process.kill(pid, 'SIGUSR2');
      await eventually(() => readFile(join(dir.path, 'printed')));
      await expect(assertGone(pid)).rejects.toThrow(/is in state/);
    } finally {
      process.kill(pid, 'SIGKILL');
    }
  });

  it('a plugin that hangs does not keep the process alive', async () => {
    await using dir = await testDirectory();
    const clock = new FakeClock();
    const plugin = await dir.program(
      'hang.cjs',
      `require('node:fs').writeFileSync(__dirname + '/started', ''); setInterval(() => {}, 1000);`,
    );
    const failed = rejection(credential(plugin, {}, { clock, timeoutMs: 5_000 }).headers());
    await eventually(() => readFile(join(dir.path, 'started')));
    const held = process.getActiveResourcesInfo();
    await clock.advance(5_000);
    await failed;
    expect(held).not.toContain('ProcessWrap');
  });

  it('no secret of its environment, arguments or standard error is shown', async () => {
    await using dir = await testDirectory();
    const jwt = `eyJhbGciOiJub25lIn0.${'a'.repeat(20)}.${'b'.repeat(20)}`;
    const plugin = await dir.program(
      'leak.cjs',
      `console.error('with', process.env.SECRET, '${jwt}'); process.exit(1);`,
    );
    const exec = credential(plugin, {
      args: ['--password=hunter2hunter2'],
      env: new Map([['SECRET', 'correct-horse']]),
    });
    const missing = credential('/no/such/plugin', { args: ['--password=hunter2hunter2'] });
    const errors = [await rejection(exec.headers()), await rejection(missing.headers())];
    const shown = [exec, ...errors].map(everythingShown).join('\n');
    expect(['hunter2', 'correct-horse', jwt].filter((secret) => shown.includes(secret))).toEqual([]);
  });
});

// Output is bounded by its size here, not by time.
const realClockThatNeverFires: Clock = { now: () => realClock.now(), setTimeout: () => ({ cancel: () => undefined }) };

async function assertGone(pid: number): Promise<void> {
  // A killed process that nobody has waited for yet still takes signals; it is gone for all purposes.
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').then(
    (stat) => stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3),
    () => 'gone',
  );
  if (state !== 'gone' && state !== 'Z') throw new Error(`process ${pid} is in state ${state}`);
}

/** Asks again until it does not throw. Only for what another process does; everything else has a clock. */
async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch {
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
    }
  }
}
