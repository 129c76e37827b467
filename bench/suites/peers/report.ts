import { median, printTable } from '../../lib/table.js';
import { verdict } from '../options.js';
import type { Failure } from './results.js';
import type { Sample } from './sample.js';
import { UPDATES_PER_SECOND } from './servers.js';

/** All samples of a source, by peer. */
export type Samples = Readonly<Record<string, readonly Sample[]>>;

/** A number of a sample, and how it is shown. */
interface Column {
  readonly heading: string;
  readonly of: (sample: Sample) => number | null;
  readonly digits: number;
}

const MB = 1e6;
const scaled = (value: number | null, by: number): number | null => (value === null ? null : value * by);

const SECONDS: Column = { heading: 'sync s', of: (sample) => sample.seconds, digits: 2 };
const CPU: Column = { heading: 'CPU s', of: (sample) => sample.cpu, digits: 2 };
const RSS: Column = { heading: 'RSS MB', of: (sample) => sample.rss / MB, digits: 0 };
const HEAP: Column = { heading: 'live MB', of: (sample) => scaled(sample.heap, 1 / MB), digits: 0 };
const READ_HEAP: Column = { heading: 'all read MB', of: (sample) => scaled(sample.readHeap, 1 / MB), digits: 0 };
const PEAK: Column = { heading: 'peak MB', of: (sample) => sample.peak / MB, digits: 0 };
const STALL: Column = { heading: 'stall ms', of: (sample) => sample.stall, digits: 1 };
const PER_UPDATE: Column = { heading: 'CPU/update µs', of: (sample) => scaled(sample.cpuPerUpdate, 1e6), digits: 0 };
const P50: Column = { heading: 'p50 ms', of: (sample) => sample.p50, digits: 2 };
const P99: Column = { heading: 'p99 ms', of: (sample) => sample.p99, digits: 2 };
const COLUMNS = [SECONDS, CPU, RSS, HEAP, READ_HEAP, PEAK, STALL, PER_UPDATE, P50, P99];

const US = 'kube-informer';
/** Claims are made against client-go at its best. */
const GO = 'client-go-stripped';

function values(samples: Samples, peer: string, { of }: Column): number[] {
  return (samples[peer] ?? []).map(of).filter((value) => value !== null);
}

function middle(samples: Samples, peer: string, column: Column): number | undefined {
  const all = values(samples, peer, column);
  return all.length === 0 ? undefined : median(all);
}

/** How many times the other's our median is; undefined when one of them was not measured. */
function ratio(samples: Samples, peer: string, column: Column): number | undefined {
  const [ours, theirs] = [middle(samples, US, column), middle(samples, peer, column)];
  return ours === undefined || theirs === undefined ? undefined : ours / theirs;
}

/** Prints the medians, the spread of the times, and how we compare. */
export function printSamples(title: string, samples: Samples): void {
  const peers = Object.keys(samples).filter((peer) => (samples[peer]?.length ?? 0) > 0);
  console.log(`\n${title}\n`);
  printTable(
    ['', ...COLUMNS.map(({ heading }) => heading), 'sync from–to'],
    peers.map((peer) => {
      const seconds = values(samples, peer, SECONDS);
      return [
        peer,
        ...COLUMNS.map((column) => middle(samples, peer, column)?.toFixed(column.digits) ?? '–'),
        `${Math.min(...seconds).toFixed(2)}–${Math.max(...seconds).toFixed(2)}`,
      ];
    }),
  );
  console.log(`\n  ${US} as a multiple of\n`);
  printTable(
    ['', ...COLUMNS.map(({ heading }) => heading)],
    peers
      .filter((peer) => peer !== US)
      .map((peer) => [peer, ...COLUMNS.map((column) => ratio(samples, peer, column)?.toFixed(2) ?? '–')]),
  );
}

interface Target {
  readonly claim: string;
  readonly source: 'real' | 'replay';
  readonly column: Column;
  /** Undefined: the figure itself, rather than its ratio to a peer's, is bounded. */
  readonly peer?: string;
  readonly most: number;
}

