import { findCounterExample } from './property.js';
import { handWired } from './run-hand-wired.js';
for (const kind of ['DeltaFIFO with Replaced', 'InOrderQueue', 'DeltaFIFO'] as const) {
  const t = Date.now();
  const { runs, found } = await findCounterExample({
    run: handWired(kind),
    seed: Number(process.argv[2] ?? 1),
    forMs: 8000,
  });
  console.log(kind, runs, Date.now() - t);
  if (found) console.log(found.text);
}
