import { Client, KubeConfig, silentLogger } from 'kube-informer';
import { prepareServer } from '../../test/cluster/build.mjs';
import { startCluster } from '../../test/cluster/start-cluster.js';
import { runCase } from '../lib/child.js';
import { makePods } from '../lib/pods.js';
import { printTable } from '../lib/table.js';
import { verdict } from './options.js';
import type { BenchOptions } from './options.js';

interface Verified {
  readonly ok: boolean;
  readonly objects: number;
  readonly syncSeconds: number;
  readonly syncBytes: number;
  readonly seconds: number;
  readonly bytes: number;
}

const PODS = 20_000;
const MEGABYTE = 1e6;

// Twice what it takes on two idle cores, most of it the server's: often enough in production, and an error of ours shows.
const MOST_SECONDS = 2.6;
// The metadata of 20,000 pods with managedFields, compressed by the server.
const MOST_MEGABYTES = 8;

/** `informer.verify()` of 20,000 pods on a real kube-apiserver, which takes 4.5 GB of memory and minutes to fill. */
export async function benchVerify({ runs }: BenchOptions): Promise<boolean> {
  console.log(`\nVerify: ${PODS} pods on a real kube-apiserver, median of ${runs}\n`);
  const { code } = await prepareServer();
  if (code !== 0) return verdict(false, 'there is no API server to ask');
  const cluster = await startCluster();
  try {
    if (!cluster.managed)
      return verdict(false, 'TEST_KUBECONFIG is set, and nobody wants this many pods in a cluster of theirs');
    const client = new Client(await KubeConfig.load({ path: cluster.kubeconfig }), { logger: silentLogger });
    const startedAt = performance.now();
    await makePods(client, 'default', PODS);
    await client.close();
    console.log(`  ${PODS} pods were made in ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`);
    const { code: ended, result, stderr } = await runCase('verify', [cluster.kubeconfig, String(runs)]);
    if (ended !== 0) throw new Error(`The run ended with ${ended}:\n${stderr}`);
    const found = result as Verified;
    const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(1);
    printTable(
      ['', 'seconds', 'MB on the wire'],
      [
        ['first sync', found.syncSeconds.toFixed(2), megabytes(found.syncBytes)],
        ['verify', found.seconds.toFixed(2), megabytes(found.bytes)],
      ],
    );
    console.log();
    return [
      verdict(found.ok && found.objects === PODS, `${found.objects} objects compared, and the cache is right`),
      verdict(found.seconds <= MOST_SECONDS, `verified in ${found.seconds.toFixed(2)} s, at most ${MOST_SECONDS}`),
      verdict(
        found.bytes <= MOST_MEGABYTES * MEGABYTE,
        `with ${megabytes(found.bytes)} MB on the wire, at most ${MOST_MEGABYTES}`,
      ),
    ].every(Boolean);
  } finally {
    await cluster.stop();
  }
}
