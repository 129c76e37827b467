import type { TerminalSize } from './terminal.js';

/** What a command may touch of the process, so that tests can be the process. */
export interface Io {
  out(text: string): void;
  err(text: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The size of the terminal now, never 0; undefined when the output is no terminal. */
  terminal(): TerminalSize | undefined;
  /** Aborted by Ctrl-C, SIGTERM and SIGHUP, and when nobody reads what is printed. */
  readonly signal: AbortSignal;
}

/** One command of the command line. */
export interface Command {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** Everything `--help` prints. */
  readonly usage: string;
  /** Resolves to the exit code. Throws `UsageError` for arguments that cannot be meant. */
  run(args: readonly string[], io: Io): Promise<number>;
}

/** The arguments are wrong: the message and where to look, not a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else
      signal.addEventListener(
        'abort',
        () => {
          resolve();
        },
        { once: true },
      );
  });
}
