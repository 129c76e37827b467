import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ApiObject } from '../contract.js';
import type { Storage } from './contract.js';
import { realDisk } from './disk.js';
import type { Disk, DiskFile } from './disk.js';
import { openStorage } from './open-storage.js';
import { configMap } from './test-objects.js';

const R = 'configmaps';
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'storage-'));
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

type Contents = Record<string, ApiObject>;

function contentsOf(storage: Storage): Contents {
  const contents: Contents = {};
  for (const groupResource of storage.groupResources()) {
    for (const { key, object } of storage.snapshot(groupResource).entries())
      contents[`${groupResource} ${key}`] = object;
  }
  return contents;
}

async function reopened<T>(dataDir: string, look: (storage: Storage) => T): Promise<T> {
  const storage = await openStorage({ dataDir });
  try {
    return look(storage);
  } finally {
    await storage.close();
  }
}

interface Write {
  readonly resource: string;
  readonly name: number;
  readonly remove: boolean;
  readonly wait: boolean;
}

const write = fc.record<Write>({
  resource: fc.constantFrom('configmaps', 'secrets'),
  name: fc.nat(6),
  remove: fc.boolean(),
  wait: fc.boolean(),
});

/** Writes, and tells what was stored after each version. */
async function play(storage: Storage, writes: readonly Write[]): Promise<Map<number, Contents>> {
  const states = new Map<number, Contents>([[storage.version, contentsOf(storage)]]);
  for (const { resource, name, remove, wait } of writes) {
    const key = `n/${String(name)}`;
    if (!remove) storage.put(resource, key, configMap('n', String(name), { at: String(storage.version) }));
    else if (storage.get(resource, key) !== undefined) storage.remove(resource, key);
    states.set(storage.version, contentsOf(storage));
    if (wait) await storage.durable(storage.version);
  }
  await storage.durable(storage.version);
  return states;
}

const logs = async (directory: string): Promise<string[]> =>
  (await readdir(directory)).filter((name) => name.endsWith('.log')).sort();

