// npm run bench:peers -- [--objects 20000] [--events 5000] [--rate 200] [--runs 5] [--peers a,b] [--sources real,replay]
//   [--scale 1000,10000,100000] [--save]: this library beside others, in one run, taking turns.
//
// Every run writes bench/results/peers.local.json (scale.local.json), which git ignores. The committed peers.json
// (scale.json) is replaced by a run that measured all it has, that is the same number of objects, at least as many updates
// at the same rate and as many runs, every source and every peer; or by any run with --save.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { wholeNumber } from './lib/whole-number.js';
import { USUAL_UPDATES, captureFolder, ensureCapture, isCaptured, recordCapture } from './suites/peers/capture.js';
import { PEERS } from './suites/peers/catalogue.js';
import type { Peer } from './suites/peers/catalogue.js';
import { judge, judgeFailures, judgeScale, printSamples } from './suites/peers/report.js';
import type { Samples } from './suites/peers/report.js';
import { saveLocally, saveResults } from './suites/peers/results.js';
import type { Failure } from './suites/peers/results.js';
import { runCommand } from './suites/peers/run-command.js';
import { takeSample } from './suites/peers/sample.js';
import { UPDATES_PER_SECOND, startReal, startReplay } from './suites/peers/servers.js';
import type { Server } from './suites/peers/servers.js';
import { takeTurns } from './suites/peers/turns.js';

const { values } = parseArgs({
  options: {
    objects: { type: 'string', default: '20000' },
    events: { type: 'string', default: '5000' },
    rate: { type: 'string', default: String(UPDATES_PER_SECOND) },
    runs: { type: 'string', default: '5' },
    peers: { type: 'string', default: PEERS.map(({ name }) => name).join(',') },
    sources: { type: 'string', default: 'real,replay' },
    scale: { type: 'string' },
    save: { type: 'boolean', default: false },
  },
});
const objects = wholeNumber('objects', values.objects);
// Without updates only the sync is measured.
const events = wholeNumber('events', values.events, 0);
const rate = wholeNumber('rate', values.rate);
const runs = wholeNumber('runs', values.runs);
const names = values.peers.split(',');
const unknown = names.filter((name) => !PEERS.some((peer) => peer.name === name));
if (unknown.length > 0) {
  console.error(`No such peer: ${unknown.join(', ')}. There are: ${PEERS.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
const peers = PEERS.filter(({ name }) => names.includes(name));
for (const command of new Set(peers.map(({ build, folder }) => JSON.stringify({ build, folder })))) {
  const { build, folder } = JSON.parse(command) as Pick<Peer, 'build' | 'folder'>;
  if (build !== undefined) await runCommand(build, folder);
}

const RESULTS = fileURLToPath(new URL('results', import.meta.url));
const recorded = Math.max(events, USUAL_UPDATES);
const capture = captureFolder(objects, recorded);
const results: Partial<Record<'real' | 'replay', Samples>> = {};
const failures: Failure[] = [];
if (values.scale === undefined) await compare();
else if (!(await compareScales(values.scale.split(',').map(Number)))) process.exitCode = 1;

async function compare(): Promise<void> {
  const keep = (samples: typeof results): unknown =>
    saveLocally(RESULTS, 'peers', { objects, events, rate, runs, failures, samples });
  const sources = values.sources.split(',');
  if (sources.includes('real')) {
    const real = await filled();
    try {
      results.real = await compareOn(real, peers, `a real API server with ${String(objects)} pods`, {
        keep: (real) => keep({ ...results, real }),
      });
    } finally {
      await real.stop();
    }
  }
  if (sources.includes('replay')) {
    const replay = await startReplay(await ensureCapture(objects, events), objects);
    try {
      results.replay = await compareOn(replay, peers, `its answers replayed, ${String(objects)} pods`, {
        keep: (replay) => keep({ ...results, replay }),
      });
    } finally {
      await replay.stop();
    }
  }
  if (results.real !== undefined) printSamples('On a real API server', results.real);
  if (results.replay !== undefined) printSamples('From a replayed capture of it', results.replay);
  saveResults(RESULTS, 'peers', { objects, events, rate, runs, failures, samples: results }, values.save);
  const held = [judge(results, rate), judgeFailures(failures)].every(Boolean);
  console.log(held ? '\nEvery target that was measured was met.' : '\nSome target was missed: see above.');
  process.exitCode = held ? 0 : 1;
}

async function compareScales(sizes: readonly number[]): Promise<boolean> {
  const lists = peers.filter(({ streams }) => !streams).map(({ name }) => name);
  if (lists.length > 0) console.error(`Only streams can be made longer: without ${lists.join(', ')}.`);
  const recording = await ensureCapture(objects, events);
  const scales = new Map<number, Samples>();
  for (const size of sizes) {
    const replay = await startReplay(recording, size);
    try {
      const streaming = peers.filter(({ streams }) => streams);
      scales.set(size, await compareOn(replay, streaming, `${String(size)} pods, replayed`, { updates: 0 }));
    } finally {
      await replay.stop();
    }
  }
  const samples = Object.fromEntries(scales);
  saveResults(RESULTS, 'scale', { objects, events, rate, runs, failures, samples }, values.save);
  return [judgeScale(scales), judgeFailures(failures)].every(Boolean);
}

async function compareOn(
  server: Server,
  all: readonly Peer[],
  where: string,
  { updates = events, keep }: { readonly updates?: number; readonly keep?: (samples: Samples) => unknown } = {},
): Promise<Samples> {
  console.error(`${String(runs)} runs of ${all.map(({ name }) => name).join(', ')} on ${where}`);
  return await takeTurns(all, runs, (peer) => takeSample(peer, server, { events: updates, rate }), {
    onRun(samples, run) {
      console.error(`done with run ${String(run)} of ${String(runs)} on ${where}`);
      keep?.(samples);
    },
    onFailure({ name: peer }, run, why) {
      console.error(`${peer} failed, and runs again: ${why}`);
      failures.push({ peer, run, where, why });
    },
  });
}

async function filled(): Promise<Server> {
  console.error(`filling a real API server with ${String(objects)} pods`);
  const server = await startReal(objects);
  if (!isCaptured(capture)) {
    console.error('recording its answers');
    await recordCapture(server, capture, recorded);
  }
  return server;
}
