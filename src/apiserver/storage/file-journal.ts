import { join } from 'node:path';
import { StatusError } from '../status-error.js';
import type { Change, Snapshot } from './contract.js';
import type { Disk, DiskFile } from './disk.js';
import { logName, ownFiles, snapshotName } from './file-names.js';
import type { Journal, JournalReader } from './journal.js';
import { MAGIC, encodeRecord } from './log-record.js';
import type { LogRecord } from './log-record.js';
import type { Recovered } from './recover.js';
import { writeSnapshot } from './snapshot-file.js';

// A log is replayed in about a second per 100 MB; a snapshot is taken when the logs are larger than this and than twice
// the last snapshot, so that at most a third of what is written is snapshots.
const SNAPSHOT_AFTER_BYTES = 32 * 1024 * 1024;

/** The storage, as a journal sees it. */
export interface JournalOwner extends JournalReader {
  /** Every resource as it was, those without objects included. */
  snapshotsAt(version: number): ReadonlyMap<string, Snapshot>;
}

export interface FileJournalOptions {
  readonly snapshotAfterBytes?: number;
}

/**
 * Appends every change to a log and reports it durable after an fsync. Whatever gathers while one runs goes with the
 * next (group commit).
 */
export class FileJournal implements Journal {
  readonly #disk: Disk;
  readonly #directory: string;
  readonly #snapshotAfterBytes: number;
  readonly #unlock: () => Promise<void>;
  #owner: JournalOwner | undefined;
  #file: DiskFile;
  /** Everything before is whole and durable. */
  #end: number;
  #queue: Buffer[] = [];
  #queued: number;
  #durable: number;
  #logBytes: number;
  #snapshotBytes: number;
  #writing: Promise<void> | undefined;
  #snapshotting: Promise<void> | undefined;
  /** Why nothing can be written any more. */
  #broken: unknown;

  private constructor(
    disk: Disk,
    directory: string,
    unlock: () => Promise<void>,
    recovered: Recovered & { readonly version: number },
    file: DiskFile,
    end: number,
    options: FileJournalOptions,
  ) {
    this.#disk = disk;
    this.#directory = directory;
    this.#unlock = unlock;
    this.#file = file;
    this.#end = end;
    this.#queued = recovered.version;
    this.#durable = recovered.version;
    this.#logBytes = recovered.logBytes;
    this.#snapshotBytes = recovered.snapshotBytes;
    this.#snapshotAfterBytes = options.snapshotAfterBytes ?? SNAPSHOT_AFTER_BYTES;
  }

  /** Goes on with the log that was recovered, cut to its whole records, or begins the first. */
  static async open(
    disk: Disk,
    directory: string,
    unlock: () => Promise<void>,
    recovered: Recovered,
    options: FileJournalOptions = {},
  ): Promise<FileJournal> {
    for (const name of recovered.leftovers) await disk.remove(join(directory, name));
    const { log } = recovered;
    let file: DiskFile;
    let end: number;
    if (log === undefined) {
      file = await startLog(disk, directory, recovered.version);
      end = MAGIC.length;
    } else {
      file = await disk.append(join(directory, logName(log.version)));
      ({ end } = log);
      await file.truncate(end);
      // A crash may have left less than the first bytes.
      if (end < MAGIC.length) {
        await file.truncate(0);
        await file.write(MAGIC, 0);
        end = MAGIC.length;
      }
      await file.sync();
    }
    return new FileJournal(disk, directory, unlock, recovered, file, end, options);
  }

  attach(owner: JournalOwner): void {
    this.#owner = owner;
  }

