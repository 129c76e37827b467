export interface BenchOptions {
  readonly objects: number;
  /** The size of each object as JSON. */
  readonly bytes: number;
  readonly runs: number;
  /** How many updates the soak makes. */
  readonly updates: number;
}

const MIB = 2 ** 20;

export function mebibytes(bytes: number): string {
  return `${(bytes / MIB).toFixed(0)} MiB`;
}

export function milliseconds(ms: number): string {
  return ms.toFixed(1);
}

/** Prints whether a target was met, and returns that. */
export function verdict(met: boolean, claim: string): boolean {
  console.log(`  ${met ? 'met   ' : 'MISSED'}  ${claim}`);
  return met;
}
