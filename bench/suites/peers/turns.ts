/** What is told while turns are taken. */
export interface TurnListener<Peer, Sample> {
  /** After each run of all, with what there is by then: an hour's work should not go with what comes after it. */
  onRun(samples: Readonly<Record<string, readonly Sample[]>>, run: number): void;
  /** A peer has failed and takes its turn again. */
  onFailure(peer: Peer, run: number, why: string): void;
}

/**
 * A run of each, then the next run of each: a slow minute of the machine falls on all of them. In turn from the first to the
 * last and back, so that none always comes after the same one, whose traces a server may still be busy with.
 *
 * A peer that fails takes its turn again, so that one lost update of one library does not cost the comparison. A second
 * failure in the same turn ends it: a server that is gone fails everyone.
 */
export async function takeTurns<Peer extends { readonly name: string }, Sample>(
  peers: readonly Peer[],
  runs: number,
  take: (peer: Peer) => Promise<Sample>,
  listener: TurnListener<Peer, Sample>,
): Promise<Record<string, Sample[]>> {
  const samples: Record<string, Sample[]> = Object.fromEntries(peers.map(({ name }) => [name, []]));
  for (let run = 1; run <= runs; run++) {
    for (const peer of run % 2 === 1 ? peers : [...peers].reverse()) {
      const sample = await take(peer).catch((error: unknown) => {
        listener.onFailure(peer, run, error instanceof Error ? error.message : String(error));
        return take(peer);
      });
      samples[peer.name]?.push(sample);
    }
    listener.onRun(samples, run);
  }
  return samples;
}
