#!/usr/bin/env node
import type { Io } from './command.js';
import { main } from './main.js';
import { terminalSize } from './terminal.js';

/** The process as a command sees it. The second Ctrl-C ends it at once. */
function processIo(): Io {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // Whoever reads us may stop reading (`| head`): then there is nobody to print for.
  process.stdout.on('error', () => {
    process.exit(0);
  });
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
