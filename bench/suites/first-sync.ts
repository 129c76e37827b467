import { runCase } from '../lib/child.js';
import type { StallReport } from '../lib/stall-meter.mjs';
import { median, printTable } from '../lib/table.js';
import { milliseconds, verdict } from './options.js';
import type { BenchOptions } from './options.js';

interface FirstSync {
  readonly handled: number;
  readonly seconds: number;
  readonly heapPerObject: number;
  readonly rssPerObject: number;
  readonly stalls: StallReport;
}

// What a request on the same event loop may be held up by: about a frame and a half of a screen.
const LONGEST_STALL_MS = 20;

const SOURCES = [
  { name: 'bytes', what: 'pods in protobuf, decoded as they stream in and kept as bytes' },
  { name: 'objects', what: 'objects parsed by the source, kept as they are' },
] as const;

/** The whole way from the first byte to the last handler call, several times, each in a process of its own. */
export async function benchFirstSync({ objects, bytes, runs }: BenchOptions): Promise<boolean> {
  console.log(
    `\nFirst sync: ${objects} objects of ${bytes} bytes, list → store → one handler, ${runs} runs of each, in turns`,
  );
  const results = SOURCES.map(() => [] as FirstSync[]);
  for (let run = 0; run < runs; run++) {
    for (const [index, { name }] of SOURCES.entries()) {
      const { code, result, stderr } = await runCase('first-sync', [String(objects), String(bytes), name]);
      if (code !== 0) throw new Error(`The run ended with ${code}:\n${stderr}`);
      results[index]?.push(result as FirstSync);
    }
  }
  let held = true;
  for (const [index, { name, what }] of SOURCES.entries()) {
    console.log(`\n${name}: ${what}\n`);
    held = report(results[index] ?? [], objects, `${name}: `) && held;
  }
  return held;
}

function report(results: readonly FirstSync[], objects: number, of: string): boolean {
  const row = (name: string, pick: (all: FirstSync) => number, show: (value: number) => string): string[] => [
    name,
    ...results.map((result) => show(pick(result))),
    show(median(results.map(pick))),
  ];
  const whole = (value: number): string => value.toFixed(0);
  printTable(
    ['', ...results.map((_, run) => `run ${run + 1}`), 'median'],
    [
      row(
        'seconds',
        ({ seconds }) => seconds,
        (value) => value.toFixed(2),
      ),
      row('objects/s', ({ seconds }) => objects / seconds, whole),
      row('heap/object, bytes', ({ heapPerObject }) => heapPerObject, whole),
      row('RSS/object, bytes', ({ rssPerObject }) => rssPerObject, whole),
      row('stall max, ms', ({ stalls }) => stalls.max, milliseconds),
      row('stall p99, ms', ({ stalls }) => stalls.p99, milliseconds),
      row('GC pause max, ms', ({ stalls }) => stalls.gcPauses.maxMs, milliseconds),
      row('GC pauses in all, ms', ({ stalls }) => stalls.gcPauses.totalMs, whole),
    ],
  );
  console.log();
  const worst = median(results.map(({ stalls }) => stalls.max));
  const all = results.every(({ handled }) => handled === objects);
  return [
    verdict(all, `${of}every object reached the handler`),
    verdict(
      worst <= LONGEST_STALL_MS,
      `${of}longest stall, median of ${results.length}: ${milliseconds(worst)} ms, at most ${LONGEST_STALL_MS}`,
    ),
  ].every(Boolean);
}
