import { join } from 'node:path';
import { TimeSlicer } from '../../base/time-slicer.js';
import type { Snapshot } from './contract.js';
import type { Disk } from './disk.js';
import { snapshotName, temporaryName } from './file-names.js';
import { MAGIC, encodeRecord } from './log-record.js';
import type { LogRecord } from './log-record.js';
import type { SnapshotMark } from './recover.js';

// Few writes, little memory.
const CHUNK_BYTES = 1024 * 1024;

/**
 * Writes all objects as they were at a version. The file has its name only once it is whole and durable. Gives its size.
 */
export async function writeSnapshot(
  disk: Disk,
  directory: string,
  version: number,
  tables: ReadonlyMap<string, Snapshot>,
): Promise<number> {
  const name = snapshotName(version);
  const temporary = join(directory, temporaryName(name));
  await disk.remove(temporary).catch(() => undefined);
  const file = await disk.create(temporary);
  const slicer = new TimeSlicer();
  let size = 0;
  let chunk: Uint8Array[] = [MAGIC];
  let chunkBytes = MAGIC.length;
  const flush = async (): Promise<void> => {
    const bytes = Buffer.concat(chunk, chunkBytes);
    await file.write(bytes, size);
    size += bytes.length;
    chunk = [];
    chunkBytes = 0;
  };
  const add = (value: LogRecord | SnapshotMark): void => {
    const bytes = encodeRecord(value);
    chunk.push(bytes);
    chunkBytes += bytes.length;
  };
  try {
    let objects = 0;
    add({ version, objects });
    for (const [r, snapshot] of tables) {
      for (const entry of snapshot.entries()) {
        add({ v: entry.version, r, k: entry.key, o: entry.object });
        objects++;
        if (chunkBytes >= CHUNK_BYTES) await flush();
        if (slicer.due()) await slicer.yield();
      }
    }
    add({ version, objects });
    await flush();
    await file.sync();
  } finally {
    await file.close();
  }
  await disk.rename(temporary, join(directory, name));
  await disk.syncDirectory(directory);
  return size;
}
