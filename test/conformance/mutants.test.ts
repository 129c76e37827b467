import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { MUTANTS } from './mutants/catalogue.mjs';

interface Hunt {
  readonly ran: number;
  readonly failed: readonly string[];
}

const file = (name: string): string => fileURLToPath(new URL(`./mutants/${name}`, import.meta.url));

/** Runs one case in a process of its own, with a mutant in the source. */
async function hunt(mutant: string, area: string, name: string): Promise<Hunt> {
  const args = [
    '--import',
    file('patch.mjs'),
    '--import',
    'tsx',
    '-C',
    'kube-informer-source',
    file('hunt.ts'),
    area,
    name,
  ];
  const child = spawn(process.execPath, args, { env: { ...process.env, MUTANT: mutant } });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`The hunt for ${mutant} ended with ${String(code)}:\n${stderr}`);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Hunt;
}

// Each is a process that compiles the server: more at once only take the cores from each other.
const AT_ONCE = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(run: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    return await run();
  } finally {
    running--;
    waiting.shift()?.();
  }
}

describe('deliberate bugs of the embedded server', () => {
  it('are at least twenty', () => {
    expect(MUTANTS.length).toBeGreaterThanOrEqual(20);
  });

  // That the case passes without the bug is shown by embedded.test.ts.
  for (const mutant of MUTANTS) {
    it.concurrent(`are found: ${mutant.bug}`, { timeout: 120_000 }, async () => {
      expect(await inTurn(() => hunt(mutant.name, mutant.area, mutant.case))).toEqual({
        ran: 1,
        failed: [mutant.case],
      });
    });
  }
});
