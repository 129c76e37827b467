import { runCase } from '../lib/child.js';
import type { StallReport } from '../lib/stall-meter.mjs';
import { printTable } from '../lib/table.js';
import { milliseconds, verdict } from './options.js';
import type { BenchOptions } from './options.js';

interface Held {
  readonly rss: number;
  readonly heap: number;
  readonly external: number;
  readonly used: number;
  readonly capacity: number;
}

interface Updates {
  readonly size: number;
  readonly wallMicroseconds: number;
  readonly cpuMicroseconds: number;
  readonly afterFill: Held;
  readonly tenths: readonly Held[];
  readonly stalls: StallReport;
}

// As many as a namespace of a large cluster has: every object is updated a hundred times and more.
const OBJECTS = 10_000;

// What an allocator may have grown by from the second tenth, when caches are warm, to the last: garbage that waits.
const MOST_GROWTH = 1.1;
const GARBAGE_MIB = 16;

// Slots are longer than what is in them by a sixteenth on average, and a quarter of a class's slabs may be empty.
const MOST_SLACK = 1.35;

/** Random updates of random sizes, from bytes to store, every state handed out and some kept: memory must not grow. */
export async function benchUpdates({ bytes, updates }: BenchOptions): Promise<boolean> {
  console.log(`\nUpdates: ${updates} of ${OBJECTS} objects of ${bytes} bytes and more, from bytes to store\n`);
  const { code, result, stderr } = await runCase('updates', [String(OBJECTS), String(updates), String(bytes), 'read']);
  if (code !== 0) throw new Error(`The run ended with ${code}:\n${stderr}`);
  const { size, wallMicroseconds, cpuMicroseconds, afterFill, tenths, stalls } = result as Updates;
  const row = (name: string, { rss, heap, external, used, capacity }: Held): (string | number)[] => [
    name,
    rss,
    heap,
    external,
    used,
    capacity,
  ];
  printTable(
    ['MiB', 'RSS above idle', 'heap', 'external', 'bytes of objects', 'slabs'],
    [row('filled', afterFill), ...tenths.map((held, index) => row(`${(index + 1) * 10} %`, held))],
  );
  console.log(
    `\n  ${wallMicroseconds.toFixed(1)} µs an update, ${cpuMicroseconds.toFixed(1)} µs of CPU, decoding included; ` +
      `GC pause max ${milliseconds(stalls.gcPauses.maxMs)} ms\n`,
  );
  const [second, last] = [tenths[1], tenths.at(-1)];
  if (second === undefined || last === undefined) throw new Error('There is nothing to compare.');
  return [
    verdict(size === OBJECTS, 'every object is there'),
    verdict(
      last.rss <= second.rss * MOST_GROWTH + GARBAGE_MIB,
      `RSS after the last tenth ${last.rss} MiB, after the second ${second.rss}`,
    ),
    verdict(
      last.capacity <= second.capacity * MOST_GROWTH,
      `slabs after the last tenth ${last.capacity} MiB, after the second ${second.capacity}`,
    ),
    verdict(last.capacity <= last.used * MOST_SLACK, `slabs take at most ${MOST_SLACK} × the bytes of the objects`),
  ].every(Boolean);
}
