// Runs the cases of an area, or those named, on the embedded server and prints one line of JSON with those that fail.
// Run with the patch of a mutant, the case it names has to be among them.
import { ALL_CASES } from '../cases/index.js';
import { differences } from '../differences.js';
import { startEmbedded } from '../embedded.js';
import { recordedOf } from '../recording.js';
import { inPool, runCase } from '../run-case.js';
import { Transport } from '../transport.js';
import { patience } from '../watch-probe.js';

const WIDTH = 8;

patience.ms = 2_000;

const [area = '', ...names] = process.argv.slice(2);
const chosen = ALL_CASES.filter(
  (subject) => subject.area === area && (names.length === 0 || names.includes(subject.name)),
);
const server = await startEmbedded();
const transport = new Transport(server.target);
const failed: string[] = [];
await inPool(chosen, chosen.some(({ alone }) => alone) ? 1 : WIDTH, async (subject) => {
  const found = await runCase(subject, transport).then(
    (answers) => differences(recordedOf(subject), answers).length > 0,
    // A mutant may break the script itself.
    () => true,
  );
  if (found) failed.push(subject.name);
});
console.log(JSON.stringify({ ran: chosen.length, failed }));
// A mutant may leave anything behind.
process.exit(0);
