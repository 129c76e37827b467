// `npm run conformance:record [area…]`: asks a real kube-apiserver what each case's answers are, and writes them down.
// Every case is run twice: what differs between the two runs is not the server's rule, and stops the recording.
// With $CONFORMANCE_CLUSTER (a data folder of a running test server with --rbac) that one is asked.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClusterDescription } from '../cluster/cluster.js';
import { prepareServer } from '../cluster/build.mjs';
import { startCluster } from '../cluster/start-cluster.js';
import type { ConformanceCase } from './case.js';
import { ALL_CASES } from './cases/index.js';
import { differences } from './differences.js';
import type { Exchange } from './exchange.js';
import { writeRecording } from './recording.js';
import { inPool, runCase } from './run-case.js';
import { FORGETFUL, ownTargetOf, targetOf } from './target.js';
import { Transport } from './transport.js';

// The real server answers many at once; more only makes single answers slower.
const WIDTH = 8;

async function main(areas: readonly string[]): Promise<number> {
  const folder = process.env['CONFORMANCE_CLUSTER'];
  if (folder === undefined && (await prepareServer()).code !== 0) return 1;
  const own = folder === undefined ? await startCluster(FORGETFUL) : undefined;
  const description =
    own?.description ??
    (JSON.parse(readFileSync(join(folder ?? '', 'credentials.json'), 'utf8')) as ClusterDescription);
  const transport = new Transport(own === undefined ? targetOf(description) : ownTargetOf(own));
  const chosen = ALL_CASES.filter(({ area }) => areas.length === 0 || areas.includes(area));
  const recorded = new Map<string, readonly Exchange[]>();
  let unstable = 0;
  try {
    const record = async (subject: ConformanceCase): Promise<void> => {
      const id = `${subject.area}: ${subject.name}`;
      try {
        const first = await runCase(subject, transport);
        const second = await runCase(subject, transport);
        const found = differences(first, second);
        if (found.length > 0) {
          unstable++;
          console.error(`${id} differs between two runs:\n  ${found.slice(0, 6).join('\n  ')}`);
        }
        recorded.set(id, first);
      } catch (error) {
        unstable++;
        console.error(`${id} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      }
    };
    const [alone, together] = [true, false].map((kind) => chosen.filter((subject) => subject.alone === kind));
    await inPool(together ?? [], WIDTH, record);
    await inPool(alone ?? [], 1, record);
  } finally {
    transport.close();
    await own?.stop();
  }
  for (const area of new Set(chosen.map((subject) => subject.area))) {
    const cases = chosen.filter((subject) => subject.area === area);
    const entries = cases.flatMap(({ name }) => {
      const exchanges = recorded.get(`${area}: ${name}`);
      return exchanges === undefined ? [] : [[name, exchanges] as const];
    });
    writeRecording(area, Object.fromEntries(entries));
  }
  console.log(`recorded ${recorded.size} of ${chosen.length} cases, ${unstable} unstable`);
  return unstable > 0 ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2));
