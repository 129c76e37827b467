// Wide enough for every safe integer, so that names sort as versions do.
const DIGITS = 16;
const PATTERN = /^objects-([0-9]{16})\.(log|snapshot)$/;

/** The changes above a version, up to the start of the next log. */
export const logName = (version: number): string => `objects-${digits(version)}.log`;
/** All objects at a version. */
export const snapshotName = (version: number): string => `objects-${digits(version)}.snapshot`;
/** A file that is not finished. */
export const temporaryName = (name: string): string => `${name}.tmp`;

const digits = (version: number): string => String(version).padStart(DIGITS, '0');

/** The files of a directory that are ours, each kind oldest first. */
export function ownFiles(names: readonly string[]): {
  readonly logs: number[];
  readonly snapshots: number[];
  readonly unfinished: string[];
} {
  const versions = (kind: string): number[] =>
    names
      .flatMap((name) => {
        const match = PATTERN.exec(name);
        return match?.[2] === kind ? [Number(match[1])] : [];
      })
      .sort((a, b) => a - b);
  const unfinished = names.filter((name) => name.endsWith('.tmp') && PATTERN.test(name.slice(0, -4)));
  return { logs: versions('log'), snapshots: versions('snapshot'), unfinished };
}