describe('a storage over a directory', () => {
  test('has the same objects and version after it was closed and opened', async () => {
    const dataDir = join(root, 'new', 'deep');
    const storage = await openStorage({ dataDir });
    storage.put(R, 'a/x', configMap('a', 'x', { k: 'ü' }));
    storage.put(R, 'a/y', configMap('a', 'y'));
    storage.remove(R, 'a/y');
    await storage.durable(storage.version);
    const { version } = storage;
    const before = contentsOf(storage);
    await storage.close();
    await reopened(dataDir, (again) => {
      expect(again.version).toBe(version);
      expect(contentsOf(again)).toEqual(before);
      expect(again.get(R, 'a/x')?.version).toBe(version - 2);
      expect(() => again.past(R, version - 1)).toThrow('too old resource version');
    });
  });

  test('a log cut at any byte, with or without garbage after it, gives every write that is whole and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(write, { minLength: 1, maxLength: 25 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.uint8Array({ maxLength: 40 }),
        async (writes, where, garbage) => {
          const dataDir = await mkdtemp(join(root, 'cut-'));
          const storage = await openStorage({ dataDir });
          const states = await play(storage, writes);
          await storage.close();
          const [log = ''] = await logs(dataDir);
          const bytes = await readFile(join(dataDir, log));
          const cut = Math.floor(where * bytes.length);
          await writeFile(join(dataDir, log), Buffer.concat([bytes.subarray(0, cut), garbage]));
          const { version, contents } = await reopened(dataDir, (again) => ({
            version: again.version,
            contents: contentsOf(again),
          }));
          expect(contents).toEqual(states.get(version));
          // Exactly the records that end before the cut.
          const ends = recordEnds(bytes);
          expect([...states.keys()].indexOf(version)).toBe(ends.filter((end) => end <= cut).length);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('goes on after a cut log, and keeps what it then writes', async () => {
    const dataDir = root;
    const first = await openStorage({ dataDir });
    first.put(R, 'a/1', configMap('a', '1'));
    first.put(R, 'a/2', configMap('a', '2'));
    await first.close();
    const [log = ''] = await logs(dataDir);
    const bytes = await readFile(join(dataDir, log));
    await writeFile(join(dataDir, log), bytes.subarray(0, bytes.length - 1));
    const second = await openStorage({ dataDir });
    expect(Object.keys(contentsOf(second))).toEqual(['configmaps a/1']);
    second.put(R, 'a/3', configMap('a', '3'));
    await second.close();
    await reopened(dataDir, (third) => {
      expect(Object.keys(contentsOf(third))).toEqual(['configmaps a/1', 'configmaps a/3']);
    });
  });

  test('snapshots take the place of logs, and a crash at any step of that loses nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 30, maxLength: 60 }), fc.nat(40), async (writes, crashAt) => {
        const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
        const dataDir = await mkdtemp(join(root, 'snap-'));
        // Every change of names is a moment where the machine may stop: the directory is copied there.
        let moment = 0;
        let crashed: Promise<void> | undefined;
        let acknowledged = 0;
        let atCrash = 0;
        const copy = `${dataDir}-copy`;
        const pass = async <T>(work: () => Promise<T>): Promise<T> => {
          if (moment++ === crashAt && crashed === undefined) {
            atCrash = acknowledged;
            crashed = cp(dataDir, copy, { recursive: true });
            await crashed;
          }
          return work();
        };
        const disk: Disk = {
          ...realDisk,
          create: (path) => pass(() => realDisk.create(path)),
          rename: (from, to) => pass(() => realDisk.rename(from, to)),
          remove: (path) => pass(() => realDisk.remove(path)),
          syncDirectory: (path) => pass(() => realDisk.syncDirectory(path)),
        };
        const storage = await openStorage({ dataDir, disk, snapshotAfterBytes: 500 });
        const states = new Map<number, Contents>();
        for (const one of writes) {
          for (const [version, contents] of await play(storage, [one])) states.set(version, contents);
          acknowledged = storage.version;
        }
        await storage.close();
        const contents = await reopened(dataDir, contentsOf);
        expect(contents).toEqual(states.get(acknowledged));
        if (crashed !== undefined) {
          await rm(join(copy, 'storage.lock'), { force: true });
          await reopened(copy, (again) => {
            expect(again.version).toBeGreaterThanOrEqual(atCrash);
            expect(contentsOf(again)).toEqual(states.get(again.version) ?? {});
          });
        }
        warn.mockRestore();
      }),
      { numRuns: 25 },
    );
  });

  test('old logs and snapshots are gone after a snapshot', async () => {
    const storage = await openStorage({ dataDir: root, snapshotAfterBytes: 2000 });
    for (let index = 0; index < 100; index++) {
      storage.put(R, 'a/x', configMap('a', 'x', { index: String(index) }));
      await storage.durable(storage.version);
    }
    await storage.close();
    const names = await readdir(root);
    expect(names.filter((name) => name.endsWith('.snapshot'))).toHaveLength(1);
    expect(names.filter((name) => name.endsWith('.log'))).toHaveLength(1);
    expect(names).toHaveLength(2);
    await reopened(root, (again) => {
      expect(again.get(R, 'a/x')?.object['data']).toEqual({ index: '99' });
    });
  });

  test('a damaged snapshot, which no crash leaves, is refused and named', async () => {
    const storage = await openStorage({ dataDir: root, snapshotAfterBytes: 500 });
    for (let index = 0; index < 20; index++) {
      storage.put(R, 'a/x', configMap('a', 'x'));
      await storage.durable(storage.version);
    }
    await storage.close();
    const name = (await readdir(root)).find((file) => file.endsWith('.snapshot')) as string;
    const bytes = await readFile(join(root, name));
    bytes[bytes.length - 3] = (bytes[bytes.length - 3] as number) ^ 1;
    await writeFile(join(root, name), bytes);
    await expect(openStorage({ dataDir: root })).rejects.toMatchObject({
      code: 'ERR_STORAGE_UNREADABLE',
      message: expect.stringContaining(name) as string,
    });
  });

  test('a second opening of the same directory is refused and says by whom; a dead holder is not', async () => {
    const storage = await openStorage({ dataDir: root });
    await expect(openStorage({ dataDir: root })).rejects.toMatchObject({
      code: 'ERR_STORAGE_LOCKED',
      message: expect.stringContaining(String(process.pid)) as string,
    });
    await storage.close();
    // A process id that no system gives out, and one that is ours but began another time.
    for (const holder of [
      { pid: 2 ** 30, started: 'x' },
      { pid: process.pid, started: 'long ago' },
    ]) {
      await writeFile(join(root, 'storage.lock'), JSON.stringify(holder));
      await (await openStorage({ dataDir: root })).close();
    }
    await writeFile(join(root, 'storage.lock'), '{"pi');
    await (await openStorage({ dataDir: root })).close();
    expect(await readdir(root)).toHaveLength(1);
  });

  test('of two that find a dead holder at once, one gets the directory', async () => {
    await writeFile(join(root, 'storage.lock'), JSON.stringify({ pid: 2 ** 30, started: 'x' }));
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => openStorage({ dataDir: root })));
    const opened = results.filter((result) => result.status === 'fulfilled');
    expect(opened).toHaveLength(1);
    await Promise.all(opened.map(({ value }) => value.close()));
  });

  test('a path that is no directory is refused with advice', async () => {
    await writeFile(join(root, 'file'), '');
    await expect(openStorage({ dataDir: join(root, 'file') })).rejects.toMatchObject({
      code: 'ERR_STORAGE_UNREADABLE',
    });
  });
});

