import { KubeInformerError, messageOf } from '../../errors/index.js';
import type { ApiObject } from '../contract.js';
import type { Storage } from './contract.js';
import { lockDirectory } from './directory-lock.js';
import { realDisk } from './disk.js';
import type { Disk } from './disk.js';
import { FileJournal } from './file-journal.js';
import { FIRST_VERSION, MemoryStorage } from './memory-storage.js';
import type { MemoryStorageOptions } from './memory-storage.js';
import { recover } from './recover.js';
import type { Recovered } from './recover.js';

export interface StorageOptions extends MemoryStorageOptions {
  /** A directory where every change is written before it is acknowledged. Without one, nothing outlives the process. */
  readonly dataDir?: string;
  /** How large logs become before a snapshot takes their place. */
  readonly snapshotAfterBytes?: number;
  /** The file system, for tests that need one that fails. */
  readonly disk?: Disk;
}

/**
 * Opens a storage, in memory or over a directory, which it has for itself until it is closed. Rejects with
 * `ERR_STORAGE_LOCKED` or `ERR_STORAGE_UNREADABLE`.
 */
export async function openStorage(options: StorageOptions = {}): Promise<Storage> {
  const { dataDir, disk = realDisk } = options;
  if (dataDir === undefined) return new MemoryStorage(options);
  let unlock: (() => Promise<void>) | undefined;
  try {
    await disk.makeDirectory(dataDir);
    unlock = await lockDirectory(dataDir);
    const found = await recover(disk, dataDir);
    const recovered = { ...found, version: Math.max(found.version, FIRST_VERSION) };
    const journal = await FileJournal.open(disk, dataDir, unlock, recovered, options);
    const storage = new MemoryStorage(options, { version: recovered.version, entries: entriesOf(recovered), journal });
    journal.attach(storage);
    return storage;
  } catch (error) {
    await unlock?.();
    if (error instanceof KubeInformerError) throw error;
    throw new KubeInformerError(
      'ERR_STORAGE_UNREADABLE',
      `Cannot open the storage in ${dataDir}: ${messageOf(error)}. See that it is a directory this user may write to.`,
      { cause: error },
    );
  }
}

function* entriesOf({ objects }: Recovered): Iterable<readonly [string, string, number, ApiObject]> {
  for (const [groupResource, table] of objects) {
    for (const { k, v, o } of table.values()) yield [groupResource, k, v, o as ApiObject];
  }
}
