// npm run test:model -- [--seconds 120] [--seed N [--path P]]: histories until the time is over.
import { parseArgs } from 'node:util';
import { anySeed, findCounterExample } from './property.js';
import { runHistory } from './run-history.js';

// Shorter histories than this would meet too few faults one after another to say much.
const SHORTEST_MEAN = 50;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string' },
    path: { type: 'string' },
  },
});
const seed = values.seed === undefined ? anySeed() : Number(values.seed);
const seconds = Number(values.seconds);
if (!Number.isFinite(seconds) || seconds <= 0 || !Number.isInteger(seed)) {
  console.error('Usage: npm run test:model -- [--seconds N] [--seed N [--path P]]');
  process.exit(2);
}
console.log(`Random histories against a SharedInformer for ${seconds} s, seed ${seed}\n`);

let histories = 0;
let steps = 0;
let notifications = 0;
const faults = new Map<string, number>();
const { found } = await findCounterExample({
  run: runHistory,
  seed,
  forMs: seconds * 1000,
  ...(values.path === undefined ? {} : { path: values.path }),
  onReport: (report) => {
    histories++;
    steps += report.steps;
    notifications += report.notifications;
    for (const [name, count] of Object.entries(report.faults)) faults.set(name, (faults.get(name) ?? 0) + count);
  },
});

const mean = steps / histories;
const rows: [string, number | string][] = [
  ['histories', histories],
  ['steps', steps],
  ['mean length', mean.toFixed(1)],
  ['notifications', notifications],
];
for (const [name, value] of rows) console.log(`  ${name.padEnd(20)}${String(value).padStart(10)}`);
console.log('\n  faults that fired');
for (const [name, count] of [...faults].sort()) console.log(`  ${name.padEnd(20)}${String(count).padStart(10)}`);

const silent = [...faults].filter(([, count]) => count === 0).map(([name]) => name);
const problems = [
  ...(found === undefined ? [] : [found.text]),
  ...(mean >= SHORTEST_MEAN ? [] : [`The histories are too short: ${mean.toFixed(1)} steps on average.`]),
  // A short run may miss a rare one; a long run that misses one has lost it.
  ...(silent.length === 0 || histories < 1_000 ? [] : [`Faults that never fired: ${silent.join(', ')}.`]),
];
for (const problem of problems) console.log(`\n${problem}`);
console.log(`\n${histories} passed, ${problems.length} failed`);
process.exit(problems.length === 0 ? 0 : 1);
