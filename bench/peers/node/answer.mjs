import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * What a peer does when it is told to; see the README beside this folder for what is expected of each.
 *
 * @typedef {object} Peer
 * @property {() => Promise<{ stall: number | null }>} sync
 * @property {() => Promise<number> | number} read resolves to the number of objects that were read
 * @property {(count: number) => Promise<readonly number[]>} updates resolves to the latencies of the next `count` updates
 */

/**
 * Answers commands until there are no more, then ends the process.
 *
 * @param {Peer} peer
 */
export async function answerCommands(peer) {
  for await (const line of createInterface({ input: process.stdin })) {
    const [command, argument] = line.split(' ');
    if (command === 'memory') say(await memory());
    else if (command === 'sync') say(await timed(() => peer.sync()));
    else if (command === 'read') say({ objects: await peer.read() });
    else if (command === 'updates') {
      const answer = await timed(async () => {
        const latencies = peer.updates(Number(argument));
        say({ ready: true });
        return { latencies: await latencies };
      });
      say(answer);
    } else throw new Error(`unknown command "${line}"`);
  }
  process.exit(0);
}

/** @param {unknown} answer */
function say(answer) {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

/**
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T & { seconds: number, cpu: number }>}
 */
async function timed(work) {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { ...result, seconds: (performance.now() - startedAt) / 1000, cpu: (user + system) / 1e6 };
}

async function memory() {
  if (globalThis.gc === undefined) throw new Error('memory is measured after a collection: run node with --expose-gc');
  // What a collection frees outside of the heap is given back by the next one.
  for (let turn = 0; turn < 3; turn++) {
    globalThis.gc();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external } = process.memoryUsage();
  const status = readFileSync('/proc/self/status', 'utf8');
  /** @param {string} name */
  const bytes = (name) => Number(new RegExp(`^${name}:\\s+([0-9]+) kB$`, 'm').exec(status)?.[1]) * 1024;
  return { rss: bytes('VmRSS'), peak: bytes('VmHWM'), heap: heapUsed + external };
}

/** Collects how late updates come, once someone waits for them. */
export class Latencies {
  /** @type {number[]} */
  #took = [];
  #awaited = 0;
  /** @type {((latencies: readonly number[]) => void) | undefined} */
  #resolve;

  /**
   * Of the next `count` updates, in milliseconds.
   *
   * @param {number} count
   * @returns {Promise<readonly number[]>}
   */
  next(count) {
    this.#took = [];
    this.#awaited = count;
    return new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /**
   * An update has come.
   *
   * @param {string | undefined} sent nanoseconds since 1970, in digits
   */
  arrived(sent) {
    if (sent === undefined) return;
    // The last three digits are below what the clock can tell, and above what a double holds.
    this.#took.push(performance.timeOrigin + performance.now() - Number(sent.slice(0, -3)) / 1000);
    if (this.#took.length === this.#awaited) this.#resolve?.(this.#took);
  }
}