const TARGETS: readonly Target[] = [
  { claim: 'time to synced, replayed, against client-go', source: 'replay', column: SECONDS, peer: GO, most: 0.6 },
  { claim: 'time to synced, replayed, against raw', source: 'replay', column: SECONDS, peer: 'raw', most: 1.25 },
  { claim: 'CPU to synced against client-go', source: 'real', column: CPU, peer: GO, most: 0.6 },
  { claim: 'RSS above idle against client-go', source: 'real', column: RSS, peer: GO, most: 0.5 },
  { claim: 'live bytes against client-go', source: 'real', column: HEAP, peer: GO, most: 0.4 },
  { claim: 'live bytes with all objects read', source: 'real', column: READ_HEAP, peer: GO, most: 0.9 },
  { claim: 'peak RSS against client-go', source: 'real', column: PEAK, peer: GO, most: 0.6 },
  { claim: 'CPU for an update against client-go', source: 'real', column: PER_UPDATE, peer: GO, most: 0.7 },
  { claim: 'latency p99 against client-go', source: 'replay', column: P99, peer: GO, most: 1 },
  { claim: 'time to synced against client-node', source: 'replay', column: SECONDS, peer: 'client-node', most: 1 / 5 },
  { claim: 'RSS above idle against client-node', source: 'real', column: RSS, peer: 'client-node', most: 1 / 8 },
  { claim: 'time to synced against kube-rs', source: 'replay', column: SECONDS, peer: 'kube-rs', most: 1 },
  { claim: 'RSS above idle against kube-rs', source: 'real', column: RSS, peer: 'kube-rs', most: 1 },
  { claim: 'longest stall during the sync, ms', source: 'replay', column: STALL, most: 20 },
];

/** The figures that depend on how many updates are made a second. */
const OF_UPDATES = [PER_UPDATE, P50, P99];

/**
 * Prints which targets were met, and which were not measured: those of updates are, at `UPDATES_PER_SECOND` alone. Returns
 * whether all that were measured were met.
 */
export function judge(sources: Readonly<Partial<Record<'real' | 'replay', Samples>>>, rate: number): boolean {
  console.log('');
  return TARGETS.map(({ claim, source, column, peer, most }) => {
    const isMeasured = rate === UPDATES_PER_SECOND || !OF_UPDATES.includes(column);
    const samples = (isMeasured ? sources[source] : undefined) ?? {};
    const figure = peer === undefined ? middle(samples, US, column) : ratio(samples, peer, column);
    if (figure !== undefined) {
      return verdict(figure <= most, `${claim}: ${figure.toFixed(2)}, at most ${most.toFixed(2)}`);
    }
    console.log(`  not measured  ${claim}`);
    return true;
  }).every(Boolean);
}

/** Prints who failed on the way. Returns whether none of it was ours: an update that we lose is no matter of speed. */
export function judgeFailures(failures: readonly Failure[]): boolean {
  for (const { peer, run, where, why } of failures) {
    console.log(`  ${peer} failed, and ran again, in run ${String(run)} on ${where}: ${why}`);
  }
  return !failures.some(({ peer }) => peer === US);
}

/** The figures of a scale, for an object, and whether they grow by less than a tenth from `from` objects to `to`. */
export function judgeScale(scales: ReadonlyMap<number, Samples>): boolean {
  console.log('\nFor each object, as the number of objects grows (replayed)\n');
  const figure = (objects: number, peer: string, column: Column): number =>
    (middle(scales.get(objects) ?? {}, peer, column) ?? NaN) / objects;
  const sizes = [...scales.keys()].sort((a, b) => a - b);
  const peers = Object.keys(scales.get(sizes[0] ?? 0) ?? {});
  printTable(
    ['', 'objects', 'sync µs', 'CPU µs', 'RSS KB', 'live KB', 'stall ms'],
    peers.flatMap((peer) =>
      sizes.map((objects) => [
        peer,
        objects,
        (figure(objects, peer, SECONDS) * 1e6).toFixed(1),
        (figure(objects, peer, CPU) * 1e6).toFixed(1),
        (figure(objects, peer, RSS) * 1000).toFixed(2),
        (figure(objects, peer, HEAP) * 1000).toFixed(2),
        middle(scales.get(objects) ?? {}, peer, STALL)?.toFixed(1) ?? '–',
      ]),
    ),
  );
  console.log('');
  const [small, large] = [10_000, 100_000];
  if (!scales.has(small) || !scales.has(large)) return true;
  return [
    { name: 'time', column: SECONDS },
    { name: 'live bytes', column: HEAP },
    { name: 'RSS', column: RSS },
  ]
    .map(({ name, column }) => {
      const growth = figure(large, US, column) / figure(small, US, column);
      return verdict(growth < 1.1, `${name} for an object from 10,000 to 100,000: × ${growth.toFixed(2)}, under 1.10`);
    })
    .every(Boolean);
}
