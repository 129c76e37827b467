import { spawn } from 'node:child_process';
import type { ChildProcess, ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Peer } from './catalogue.js';
import type { Server } from './servers.js';

// Loading a library, starting a Java virtual machine, collecting garbage: seconds at most.
const ANY_ANSWER_MS = 60_000;
// The slowest peer takes half a millisecond for a pod; ten times that is a machine with other work to do.
const PER_OBJECT_MS = 5;
// Updates come at 200 a second. A server that shares its cores may be slower, not ten times.
const PER_UPDATE_MS = 50;

/** How long a peer may take to answer; one that takes longer has lost something that it waits for. */
export function answersWithin(objects: number, updates = 0): number {
  return ANY_ANSWER_MS + objects * PER_OBJECT_MS + updates * PER_UPDATE_MS;
}

const running = new Set<ChildProcess>();

// In sessions of their own they hear of no Ctrl-C, and one that waits for its server does not notice the end of its input.
function endAll(): void {
  for (const child of running) child.kill('SIGKILL');
}
process.once('exit', endAll);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    endAll();
    process.kill(process.pid, signal);
  });
}

/**
 * A running peer, asked one thing at a time. An answer that does not come in time is an error, as is an end before it.
 *
 * It has a session of its own. Linux schedules sessions as groups, as it does containers and services, in which an API
 * server and its client mostly are not together. In one group with the program that sends it updates it is run on the core of
 * that program together with the threads of its own runtime, and waits for those, while the other core is idle.
 */
export class PeerProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;
  readonly #name: string;
  readonly #objects: number;
  /** Rejects when the program cannot be started; else it never settles. */
  readonly #failed: Promise<never>;
  #command = '';

  constructor(
    { name, folder, run }: Peer,
    server: Pick<Server, 'kubeconfig' | 'url' | 'caFile' | 'token' | 'objects'>,
  ) {
    const [program = '', ...args] = run;
    this.#name = name;
    this.#objects = server.objects;
    this.#child = spawn(program, args, {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
      env: {
        ...process.env,
        KUBECONFIG: server.kubeconfig,
        PEER_SERVER: server.url,
        PEER_CA: server.caFile,
        PEER_TOKEN: server.token,
        PEER_OBJECTS: String(server.objects),
      },
    });
    running.add(this.#child);
    this.#child.once('close', () => running.delete(this.#child));
    this.#failed = new Promise((_, reject) => {
      this.#child.once('error', (cause) => {
        reject(new Error(`The peer ${name} could not be started: ${cause.message}.`, { cause }));
      });
    });
    // Whoever waits for an answer is told.
    this.#failed.catch(() => undefined);
    // One that has ended takes no commands; the missing answer tells of it.
    this.#child.stdin.on('error', () => undefined);
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  async ask<T>(command: string, withinMs = answersWithin(this.#objects)): Promise<T> {
    this.#command = command;
    this.#child.stdin.write(`${command}\n`);
    return await this.answer<T>(withinMs);
  }

  /** For a command that is answered twice. */
  async answer<T>(withinMs = answersWithin(this.#objects)): Promise<T> {
    const asked = `"${this.#command}"`;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error(`The peer ${this.#name} did not answer ${asked} within ${withinMs / 1000} s.`));
      }, withinMs);
    });
    try {
      const line = await Promise.race([this.#lines.next(), late, this.#failed]);
      if (line.done === true) throw new Error(`The peer ${this.#name} ended before it answered ${asked}; see above.`);
      return JSON.parse(line.value) as T;
    } finally {
      clearTimeout(timer);
    }
  }

  async end(): Promise<void> {
    if (this.#child.pid === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.kill('SIGKILL');
    await ended;
  }
}