describe('group commit', () => {
  test('subscribers hear of a change, and durable resolves, only after the fsync', async () => {
    const steps: string[] = [];
    const disk = watched({ sync: () => Promise.resolve(steps.push('sync')) });
    const storage = await openStorage({ dataDir: root, disk });
    steps.length = 0;
    storage.subscribe(R, storage.version, ({ entry }) => steps.push(`seen ${entry.name}`));
    storage.put(R, 'a/1', configMap('a', '1'));
    storage.put(R, 'a/2', configMap('a', '2'));
    expect(steps).toEqual([]);
    expect(storage.settled).toBeLessThan(storage.version);
    await storage.durable(storage.version);
    expect(steps).toEqual(['sync', 'seen 1', 'seen 2']);
    expect(storage.settled).toBe(storage.version);
    await storage.close();
  });

  test('what cannot be written did not happen, and later writes succeed when the disk has room again', async () => {
    let full = false;
    const disk = watched({
      write: () => (full ? Promise.reject(new Error('ENOSPC: no space left on device')) : Promise.resolve()),
    });
    const storage = await openStorage({ dataDir: root, disk });
    const kept = storage.put(R, 'a/kept', configMap('a', 'kept'));
    await storage.durable(kept.version);
    const seen: string[] = [];
    storage.subscribe(R, kept.version, ({ entry }) => seen.push(entry.name));
    full = true;
    const lost = storage.put(R, 'a/lost', configMap('a', 'lost'));
    storage.put(R, 'a/kept', configMap('a', 'kept', { changed: 'yes' }));
    await expect(storage.durable(lost.version)).rejects.toThrow('no space left');
    expect(storage.get(R, 'a/lost')).toBeUndefined();
    expect(storage.get(R, 'a/kept')).toBe(kept);
    expect(storage.version).toBe(kept.version);
    await expect(storage.durable(storage.version)).resolves.toBeUndefined();
    // Whoever asks late about a lost write is not told that it is safe.
    await expect(storage.durable(lost.version)).rejects.toThrow('was not made');
    full = false;
    const next = storage.put(R, 'a/next', configMap('a', 'next'));
    expect(next.version).toBeGreaterThan(lost.version + 1);
    await storage.durable(next.version);
    expect(seen).toEqual(['next']);
    await storage.close();
    await reopened(root, (again) => {
      expect(Object.keys(contentsOf(again))).toEqual(['configmaps a/kept', 'configmaps a/next']);
      expect(again.version).toBe(next.version);
    });
  });

  test('after a failed fsync nothing is acknowledged any more, and reads go on', async () => {
    let broken = false;
    const disk = watched({ sync: () => (broken ? Promise.reject(new Error('EIO: i/o error')) : Promise.resolve()) });
    const storage = await openStorage({ dataDir: root, disk });
    const kept = storage.put(R, 'a/kept', configMap('a', 'kept'));
    await storage.durable(kept.version);
    broken = true;
    const lost = storage.put(R, 'a/lost', configMap('a', 'lost'));
    await expect(storage.durable(lost.version)).rejects.toThrow('i/o error');
    broken = false;
    expect(() => storage.put(R, 'a/more', configMap('a', 'more'))).toThrow('takes no more writes');
    expect(storage.get(R, 'a/kept')).toBe(kept);
    await storage.close();
  });

  test('a snapshot that fails keeps the log and loses nothing', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const disk: Disk = { ...realDisk, rename: () => Promise.reject(new Error('ENOSPC: no space left on device')) };
    const storage = await openStorage({ dataDir: root, disk, snapshotAfterBytes: 500 });
    for (let index = 0; index < 30; index++) {
      storage.put(R, `a/${String(index)}`, configMap('a', String(index)));
      await storage.durable(storage.version);
    }
    await storage.close();
    expect(warn).toHaveBeenCalled();
    warn.mockRestore();
    await reopened(root, (again) => {
      expect(again.count(R)).toBe(30);
    });
  });
});

/** The real disk, with something done before each write or sync. */
function watched(hooks: { write?: () => Promise<unknown>; sync?: () => Promise<unknown> }): Disk {
  const wrap = async (opening: Promise<DiskFile>): Promise<DiskFile> => {
    const file = await opening;
    return {
      ...file,
      write: async (bytes, position) => {
        try {
          await hooks.write?.();
        } catch (error) {
          // A full disk takes a part.
          await file.write(bytes.subarray(0, bytes.length >> 1), position);
          throw error;
        }
        await file.write(bytes, position);
      },
      sync: async () => {
        await hooks.sync?.();
        await file.sync();
      },
    };
  };
  return { ...realDisk, create: (path) => wrap(realDisk.create(path)), append: (path) => wrap(realDisk.append(path)) };
}

function recordEnds(bytes: Buffer): number[] {
  const ends: number[] = [];
  for (let at = 8; at < bytes.length;) {
    at += 8 + bytes.readUInt32LE(at);
    ends.push(at);
  }
  return ends;
}
