// Running other programs so that signals, exit codes and output pass through unchanged. Node built-ins only.
import { spawn } from 'node:child_process';

/** The signals that ask a program to stop. */
export const STOP_SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

// A terminal sends Ctrl-C to the whole process group, so the program has it already, and many programs take a second
// SIGINT for "stop at once". It is passed on all the same after this long, for a sender that reached only us.
const TERMINAL_GRACE_MS = 2_000;

// npm starts us through a shell, and when npm is told to stop, some shells die without passing that on. All we can see of
// it is that our parent is another one; a program left behind for this long hurts nobody.
const ORPHAN_CHECK_MS = 500;
const PARENT = process.ppid;

/**
 * How a program ended: `signal` is the one that killed it, or the one we were asked to stop with meanwhile.
 *
 * @typedef {{ code: number, signal?: NodeJS.Signals | undefined, killed: boolean, output: string }} Ended
 */

/**
 * Runs a program to its end and passes stop signals on to it. Never rejects: a program that cannot be started has code 127.
 *
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, capture?: boolean, shell?: boolean }} [options] `capture` collects
 *   standard output and error instead of showing them
 * @returns {Promise<Ended>}
 */
export function runProgram(file, args, { cwd, env, capture = false, shell = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd, env, shell, stdio: capture ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
    let output = '';
    /** @type {NodeJS.Signals | undefined} */
    let asked;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text));
    }
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      asked = signal;
      if (signal === 'SIGINT' && process.stdin.isTTY) setTimeout(() => child.kill(signal), TERMINAL_GRACE_MS).unref();
      else child.kill(signal);
    };
    for (const signal of STOP_SIGNALS) process.on(signal, forward);
    const orphanCheck = setInterval(() => {
      if (process.env['npm_lifecycle_event'] !== undefined && process.ppid !== PARENT) forward('SIGTERM');
    }, ORPHAN_CHECK_MS);
    /** @param {Ended} ended */
    const end = (ended) => {
      for (const signal of STOP_SIGNALS) process.off(signal, forward);
      clearInterval(orphanCheck);
      resolve(ended);
    };
    child.on('error', (error) => {
      end({ code: 127, signal: asked, killed: false, output: `${output}cannot run ${file}: ${error.message}\n` });
    });
    child.on('close', (code, signal) => {
      end({ code: code ?? 1, signal: signal ?? asked, killed: signal !== null, output });
    });
  });
}

/**
 * Ends this process the way the program ended: killed by the same signal, or with the same code.
 *
 * @param {Pick<Ended, 'code' | 'signal' | 'killed'>} ended
 */
export function endLike({ code, signal, killed }) {
  process.exitCode = code;
  if (killed && signal !== undefined) process.kill(process.pid, signal);
}
