import { setTimeout } from 'node:timers/promises';
import type { Peer } from './catalogue.js';
import { PeerProcess, answersWithin } from './peer-process.js';
import type { Server } from './servers.js';

// Thirty times what a client of ours takes to load its transport.
const UNTIL_IDLE_MS = 500;

interface Memory {
  readonly rss: number;
  readonly peak: number;
  /** What is alive after a collection; null where no one can tell. */
  readonly heap: number | null;
}

/** What one run of one peer took. Bytes, seconds, and milliseconds for latencies and stalls. */
export interface Sample {
  readonly seconds: number;
  readonly cpu: number;
  /** The longest time its event loop was held up during the sync; null where there is none. */
  readonly stall: number | null;
  /** Above the idle process, after a collection. */
  readonly rss: number;
  readonly heap: number | null;
  /** The same after every object was read once. */
  readonly readHeap: number | null;
  /** Of the whole process. */
  readonly peak: number;
  readonly idleRss: number;
  /** Seconds of CPU for each update; null where no updates were made. */
  readonly cpuPerUpdate: number | null;
  readonly p50: number | null;
  readonly p99: number | null;
}

/** The updates that a peer follows once it is synced. */
export interface Load {
  readonly events: number;
  /** How many a second. */
  readonly rate: number;
}

/** Runs a peer from its start to its end on a server that is ready. */
export async function takeSample(peer: Peer, server: Server, load: Load): Promise<Sample> {
  const child = new PeerProcess(peer, server);
  try {
    // The first answer tells that it has started; what it still loads then is no part of a cache.
    await child.ask('memory');
    await setTimeout(UNTIL_IDLE_MS);
    const idle = await child.ask<Memory>('memory');
    const sync = await child.ask<Pick<Sample, 'seconds' | 'cpu' | 'stall'>>('sync');
    const synced = await child.ask<Memory>('memory');
    const followed = load.events === 0 ? undefined : await follow(child, server, load);
    await child.ask('read');
    const read = await child.ask<Memory>('memory');
    const aboveIdle = ({ heap }: Memory): number | null => (heap === null ? null : heap - (idle.heap ?? 0));
    return {
      ...sync,
      rss: synced.rss - idle.rss,
      heap: aboveIdle(synced),
      readHeap: aboveIdle(read),
      peak: synced.peak,
      idleRss: idle.rss,
      cpuPerUpdate: followed?.cpuPerUpdate ?? null,
      p50: followed?.p50 ?? null,
      p99: followed?.p99 ?? null,
    };
  } finally {
    await child.end();
  }
}

async function follow(
  child: PeerProcess,
  server: Server,
  { events, rate }: Load,
): Promise<Pick<Sample, 'cpuPerUpdate' | 'p50' | 'p99'>> {
  await child.ask(`updates ${String(events)}`);
  const [{ cpu, latencies }] = await Promise.all([
    child.answer<{ cpu: number; latencies: readonly number[] }>(answersWithin(server.objects, events)),
    server.update(events, rate),
  ]);
  const sorted = [...latencies].sort((a, b) => a - b);
  const at = (share: number): number | null => sorted[Math.floor(share * (sorted.length - 1))] ?? null;
  return { cpuPerUpdate: cpu / events, p50: at(0.5), p99: at(0.99) };
}
