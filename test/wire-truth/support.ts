import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { gunzipSync } from 'node:zlib';

/** The lines of a file beside this one. */
export function readLines(name: string): string[] {
  return gunzipSync(readFileSync(new URL(name, import.meta.url)))
    .toString()
    .split('\n')
    .filter((line) => line !== '');
}

/** An answer of a real server, asked for twice: as protobuf and as JSON. */
export interface Capture {
  readonly name: string;
  readonly bytes: string;
  readonly json: Record<string, unknown>;
}

/** Answers that kube-apiserver gave, envelope included. */
export function captures(): Capture[] {
  return readLines('captures.jsonl.gz').map((line) => JSON.parse(line) as Capture);
}

/** The lines that the Go program writes. Throws when Go or the program fails. */
export async function* runGo(args: readonly string[]): AsyncGenerator<string> {
  const child = spawn('go', ['run', '.', ...args], {
    cwd: new URL('go/', import.meta.url),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  for await (const line of createInterface({ input: child.stdout })) yield line;
  const [code] = await closed;
  if (code !== 0) throw new Error(`go run . ${args.join(' ')} failed with code ${String(code)}`);
}
