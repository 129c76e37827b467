import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Peer } from './catalogue.js';
import type { Server } from './servers.js';

/** A running peer, asked one thing at a time. */
export class PeerProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;
  readonly #name: string;

  constructor({ name, folder, run }: Peer, server: Server) {
    const [program = '', ...args] = run;
    this.#name = name;
    this.#child = spawn(program, args, {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        ...process.env,
        KUBECONFIG: server.kubeconfig,
        PEER_SERVER: server.url,
        PEER_CA: server.caFile,
        PEER_TOKEN: server.token,
        PEER_OBJECTS: String(server.objects),
      },
    });
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  async ask<T>(command: string): Promise<T> {
    this.#child.stdin.write(`${command}\n`);
    return await this.answer<T>();
  }

  /** For a command that is answered twice. */
  async answer<T>(): Promise<T> {
    const line = await this.#lines.next();
    if (line.done === true) throw new Error(`The peer ${this.#name} ended before it answered; see above.`);
    return JSON.parse(line.value) as T;
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.kill('SIGKILL');
    await ended;
  }
}
