import type { TestProject } from 'vitest/node';
import { startCluster } from './start-cluster.js';

/** Starts the two servers that all test files share; the function it returns stops them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const starts = await Promise.allSettled([startCluster(), startCluster({ rbac: true })]);
  const started = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((cluster) => cluster.stop()));
  };
  const [open, rbac] = started;
  if (open === undefined || rbac === undefined) {
    await stop();
    throw starts.find((start) => start.status === 'rejected')?.reason;
  }
  project.provide('clusters', { open: open.description, rbac: rbac.description });
  return stop;
}
