#!/usr/bin/env node
import type { Io } from './command.js';
import { main } from './main.js';
import { terminalSize } from './terminal.js';

/** The process as a command sees it. The second Ctrl-C ends it at once. */
function processIo(): Io {
  const controller = new AbortController();
  const stop = (): void => {
    controller.abort();
  };
  process.on('SIGINT', () => {
    if (controller.signal.aborted) process.exit(130);
    stop();
  });
  // These may come twice, from a terminal that closes and from the program that started us, and mean no haste.
  process.on('SIGTERM', stop);
  process.on('SIGHUP', stop);
  // Whoever reads us may stop reading (`| head`, a terminal that closes): then there is nobody to print for, but files
  // to remove.
  process.stdout.on('error', stop);
  process.stderr.on('error', stop);
  return {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    env: process.env,
    terminal: () => terminalSize(process.stdout),
    signal: controller.signal,
  };
}

main(process.argv.slice(2), processIo()).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exitCode = 1;
  },
);
