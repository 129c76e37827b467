// Looks for a counter-example for at most $1 milliseconds, with the seed $2, and prints one line of JSON.
// Run with the patch of a mutant it has to find one; run without it must not.
import { findCounterExample } from '../property.js';
import { runHistory } from '../run-history.js';

const [forMs = 10_000, seed = 1] = process.argv.slice(2).map(Number);
// Not performance.now(), which a history replaces by a clock of its own.
const startedAt = process.hrtime.bigint();
const { runs, found } = await findCounterExample({ run: runHistory, seed, forMs, shrink: false });
const ms = Number((process.hrtime.bigint() - startedAt) / 1_000_000n);
console.log(JSON.stringify({ found: found !== undefined, runs, ms, message: found?.message.split('\n')[0] }));
// A mutant may leave anything behind.
process.exit(0);
