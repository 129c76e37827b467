// npm run bench:versions -- --against DIR [--objects 20000] [--events 5000] [--rate 200] [--runs 5]: the CPU that an update
// takes this checkout and another one, which has to be built (`npm run build` there).
//
// Each runs twice, and all four follow the same replayed updates at the same time. Two runs one after the other differ by a
// fifth on a machine with other work to do; how far the two of one checkout are apart here is what this cannot tell.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { median, printTable } from './lib/table.js';
import { wholeNumber } from './lib/whole-number.js';
import { USUAL_UPDATES, ensureCapture } from './suites/peers/capture.js';
import { PEERS } from './suites/peers/catalogue.js';
import type { Peer } from './suites/peers/catalogue.js';
import { UPDATES_PER_SECOND, startReplay } from './suites/peers/servers.js';
import { followTogether, ratiosToFirst } from './suites/peers/together.js';

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    objects: { type: 'string', default: '20000' },
    events: { type: 'string', default: String(USUAL_UPDATES) },
    rate: { type: 'string', default: String(UPDATES_PER_SECOND) },
    runs: { type: 'string', default: '5' },
  },
});
const objects = wholeNumber('objects', values.objects);
const events = wholeNumber('events', values.events);
const rate = wholeNumber('rate', values.rate);
const runs = wholeNumber('runs', values.runs);
const other = resolve(values.against ?? '');
if (values.against === undefined || !existsSync(join(other, 'dist/index.js'))) {
  console.error('Name the folder of another checkout, in which `npm run build` was run: --against DIR.');
  process.exit(2);
}
const ours = PEERS.find(({ name }) => name === 'kube-informer') as Peer;
const theirs: Peer = { ...ours, name: 'the other', folder: join(other, 'bench/peers/kube-informer') };
const peers = [
  theirs,
  { ...ours, name: 'this' },
  { ...theirs, name: 'the other, again' },
  { ...ours, name: 'this, again' },
];

const replay = await startReplay(await ensureCapture(objects, events), objects);
const used: (readonly number[])[] = [];
try {
  for (let run = 1; run <= runs; run++) {
    used.push(await followTogether(peers, replay, { events, rate }));
    console.error(`done with run ${String(run)} of ${String(runs)}`);
  }
} finally {
  await replay.stop();
}
const ratios = ratiosToFirst(used);
printTable(
  ['', 'CPU/update, µs', '× the other', 'each run'],
  peers.map(({ name }, index) => {
    const each = ratios[index] ?? [];
    const micros = median(used.map((run) => (run[index] ?? NaN) * 1e6)).toFixed(0);
    return [name, micros, median(each).toFixed(2), each.map((ratio) => ratio.toFixed(2)).join(' ')];
  }),
);
