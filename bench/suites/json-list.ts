import { runCase } from '../lib/child.js';
import { printTable } from '../lib/table.js';
import { verdict } from './options.js';

interface JsonList {
  readonly bytes: number;
  readonly items: number;
  readonly decoded: number;
  readonly seconds: number;
  readonly megabytesPerSecond: number;
  readonly idleMiB: number;
  readonly peakAboveIdleMiB: number;
}

// Longer than V8's longest string, 2^29 - 24 characters, so that no decoder that makes one can do it.
const MEGABYTES = 600;

// What a list may take on top of an idle process when its items are dropped: a few chunks, and garbage between collections.
const PEAK_MIB = 150;

/** A list in JSON that no string can hold, decoded as it streams in, in a process of its own. */
export async function benchJsonList(): Promise<boolean> {
  console.log(`\nJSON list: ${MEGABYTES} MB, decoded item by item as it streams in, items dropped\n`);
  const { code, result, stderr } = await runCase('json-list', [String(MEGABYTES)]);
  if (code !== 0) throw new Error(`The run ended with ${code}:\n${stderr}`);
  const list = result as JsonList;
  printTable(
    ['', 'items', 'seconds', 'MB/s', 'idle RSS, MiB', 'peak above idle, MiB'],
    [
      [
        `${(list.bytes / 1e6).toFixed(0)} MB`,
        list.decoded,
        list.seconds.toFixed(2),
        list.megabytesPerSecond.toFixed(0),
        list.idleMiB.toFixed(0),
        list.peakAboveIdleMiB.toFixed(0),
      ],
    ],
  );
  console.log();
  return [
    verdict(list.decoded === list.items, 'every item came out'),
    verdict(
      list.peakAboveIdleMiB <= PEAK_MIB,
      `peak RSS above idle: ${list.peakAboveIdleMiB.toFixed(0)} MiB, at most ${PEAK_MIB}`,
    ),
  ].every(Boolean);
}
