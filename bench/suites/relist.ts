import { runCase } from '../lib/child.js';
import type { StallReport } from '../lib/stall-meter.mjs';
import { printTable } from '../lib/table.js';
import { mebibytes, milliseconds, verdict } from './options.js';
import type { BenchOptions } from './options.js';

interface Relist {
  readonly counts: { readonly adds: number; readonly updates: number; readonly deletes: number };
  readonly seconds: number;
  readonly steady: number;
  readonly peak: number;
  readonly stalls: StallReport;
}

// How much of the steady heap a relist in which nothing has changed may take on top.
const HEAP_FACTOR = 1.3;

/**
 * What a relist costs. The limit is real: with `--max-old-space-size` at 1.3 times the steady heap
 * a process that held two copies would be killed by V8.
 */
export async function benchRelist({ objects, bytes }: BenchOptions): Promise<boolean> {
  console.log(`\nRelist: ${objects} objects of ${bytes} bytes, parsed afresh by the source\n`);
  const args = [String(objects), String(bytes)];
  const free = (await mustRun([...args, 'unchanged'])) as Relist;
  const limit = Math.floor((free.steady / 2 ** 20) * HEAP_FACTOR);
  const limited = await runCase('relist', [...args, 'unchanged'], [`--max-old-space-size=${limit}`]);
  const changed = (await mustRun([...args, 'changed'])) as Relist;
  const under = limited.result as Relist | undefined;
  const row = (name: string, relist: Relist | undefined): string[] =>
    relist === undefined
      ? [name, 'killed', '', '', '', '', '']
      : [
          name,
          String(relist.counts.adds + relist.counts.updates + relist.counts.deletes - objects),
          relist.seconds.toFixed(2),
          mebibytes(relist.steady),
          mebibytes(relist.peak),
          (relist.peak / relist.steady).toFixed(2),
          milliseconds(relist.stalls.max),
        ];
  printTable(
    ['', 'notifications', 'seconds', 'steady heap', 'peak heap', 'peak/steady', 'stall max, ms'],
    [row('unchanged', free), row(`unchanged, heap limited to ${limit} MiB`, under), row('all changed', changed)],
  );
  console.log();
  const quiet = ({ counts }: Relist): boolean => counts.adds === objects && counts.updates + counts.deletes === 0;
  return [
    verdict(quiet(free) && under !== undefined && quiet(under), 'unchanged objects make no notification'),
    verdict(under !== undefined, `a relist completes within ${HEAP_FACTOR} × the steady heap`),
    verdict(changed.counts.updates === objects, 'changed objects make one update each'),
  ].every(Boolean);
}

async function mustRun(args: readonly string[]): Promise<unknown> {
  const { code, result, stderr } = await runCase('relist', args);
  if (code !== 0) throw new Error(`The run ended with ${code}:\n${stderr}`);
  return result;
}
