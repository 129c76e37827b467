import { join } from 'node:path';
import { KubeInformerError } from '../../errors/index.js';
import type { Disk } from './disk.js';
import { logName, ownFiles, snapshotName } from './file-names.js';
import { MAGIC, decodeRecords } from './log-record.js';
import type { LogRecord } from './log-record.js';

/** What a directory holds. */
export interface Recovered {
  /** The largest version any whole record has; 0 for an empty directory. */
  readonly version: number;
  /** Resource → key → the record of the last write. */
  readonly objects: Map<string, Map<string, LogRecord>>;
  /** The log to go on with, and where its whole records end; undefined when there is none. */
  readonly log: { readonly version: number; readonly end: number } | undefined;
  /** Files that a crash left and that nothing needs. */
  readonly leftovers: string[];
  /** Bytes of all logs that are needed and of the snapshot, to tell when a new snapshot pays. */
  readonly logBytes: number;
  readonly snapshotBytes: number;
}

/** The first and last record of a snapshot: a file that lacks the second is not whole. */
export interface SnapshotMark {
  readonly version: number;
  readonly objects: number;
}

/**
 * Reads the newest snapshot and every log since. What a crash may leave is mended: the last log ends with its last whole
 * record. What a crash cannot leave (a snapshot or an older log that is not whole) is refused, for nobody can tell what
 * is missing.
 */
export async function recover(disk: Disk, directory: string): Promise<Recovered> {
  const { logs, snapshots, unfinished } = ownFiles(await disk.list(directory));
  const objects: Recovered['objects'] = new Map<string, Map<string, LogRecord>>();
  const start = snapshots.at(-1);
  let version = start ?? 0;
  let snapshotBytes = 0;
  if (start !== undefined) snapshotBytes = await readSnapshot(disk, directory, start, objects);
  const needed = start === undefined ? logs : logs.filter((log) => log >= start);
  const read: { readonly version: number; readonly end: number; readonly whole: boolean; readonly records: number }[] =
    [];
  for (const log of needed) {
    const bytes = await disk.read(join(directory, logName(log)));
    let records = 0;
    const { end } = decodeRecords<LogRecord>(bytes, (record) => {
      records++;
      if (record.v <= version) return;
      version = record.v;
      apply(objects, record);
    });
    read.push({ version: log, end, whole: end === bytes.length || bytes.length < MAGIC.length, records });
  }
  // The start of a log may have failed, and writing gone on in the one before.
  const dropped: number[] = [];
  while (read.length > 1 && read.at(-1)?.records === 0) dropped.push((read.pop() as { version: number }).version);
  const log = read.at(-1);
  for (const { version: name, end, whole } of read.slice(0, -1)) {
    if (!whole) throw damaged(directory, logName(name), end);
  }
  const logBytes = read.reduce((sum, { end }) => sum + end, 0);
  const old = [
    ...[...dropped, ...logs.filter((name) => !needed.includes(name))].map(logName),
    ...snapshots.slice(0, -1).map(snapshotName),
  ];
  return { version, objects, log, leftovers: [...unfinished, ...old], logBytes, snapshotBytes };
}

async function readSnapshot(
  disk: Disk,
  directory: string,
  version: number,
  objects: Recovered['objects'],
): Promise<number> {
  const name = snapshotName(version);
  const bytes = await disk.read(join(directory, name));
  const marks: SnapshotMark[] = [];
  let count = 0;
  const { end } = decodeRecords<LogRecord | SnapshotMark>(bytes, (record) => {
    if ('k' in record) {
      count++;
      apply(objects, record);
    } else {
      marks.push(record);
    }
  });
  const last = marks[1];
  if (end !== bytes.length || last?.version !== version || last.objects !== count) {
    throw damaged(directory, name, Math.max(end, MAGIC.length));
  }
  return bytes.length;
}

function apply(objects: Recovered['objects'], record: LogRecord): void {
  let table = objects.get(record.r);
  if (table === undefined) objects.set(record.r, (table = new Map<string, LogRecord>()));
  if (record.o === undefined) table.delete(record.k);
  else table.set(record.k, record);
}

function damaged(directory: string, file: string, at: number): KubeInformerError {
  return new KubeInformerError(
    'ERR_STORAGE_UNREADABLE',
    `Cannot open the storage in ${directory}: ${file} is damaged at byte ${String(at)}, where no crash can have ` +
      'damaged it. Restore the directory from a copy, or move it away to begin with an empty one.',
  );
}
