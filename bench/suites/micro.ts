import { printTable } from '../lib/table.js';
import { checkProtobufjs, makeAnswers } from './micro/answers.js';
import { compareFilling } from './micro/caches.js';
import { compareLookups } from './micro/lookups.js';
import { rowsOf } from './micro/measure.js';
import { loadClientNode, loadProtobufjs } from './micro/packages.js';
import { compareQueues } from './micro/queues.js';
import { compareReads } from './micro/reads.js';

// Enough that a scan hurts, few enough that filling them does not take longer than measuring.
const OBJECTS = 10_000;

/** The operations a user feels, each beside the obvious ways to do without us. No targets: they are printed to be compared. */
export async function benchMicro(): Promise<undefined> {
  const [protobufjs, clientNode] = [await loadProtobufjs(), await loadClientNode()];
  const answers = makeAnswers(OBJECTS);
  checkProtobufjs(protobufjs, answers);
  const { list, messages } = answers;
  const each = (bytes: number): string => (bytes / OBJECTS / 1000).toFixed(1);
  const kept = messages.reduce((sum, { length }) => sum + length, 0);
  console.log(
    `\nMicro: ${OBJECTS} pods, each ${each(list.protobuf.length)} KB in protobuf, ${each(list.json.length)} KB in JSON,` +
      ` ${each(kept)} KB in protobuf without managedFields\n`,
  );
  const comparisons = [
    await compareFilling(answers, clientNode, protobufjs),
    ...(await compareReads(answers, protobufjs)),
    ...(await compareLookups(answers, clientNode)),
    ...(await compareQueues()),
  ];
  printTable(['', 'median, µs', 'from–to', '× ours'], rowsOf(comparisons));
}
