import { mkdir, open, readFile, readdir, rename, unlink } from 'node:fs/promises';

/** A file that is written. */
export interface DiskFile {
  write(bytes: Uint8Array, position: number): Promise<void>;
  /** Resolves when what was written survives a crash of the machine. */
  sync(): Promise<void>;
  truncate(length: number): Promise<void>;
  close(): Promise<void>;
}

/** What the log needs of a file system, so that tests can have one that fails. */
export interface Disk {
  makeDirectory(path: string): Promise<void>;
  list(path: string): Promise<string[]>;
  read(path: string): Promise<Buffer>;
  /** Makes a file that must not exist. */
  create(path: string): Promise<DiskFile>;
  /** A file that exists, to write on. */
  append(path: string): Promise<DiskFile>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Makes what was created, renamed and removed in a directory survive a crash. */
  syncDirectory(path: string): Promise<void>;
}

// Objects hold secrets: nobody else reads them.
const PRIVATE_FILE = 0o600;
const PRIVATE_DIRECTORY = 0o700;

async function openFile(path: string, flags: string): Promise<DiskFile> {
  const handle = await open(path, flags, PRIVATE_FILE);
  return {
    write: async (bytes, position) => {
      // A call may write a part, on a disk that is almost full.
      for (let done = 0; done < bytes.length;) {
        done += (await handle.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
      }
    },
    sync: () => handle.datasync(),
    truncate: (length) => handle.truncate(length),
    close: () => handle.close(),
  };
}

export const realDisk: Disk = {
  makeDirectory: async (path) => {
    await mkdir(path, { recursive: true, mode: PRIVATE_DIRECTORY });
  },
  list: (path) => readdir(path),
  read: (path) => readFile(path),
  create: (path) => openFile(path, 'wx'),
  append: (path) => openFile(path, 'r+'),
  rename,
  remove: unlink,
  syncDirectory: async (path) => {
    let handle;
    try {
      handle = await open(path, 'r');
    } catch (error) {
      // Windows does not open directories; there is nothing to do there.
      if ((error as NodeJS.ErrnoException).code === 'EISDIR' || process.platform === 'win32') return;
      throw error;
    }
    try {
      await handle.sync();
    } catch (error) {
      if (process.platform !== 'win32') throw error;
    } finally {
      await handle.close();
    }
  },
};
