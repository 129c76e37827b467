import { readFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';

/** Wall and processor time of some work, in seconds. */
export async function timed(work) {
  const [started, used] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(used);
  return { seconds: (performance.now() - started) / 1e3, cpu: (user + system) / 1e6 };
}

/** What is used once garbage is collected, in bytes. Needs `--expose-gc`. */
export async function memory() {
  if (globalThis.gc === undefined) throw new Error('this needs node --expose-gc');
  // What a finalizer lets go of is found by the collection after it.
  for (let round = 0; round < 4; round++) {
    globalThis.gc();
    await turn();
  }
  const { heapUsed, external } = process.memoryUsage();
  return { rss: status('VmRSS'), peak: status('VmHWM'), heap: heapUsed + external };
}

function status(name) {
  const [, kibibytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync('/proc/self/status', 'utf8'));
  return Number(kibibytes) * 1024;
}
