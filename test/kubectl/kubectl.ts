import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chooseServer } from '../cluster/choose-server.mjs';

/**
 * A kubectl to test with: `$KUBECTL`, the one in the test API server's program, or the one on the PATH; undefined when
 * there is none.
 */
export function findKubectl(env: NodeJS.ProcessEnv = process.env): readonly string[] | undefined {
  const named = env['KUBECTL'];
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`KUBECTL names ${named}, which does not exist`);
    return [named];
  }
  const choice = chooseServer({ ...env, TEST_KUBECONFIG: '', KUBEBUILDER_ASSETS: '' });
  if (choice.kind === 'built' && existsSync(choice.binary)) return [choice.binary, 'kubectl'];
  try {
    execFileSync('kubectl', ['version', '--client'], { stdio: 'ignore' });
    return ['kubectl'];
  } catch {
    return undefined;
  }
}

/** What came of one command. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

// A command that waits for something that never comes must end before the test does.
const LIMIT_MS = 60_000;

/** kubectl for one server, with a home folder of its own, so that nothing of the machine's takes part. */
export class Kubectl {
  readonly #program: readonly string[];
  readonly #env: NodeJS.ProcessEnv;
  /** Where relative file names begin. */
  readonly folder: string;

  constructor(
    program: readonly string[],
    { kubeconfig, home, folder }: { kubeconfig: string; home: string; folder: string },
  ) {
    this.#program = program;
    this.#env = {
      PATH: process.env['PATH'],
      HOME: home,
      KUBECONFIG: kubeconfig,
      KUBE_EDITOR: 'sed -i s/edit-me/edited/',
    };
    this.folder = folder;
  }

  run(args: readonly string[], { input = '' } = {}): Promise<Outcome> {
    return this.start(args, { input }).ended;
  }

  /** For a command that goes on: it ends when told to. */
  start(args: readonly string[], { input = '' } = {}): { ended: Promise<Outcome>; output(): string; stop(): void } {
    const [program = '', ...first] = this.#program;
    const child = spawn(program, [...first, ...args], { env: this.#env, cwd: this.folder, timeout: LIMIT_MS });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    // It may have ended before it read what it was given.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const ended = new Promise<Outcome>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, stdout, stderr }));
    });
    return { ended, output: () => stdout, stop: () => child.kill('SIGTERM') };
  }
}
