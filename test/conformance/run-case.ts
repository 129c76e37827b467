import { randomBytes } from 'node:crypto';
import type { ConformanceCase } from './case.js';
import type { Exchange } from './exchange.js';
import { normalise } from './normalise.js';
import { Probe } from './probe.js';
import type { Transport } from './transport.js';

/** Runs a case in a namespace of its own and gives what the server answered, normalised. */
export async function runCase(subject: ConformanceCase, transport: Transport): Promise<Exchange[]> {
  const ns = `case-${randomBytes(5).toString('hex')}`;
  const probe = new Probe(transport, ns);
  try {
    await probe.given('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: ns } });
    await subject.run(probe);
  } finally {
    probe.close();
  }
  return normalise(probe.exchanges, { ns, host: new URL(transport.target.url).host });
}

/** Runs jobs, so many at a time. */
export async function inPool<T>(items: readonly T[], width: number, run: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await run(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
