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

// What the collector needs to copy objects that a source has parsed is not ours: it takes the same time with a bare Map,
// which is measured in the same run. A quarter for the noise between the two.
const ABOVE_FLOOR = 1.25;

const SOURCES = [
  { name: 'bytes', what: 'pods in protobuf, decoded as they stream in and kept as bytes' },
  { name: 'objects', what: 'objects parsed by the source, kept as they are' },
  { name: 'floor', what: 'the same parsed objects in a bare Map, in the same slices: what Node itself takes' },
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
  for (const [index, { name, what }] of SOURCES.entries()) {
    console.log(`\n${name}: ${what}\n`);
    report(results[index] ?? [], objects);
  }
  const [inBytes = [], inObjects = []] = results;
  const [bytesStall = 0, objectsStall = 0, floor = 0] = results.map((all) =>
    median(all.map(({ stalls }) => stalls.max)),
  );
  const most = Math.max(LONGEST_STALL_MS, floor * ABOVE_FLOOR);
  console.log();
  return [
    verdict(
      [...inBytes, ...inObjects].every(({ handled }) => handled === objects),
      'every object reached the handler',
    ),
    verdict(
      bytesStall <= LONGEST_STALL_MS,
      `bytes: longest stall, median of ${runs}: ${milliseconds(bytesStall)} ms, at most ${LONGEST_STALL_MS}`,
    ),
    verdict(
      objectsStall <= most,
      `objects: longest stall, median of ${runs}: ${milliseconds(objectsStall)} ms, at most ${milliseconds(most)}: ` +
        `${LONGEST_STALL_MS}, or ${ABOVE_FLOOR} times the ${milliseconds(floor)} of the floor`,
    ),
  ].every(Boolean);
}

function report(results: readonly FirstSync[], objects: number): void {
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
}
