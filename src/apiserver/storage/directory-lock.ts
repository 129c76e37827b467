import { readFileSync } from 'node:fs';
import { link, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { KubeInformerError } from '../../errors/index.js';

const NAME = 'storage.lock';

/** Who holds a directory: a process id may be used again, the time it started (or the boot) is not the same then. */
interface Holder {
  readonly pid: number;
  readonly started: string;
}

/** Takes a directory for this process, or says who has it. Gives the way to leave it. */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const path = join(directory, NAME);
  const mine: Holder = { pid: process.pid, started: startOf(process.pid) ?? '' };
  // The file appears with its content: it is written under another name and linked.
  const draft = `${path}.${String(process.pid)}.${Math.random().toString(36).slice(2)}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(JSON.stringify(mine));
    await handle.close();
    for (;;) {
      if (await linked(draft, path)) break;
      const holder = await holderOf(path);
      if (holder === undefined) continue;
      if (lives(holder)) throw taken(directory, holder.pid);
      await removeDead(path, holder);
    }
  } finally {
    await handle.close().catch(() => undefined);
    await unlink(draft).catch(() => undefined);
  }
  return async () => {
    await unlink(path).catch(() => undefined);
  };
}

async function linked(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function holderOf(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    // A lock that cannot be read was torn by a crash of the machine.
    return { pid: -1, started: '' };
  }
}

/**
 * Removes the lock of a process that is gone. Two processes may come here at once: only the one that makes the guard
 * looks again and removes, so that a new lock is never taken for the dead one.
 */
async function removeDead(path: string, dead: Holder): Promise<void> {
  const guard = `${path}.removing`;
  let handle;
  try {
    handle = await open(guard, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await removeOldGuard(guard);
    return;
  }
  try {
    const now = await holderOf(path);
    if (now?.pid === dead.pid && now.started === dead.started) await unlink(path);
  } finally {
    await handle.close();
    await unlink(guard).catch(() => undefined);
  }
}

// Removing takes milliseconds; a guard as old as this was left by a crash in between.
const GUARD_MS = 5_000;

async function removeOldGuard(guard: string): Promise<void> {
  const handle = await open(guard, 'r').catch(() => undefined);
  if (handle === undefined) return;
  const { mtimeMs } = await handle.stat();
  await handle.close();
  if (Date.now() - mtimeMs > GUARD_MS) await unlink(guard).catch(() => undefined);
  else await new Promise((resolve) => setTimeout(resolve, 10));
}

function lives({ pid, started }: Holder): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Another user's process lives, too.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const now = startOf(pid);
  return now === undefined || started === '' || now === started;
}

/** When a process was started, in a form that only equality is asked of; undefined where the system does not tell. */
function startOf(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    // The name, in parentheses, may hold anything; the start time is the 20th field after it.
    return `${boot} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`;
  } catch {
    return undefined;
  }
}

function taken(directory: string, pid: number): KubeInformerError {
  return new KubeInformerError(
    'ERR_STORAGE_LOCKED',
    `Cannot open the storage in ${directory}: process ${String(pid)} has it open` +
      `${pid === process.pid ? ', which is this one' : ''}. Stop that server, or give this one a directory of its own.`,
  );
}
