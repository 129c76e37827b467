// npm run bench:stages [-- --objects 20000 --runs 9]: what a first sync costs by how far each pod gets, replayed, beside
// `raw`, which only reads: cut out of the stream; checked, and known by its name; kept as a record; in a cache; and all
// that an informer does, its handler called. `least` is for comparison: one loop that keeps pods and checks nothing.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median, printTable } from './lib/table.js';
import { wholeNumber } from './lib/whole-number.js';
import { ensureCapture } from './suites/peers/capture.js';
import { PEERS } from './suites/peers/catalogue.js';
import type { Peer } from './suites/peers/catalogue.js';
import { takeSample } from './suites/peers/sample.js';
import { UPDATES_PER_SECOND, startReplay } from './suites/peers/servers.js';
import { takeTurns } from './suites/peers/turns.js';

const { values } = parseArgs({
  options: { objects: { type: 'string', default: '20000' }, runs: { type: 'string', default: '9' } },
});
const objects = wholeNumber('objects', values.objects);
const runs = wholeNumber('runs', values.runs);

// As many as bench:peers records if it is told no number; more, up to ten times as many, are made from those.
const RECORDED = 20_000;

// All of them, the whole library too: what is compared are the stages, not the ways to load them.
const fromSource = [process.execPath, '--expose-gc', '--import', 'tsx', '-C', 'kube-informer-source'];
const peer = (wanted: string): Peer => PEERS.find(({ name }) => name === wanted) as Peer;
const whole = peer('kube-informer');
const stages: readonly Peer[] = [
  peer('raw'),
  ...['framed', 'checked', 'kept', 'cached'].map(stage),
  { ...whole, run: [...fromSource, 'main.mjs'] },
  stage('least'),
];

function stage(name: string): Peer {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  return { ...whole, name, folder, run: [...fromSource, 'cases/sync-stage.ts', name] };
}

const server = await startReplay(await ensureCapture(RECORDED), objects);
const samples = await takeTurns(
  stages,
  runs,
  (each) => takeSample(each, server, { events: 0, rate: UPDATES_PER_SECOND }),
  {
    onRun: (_, run) => {
      console.error(`done with run ${String(run)} of ${String(runs)}`);
    },
    onFailure: ({ name }, _, why) => {
      console.error(`${name} failed, and runs again: ${why}`);
    },
  },
).finally(() => server.stop());
const middle = (name: string, of: 'seconds' | 'cpu'): number =>
  median((samples[name] ?? []).map((sample) => sample[of]));
printTable(
  ['', 'seconds', 'CPU s', '× raw', 'µs a pod', 'more', 'from–to'],
  stages.map(({ name }, index) => {
    const seconds = middle(name, 'seconds');
    const before = middle(name === 'least' ? 'framed' : (stages[index - 1]?.name ?? name), 'seconds');
    const all = (samples[name] ?? []).map((sample) => sample.seconds);
    return [
      name,
      seconds.toFixed(3),
      middle(name, 'cpu').toFixed(3),
      (seconds / middle('raw', 'seconds')).toFixed(2),
      ((seconds / objects) * 1e6).toFixed(1),
      (((seconds - before) / objects) * 1e6).toFixed(1),
      `${Math.min(...all).toFixed(2)}–${Math.max(...all).toFixed(2)}`,
    ];
  }),
);
