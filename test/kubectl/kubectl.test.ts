import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedCluster } from '../cluster/harness.js';
import { Kubectl, findKubectl } from './kubectl.js';
import { normaliseOutput } from './normalise.js';
import { PARTS } from './parts.js';
import { Script } from './script.js';
import type { Step } from './script.js';
import { serve } from './serve.js';

type Part = keyof typeof PARTS;
type Printed = Readonly<Record<Part, readonly Step[]>>;

// Two hundred commands, each a process that takes a third of a second on an idle machine.
const SCRIPT_LIMIT_MS = 600_000;

async function runScript(program: readonly string[], kubeconfig: string, folder: string): Promise<Printed> {
  mkdirSync(folder, { recursive: true });
  const printed: Partial<Record<Part, readonly Step[]>> = {};
  for (const [name, part] of Object.entries(PARTS)) {
    const script = new Script(new Kubectl(program, { kubeconfig, home: folder, folder }));
    await part(script);
    printed[name as Part] = script.steps;
  }
  return printed as Printed;
}

describe('a real kubectl on the embedded server', () => {
  const program = findKubectl();
  const real = sharedCluster({ rbac: true });
  const folder = mkdtempSync(join(tmpdir(), 'kube-informer-kubectl-'));
  let server: Awaited<ReturnType<typeof serve>>;
  let printed: Printed;
  let expected: Printed | undefined;

  beforeAll(async () => {
    if (program === undefined) throw new Error('No kubectl: set KUBECTL, or install Go so that one can be built');
    server = await serve(folder);
    [printed, expected] = await Promise.all([
      runScript(program, server.kubeconfig, join(folder, 'embedded')),
      // Controllers of somebody else's cluster would have a say in what is printed.
      real.managed ? runScript(program, real.kubeconfig, join(folder, 'real')) : undefined,
    ]);
  }, SCRIPT_LIMIT_MS);

  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it.skipIf(!real.managed).each(Object.keys(PARTS) as Part[])(
    'prints what it prints on the real server: %s',
    (part) => {
      expect(printed[part]).toEqual(expected?.[part]);
    },
  );

  const outputOf = (part: Part, command: string): string =>
    printed[part].find((step) => step.command.startsWith(command))?.output ?? `no command ${command}`;

  it('keeps what is deleted in the foreground or by orphaning, with a finalizer', () => {
    expect(outputOf('deleting', 'get deployment foreground -o')).toBe('["foregroundDeletion"]|0|<time>');
    expect(outputOf('deleting', 'get deployment orphan -o')).toBe('["orphan"]|0|<time>');
    expect(outputOf('deleting', 'get deployment background -o')).toContain('NotFound');
  });

  it('keeps a pod that is placed until its kubelet lets go', () => {
    expect(outputOf('deleting', 'get pod web-1 -o')).toBe('|30|<time>');
  });

  it('follows changes with -w', () => {
    expect(outputOf('getting', 'get pods -l app=web -w')).toMatch(
      /ADDED +web-3 [^]*MODIFIED +web-3 [^]*DELETED +web-3 /,
    );
  });

  it('sees a conflict of server-side apply and takes a field over by force', () => {
    expect(outputOf('applying', 'apply --server-side --field-manager=other -f')).toContain(
      'conflict with "kubectl": .data.a',
    );
    expect(outputOf('applying', 'apply --server-side --field-manager=other --force-conflicts')).toContain(
      'serverside-applied',
    );
  });

  it('finds no difference after apply', () => {
    expect(printed.applying.filter(({ command }) => command.startsWith('diff -f')).map(({ code }) => code)).toEqual([
      1, 1, 0,
    ]);
  });

  it('waits for a field, a condition and a deletion', () => {
    expect(
      printed.waiting.filter(({ command }) => command.startsWith('wait pod/slow')).map(({ code }) => code),
    ).toEqual([0, 0, 1, 0, 0]);
  });
});

describe('the output of a command is normalised', () => {
  it('hides what differs between servers and moments', () => {
    expect(normaliseOutput('web   1/1  Running  3m12s   10.0.3.4   \nresourceVersion: "123"')).toBe(
      'web  1/1  Running  <age>  <address>\nresourceVersion: "<version>"',
    );
  });

  it('keeps names, numbers and states', () => {
    const text = 'web-1  0/1  CrashLoopBackOff  5\nreplicas: 3';
    expect(normaliseOutput(text)).toBe(text);
  });
});
