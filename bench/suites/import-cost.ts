import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build, buildIsStale } from '../../scripts/lib/build.mjs';
import { median, printTable } from '../lib/table.js';
import { milliseconds, verdict } from './options.js';

interface ImportCost {
  readonly ms: number;
  readonly rss: number;
}

// Nine, so that the middle one has four on either side: a single process may meet a busy moment.
const PROCESSES = 9;

// What a command line tool can spend before its user notices, and a sidecar before its limit has to be raised.
const MOST_MS = 100;
const MOST_MEGABYTES = 25;

const MEGABYTE = 1e6;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CASE = fileURLToPath(new URL('../cases/import-cost.mjs', import.meta.url));
// The compiled package as its users get it, never the sources.
const ENTRY = new URL('../../dist/index.js', import.meta.url).href;
const NOTHING = 'data:text/javascript,';

/** What `import 'kube-informer'` costs above an import of nothing, each in processes of their own. */
export async function benchImportCost(): Promise<boolean> {
  console.log(`\nImport: the built package against an import of nothing, median of ${PROCESSES} processes each\n`);
  if (buildIsStale(ROOT)) {
    const { code, output } = await build(ROOT);
    if (code !== 0) return verdict(false, `the package cannot be built, so it cannot be imported. ${output}`);
  }
  const empty: ImportCost[] = [];
  const whole: ImportCost[] = [];
  // In turns, so that what else the machine does falls on both.
  for (let round = 0; round < PROCESSES; round++) {
    empty.push(await importOf(NOTHING));
    whole.push(await importOf(ENTRY));
  }
  const middle = (of: readonly ImportCost[]): ImportCost => ({
    ms: median(of.map(({ ms }) => ms)),
    rss: median(of.map(({ rss }) => rss)),
  });
  const [nothing, ours] = [middle(empty), middle(whole)];
  const above = { ms: ours.ms - nothing.ms, rss: ours.rss - nothing.rss };
  const megabytes = (rss: number): string => (rss / MEGABYTE).toFixed(1);
  printTable(
    ['', 'ms', 'MB'],
    [
      ['an import of nothing', milliseconds(nothing.ms), megabytes(nothing.rss)],
      ['kube-informer', milliseconds(ours.ms), megabytes(ours.rss)],
      ['above nothing', milliseconds(above.ms), megabytes(above.rss)],
    ],
  );
  console.log();
  return [
    verdict(above.ms < MOST_MS, `import in ${milliseconds(above.ms)} ms, under ${MOST_MS}`),
    verdict(above.rss < MOST_MEGABYTES * MEGABYTE, `import in ${megabytes(above.rss)} MB, under ${MOST_MEGABYTES}`),
  ].every(Boolean);
}

async function importOf(module: string): Promise<ImportCost> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', CASE, module]);
  return JSON.parse(stdout) as ImportCost;
}
