import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

/** A turn that a peer took again. */
export interface Failure {
  readonly peer: string;
  readonly run: number;
  readonly where: string;
  readonly why: string;
}

/** What a run measured, and with what. */
export interface Results {
  readonly objects: number;
  readonly events: number;
  /** How many updates were made a second. */
  readonly rate: number;
  readonly runs: number;
  readonly failures: readonly Failure[];
  /** By source or by size, then by peer: its samples. */
  readonly samples: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>> | undefined>>;
}

/** Writes `name.local.json`, which git ignores. Returns what it wrote. */
export function saveLocally(folder: string, name: string, { samples, ...settings }: Results): string {
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, memory: totalmem(), node: process.version };
  const text = `${JSON.stringify({ ...settings, machine, samples }, undefined, 1)}\n`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.local.json`), text);
  return text;
}

/**
 * Writes `name.local.json`, and `name.json`, which git keeps, where `keep` asks for it or the run measured all that is in
 * there: a trial does not replace what the documentation was written from.
 */
export function saveResults(folder: string, name: string, results: Results, keep: boolean): void {
  const text = saveLocally(folder, name, results);
  const file = join(folder, `${name}.json`);
  const before = keep || !existsSync(file) ? undefined : (JSON.parse(readFileSync(file, 'utf8')) as Results);
  const missing = before === undefined ? [] : missingIn(results, before);
  if (missing.length === 0) writeFileSync(file, text);
  else
    console.error(`Only ${name}.local.json was written: ${name}.json has ${missing.join(', ')}. --save replaces it.`);
}

/** What the results of before have that these do not; nothing where these can take their place. */
export function missingIn(results: Results, before: Results): string[] {
  const missing: string[] = [];
  if (results.objects !== before.objects) missing.push(`${before.objects} objects`);
  if (results.events < before.events) missing.push(`${before.events} updates`);
  if (results.rate !== before.rate) missing.push(`${before.rate} updates a second`);
  if (results.runs < before.runs) missing.push(`${before.runs} runs`);
  for (const [part, peers = {}] of Object.entries(before.samples)) {
    const measured = results.samples[part];
    const lost = Object.keys(peers).filter((peer) => (measured?.[peer]?.length ?? 0) === 0);
    if (measured === undefined) missing.push(`"${part}"`);
    else if (lost.length > 0) missing.push(`${lost.join(' and ')} of "${part}"`);
  }
  return missing;
}
