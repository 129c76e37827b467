import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { MUTANTS } from './mutants/catalogue.mjs';

// What the property is allowed to take for finding a bug. Most are found within a second.
const SEARCH_MS = 10_000;

// Always the same histories, so that a mutant which is found today is found in CI. The soak uses others each time.
const SEED = '2026';

interface Hunt {
  readonly found: boolean;
  readonly runs: number;
  readonly ms: number;
  readonly message?: string;
}

/** Looks for a counter-example in a process of its own, with a mutant in the source or without. */
async function hunt(mutant: string | undefined, forMs: number): Promise<Hunt> {
  const file = (name: string): string => fileURLToPath(new URL(`./mutants/${name}`, import.meta.url));
  const patch = mutant === undefined ? [] : ['--import', file('patch.mjs')];
  const args = [...patch, '--import', 'tsx', '-C', 'kube-informer-source', file('hunt.ts'), String(forMs), SEED];
  const child = spawn(process.execPath, args, { env: { ...process.env, MUTANT: mutant ?? '' } });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`The hunt for ${mutant ?? 'nothing'}  ended with ${code}:\n${stderr}`);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Hunt;
}

describe.concurrent('each deliberate bug is found by the property within ten seconds:', () => {
  it.each(MUTANTS.map(({ name, bug }) => [name, bug] as const))('%s: %s', { timeout: 60_000 }, async (name) => {
    expect(await hunt(name, SEARCH_MS)).toMatchObject({ found: true });
  });

  it('the code without a bug is not accused of one', { timeout: 60_000 }, async () => {
    expect(await hunt(undefined, SEARCH_MS)).toMatchObject({ found: false });
  });
});
