// npm run bench:versions -- --against DIR [--objects 20000] [--events 5000] [--rate 200] [--runs 5]: the CPU that an update
// takes this checkout and another one, which has to be built (`npm run build` there).
//
// Each runs twice, and all four follow the same replayed updates at the same time. Two runs one after the other differ by a
// fifth on a machine with other work to do; how far the two of one checkout are apart here is what this cannot tell.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { median, printTable } from './lib/table.js';
import { captureFolder, isCaptured, recordCapture } from './suites/peers/capture.js';
import { PEERS } from './suites/peers/catalogue.js';
import type { Peer } from './suites/peers/catalogue.js';
import { UPDATES_PER_SECOND, startReal, startReplay } from './suites/peers/servers.js';
import { followTogether, ratiosToFirst } from './suites/peers/together.js';

// As bench:peers records it, so that one recording serves both.
const RECORDED = 5_000;

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    objects: { type: 'string', default: '20000' },
    events: { type: 'string', default: String(RECORDED) },
    rate: { type: 'string', default: String(UPDATES_PER_SECOND) },
    runs: { type: 'string', default: '5' },
  },
});
const [objects, events, rate, runs] = [values.objects, values.events, values.rate, values.runs].map(Number) as [
  number,
  number,
  number,
  number,
];
const ours = PEERS.find(({ name }) => name === 'kube-informer') as Peer;
const folder = join(resolve(values.against ?? ''), 'bench/peers/kube-informer');
if (values.against === undefined || !existsSync(folder)) {
  console.error('Name the folder of another checkout, which is built: --against DIR.');
  process.exit(2);
}
if (![objects, events, rate, runs].every((number) => Number.isSafeInteger(number) && number > 0) || events > RECORDED) {
  console.error(`--objects, --events (at most ${String(RECORDED)}), --rate and --runs are whole numbers above 0.`);
  process.exit(2);
}
const theirs: Peer = { ...ours, name: 'the other', folder };
const peers = [
  theirs,
  { ...ours, name: 'this' },
  { ...theirs, name: 'the other, again' },
  { ...ours, name: 'this, again' },
];

const capture = captureFolder(objects, RECORDED);
if (!isCaptured(capture)) {
  console.error(`filling a real API server with ${String(objects)} pods, to record its answers`);
  const real = await startReal(objects);
  await recordCapture(real, capture, RECORDED).finally(() => real.stop());
}
const replay = await startReplay(capture, objects);
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
