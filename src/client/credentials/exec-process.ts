import type { ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Clock, Timer } from '../../base/clock.js';

/** How a program ended. */
export type ExecOutcome =
  | { readonly kind: 'exited'; readonly code: number | null; readonly signal: string | null }
  /** With the code of the system's error. (The error itself holds the arguments, which may be secret.) */
  | { readonly kind: 'not-started'; readonly code: string }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'too-much-output' };

export interface ExecResult {
  readonly outcome: ExecOutcome;
  readonly stdout: string;
  /** The end of it. */
  readonly stderr: string;
}

export interface ExecRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Gives the program our standard input, and shows what it writes to standard error. */
  readonly interactive: boolean;
  readonly timeoutMs: number;
  readonly maxStdoutBytes: number;
  readonly clock: Clock;
}

// Enough for the last words of a stack trace; a message has to stay readable.
const STDERR_TAIL_CHARACTERS = 2_000;

// What a program has printed is read within milliseconds of its end. Pipes that stay open longer belong to something that
// it left behind on purpose, such as an agent.
const LAST_WORDS_MS = 500;

/**
 * Runs a program to its end and never rejects. A program that takes too long or prints too much is killed, with the
 * programs it started: a shell script that hangs in its third command would otherwise leave that behind each time. What is
 * still running when it has ended by itself is left alone.
 *
 * It does not keep the process alive; whoever waits for it has to. When the process ends first, it is killed.
 */
export async function runProgram(run: ExecRun): Promise<ExecResult> {
  // Loaded here since most programs never start another one, and it takes as long to load as the rest of this folder.
  const childProcess = await import('node:child_process');
  return new Promise((resolve) => {
    // A process group of its own is what makes killing the whole tree possible. A program that talks to the terminal
    // must stay in ours, or the terminal stops it when it reads.
    const ownGroup = !run.interactive && process.platform !== 'win32';
    const child = start(childProcess.spawn, run, ownGroup);
    if ('kind' in child) {
      resolve({ outcome: child, stdout: '', stderr: '' });
      return;
    }

    const chunks: Buffer[] = [];
    let size = 0;
    let stderr = '';
    const timer = run.clock.setTimeout(() => stop({ kind: 'timed-out' }), run.timeoutMs);
    let lastWords: Timer | undefined;
    let isOver = false;
    const forget = killAtExit(() => kill(child, ownGroup));
    const finish = (outcome: ExecOutcome): void => {
      isOver = true;
      timer.cancel();
      lastWords?.cancel();
      forget();
      resolve({ outcome, stdout: Buffer.concat(chunks).toString('utf8'), stderr });
    };
    const stop = (outcome: ExecOutcome): void => {
      kill(child, ownGroup);
      // A descendant that got away may hold the pipes open; nobody waits for it.
      child.stdout?.destroy();
      child.stderr?.destroy();
      finish(outcome);
    };

    // What an agent that was left behind prints is read and dropped, so that it does not meet a closed pipe.
    child.stdout?.on('data', (chunk: Buffer) => {
      if (isOver) return;
      size += chunk.length;
      if (size > run.maxStdoutBytes) stop({ kind: 'too-much-output' });
      else chunks.push(chunk);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      if (isOver) return;
      if (run.interactive) process.stderr.write(chunk);
      stderr = (stderr + chunk.toString('utf8')).slice(-STDERR_TAIL_CHARACTERS);
    });
    child.on('error', (error) => finish(notStarted(error)));
    child.on('close', (code, signal) => finish({ kind: 'exited', code, signal }));
    child.on('exit', (code, signal) => {
      // From here on there is nothing left to kill but what it left behind on purpose.
      timer.cancel();
      forget();
      if (isOver) return;
      lastWords = run.clock.setTimeout(() => finish({ kind: 'exited', code, signal }), LAST_WORDS_MS);
    });
    child.unref();
    // They are sockets, whatever the type says.
    (child.stdout as Socket | null)?.unref();
    (child.stderr as Socket | null)?.unref();
  });
}

const running = new Set<() => void>();
const killAll = (): void => {
  for (const killOne of running) killOne();
};

/** One listener for all: Node takes more than ten for a leak. Returns how to take it back; doing so twice does nothing. */
function killAtExit(killOne: () => void): () => void {
  if (running.size === 0) process.once('exit', killAll);
  running.add(killOne);
  return () => {
    if (running.delete(killOne) && running.size === 0) process.off('exit', killAll);
  };
}

function start(spawnChild: typeof spawn, run: ExecRun, ownGroup: boolean): ChildProcess | ExecOutcome {
  try {
    return spawnChild(run.command, run.args, {
      env: run.env,
      stdio: [run.interactive ? 'inherit' : 'ignore', 'pipe', 'pipe'],
      detached: ownGroup,
      windowsHide: true,
    });
  } catch (error) {
    // Arguments that the system cannot take (a NUL character, too long a list) throw here.
    return notStarted(error as NodeJS.ErrnoException);
  }
}

function notStarted(error: NodeJS.ErrnoException): ExecOutcome {
  return { kind: 'not-started', code: error.code ?? 'unknown error' };
}

function kill(child: ChildProcess, ownGroup: boolean): void {
  try {
    if (ownGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It has ended by itself meanwhile.
  }
}
