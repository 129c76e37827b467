import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { UsageError } from './command.js';

type Options = NonNullable<ParseArgsConfig['options']>;

/** `parseArgs` with its errors as usage errors. */
export function parse<O extends Options>(
  args: readonly string[],
  options: O,
): ReturnType<typeof parseArgs<{ args: string[]; options: O; allowPositionals: true; strict: true }>> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? firstSentence(error.message) : String(error));
  }
}

// After it Node explains how to pass an argument that looks like an option, which no command here takes.
function firstSentence(message: string): string {
  return message.replace(/\. To specify .*$|\n.*$/s, '').replace(/\.?$/, '.');
}

const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/;
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** A duration as people write it, `5s` or `1.5m`, in milliseconds. A bare number is seconds. */
export function durationOf(option: string, text: string): number {
  const match = DURATION.exec(text);
  if (match === null) throw new UsageError(`--${option} takes a duration like 5s, 500ms or 2m, not "${text}".`);
  return Number(match[1]) * (UNITS[match[2] ?? 's'] as number);
}

/** A TCP port. */
export function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(`--port takes a number from 0 to 65535, not "${text}".`);
  return port;
}
