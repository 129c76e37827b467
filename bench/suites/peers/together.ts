import type { Peer } from './catalogue.js';
import { PeerProcess, answersWithin } from './peer-process.js';
import type { Load } from './sample.js';
import type { Server } from './servers.js';

/**
 * Has programs follow the same updates at the same time; seconds of CPU for each update, by their order. What the machine
 * does to one of them it does to all, so that their ratio says more than that of two runs one after the other.
 */
export async function followTogether(peers: readonly Peer[], server: Server, load: Load): Promise<readonly number[]> {
  const children: PeerProcess[] = [];
  try {
    // One after the other: only the updates are to be met at once.
    for (const peer of peers) {
      const child = new PeerProcess(peer, server);
      children.push(child);
      await child.ask('memory');
      await child.ask('sync');
      await child.ask('memory');
    }
    for (const child of children) await child.ask(`updates ${String(load.events)}`);
    const within = answersWithin(server.objects, load.events) * children.length;
    const answers = Promise.all(children.map((child) => child.answer<{ cpu: number }>(within)));
    const [used] = await Promise.all([answers, server.update(load.events, load.rate)]);
    return used.map(({ cpu }) => cpu / load.events);
  } finally {
    for (const child of children) await child.end();
  }
}

/** For each, how many times as much as the first one it has used, run by run. */
export function ratiosToFirst(runs: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const [first = []] = runs;
  return first.map((_, peer) => runs.map((run) => (run[peer] ?? NaN) / (run[0] ?? NaN)));
}
