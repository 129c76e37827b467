import { findCounterExample } from './property.js';
import { runHistory } from './run-history.js';
const seed = Number(process.argv[2] ?? 1);
const forMs = Number(process.argv[3] ?? 5000);
let n = 0,
  steps = 0,
  notes = 0;
const faults: Record<string, number> = {};
const t = Date.now();
const { runs, found } = await findCounterExample({
  run: runHistory,
  seed,
  forMs,
  shrink: process.argv[4] !== 'noshrink',
  onReport: (r) => {
    n++;
    steps += r.steps;
    notes += r.notifications;
    for (const [k, v] of Object.entries(r.faults)) faults[k] = (faults[k] ?? 0) + v;
  },
});
console.log({ runs, n, mean: steps / n, notes, ms: Date.now() - t }, faults);
if (found) console.log(found.text);