  append({ type, groupResource, entry }: Change): void {
    if (this.#broken !== undefined) throw unwritable(this.#broken);
    const record: LogRecord = { v: entry.version, r: groupResource, k: entry.key };
    this.#queue.push(encodeRecord(type === 'DELETED' ? record : { ...record, o: entry.object }));
    this.#queued = entry.version;
    this.#writing ??= this.#write();
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.#snapshotting;
    await this.#file.close();
    await this.#unlock();
  }

  /** Runs until the queue is empty. Never rejects. */
  async #write(): Promise<void> {
    // A turn later, so that the writes of one turn go together.
    await Promise.resolve();
    while (this.#queue.length > 0) {
      const bytes = Buffer.concat(this.#queue);
      const version = this.#queued;
      this.#queue = [];
      try {
        await this.#file.write(bytes, this.#end);
      } catch (error) {
        await this.#takeBack(error);
        continue;
      }
      try {
        await this.#file.sync();
      } catch (error) {
        // After a failed fsync nobody knows what is on disk, and a second one may succeed without it.
        this.#lose(error, true);
        break;
      }
      this.#end += bytes.length;
      this.#logBytes += bytes.length;
      this.#durable = version;
      this.#owner?.onDurable(version);
      await this.#snapshotWhenDue();
    }
    this.#writing = undefined;
  }

  /** A write that failed (a full disk) is taken off the log, so that later ones can succeed. */
  async #takeBack(error: unknown): Promise<void> {
    try {
      await this.#file.truncate(this.#end);
      await this.#file.sync();
      this.#lose(error, false);
    } catch {
      this.#lose(error, true);
    }
  }

  #lose(error: unknown, forGood: boolean): void {
    if (forGood) this.#broken = error;
    this.#queue = [];
    this.#owner?.onLost(error);
  }

  async #snapshotWhenDue(): Promise<void> {
    const due = this.#logBytes > Math.max(this.#snapshotAfterBytes, 2 * this.#snapshotBytes);
    if (!due || this.#snapshotting !== undefined || this.#owner === undefined) return;
    const version = this.#durable;
    let file: DiskFile;
    try {
      file = await startLog(this.#disk, this.#directory, version);
    } catch (error) {
      this.#snapshotFailed(error);
      return;
    }
    const old = this.#file;
    this.#file = file;
    this.#end = MAGIC.length;
    const logBytes = this.#logBytes;
    this.#logBytes = 0;
    this.#snapshotting = this.#snapshot(old, version, this.#owner.snapshotsAt(version))
      .catch((error: unknown) => {
        // The old logs are still there and still needed.
        this.#logBytes += logBytes;
        this.#snapshotFailed(error);
      })
      .finally(() => {
        this.#snapshotting = undefined;
      });
  }

  async #snapshot(old: DiskFile, version: number, tables: ReadonlyMap<string, Snapshot>): Promise<void> {
    await old.close();
    this.#snapshotBytes = await writeSnapshot(this.#disk, this.#directory, version, tables);
    const { logs, snapshots } = ownFiles(await this.#disk.list(this.#directory));
    const stale = [
      ...logs.filter((start) => start < version).map(logName),
      ...snapshots.filter((other) => other < version).map(snapshotName),
    ];
    for (const name of stale) await this.#disk.remove(join(this.#directory, name));
  }

  /** Nothing is lost: the log goes on, and a snapshot is tried again when as much was written once more. */
  #snapshotFailed(error: unknown): void {
    this.#snapshotBytes = this.#logBytes;
    const why = error instanceof Error ? error.message : String(error);
    process.emitWarning(`Cannot write a snapshot of the storage in ${this.#directory}: ${why}. The log goes on.`, {
      code: 'KUBE_INFORMER_SNAPSHOT',
    });
  }
}

async function startLog(disk: Disk, directory: string, version: number): Promise<DiskFile> {
  const file = await disk.create(join(directory, logName(version)));
  try {
    await file.write(MAGIC, 0);
    await file.sync();
    await disk.syncDirectory(directory);
    return file;
  } catch (error) {
    await file.close();
    await disk.remove(join(directory, logName(version))).catch(() => undefined);
    throw error;
  }
}

function unwritable(cause: unknown): StatusError {
  const why = cause instanceof Error ? `: ${cause.message}` : '';
  return new StatusError(
    500,
    'InternalError',
    `the storage takes no more writes since an earlier one failed${why}; see to the disk and start the server again`,
  );
}
