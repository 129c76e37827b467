import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const resolve = { conditions: ['kube-informer-source'] };
const ssr = { resolve };
const setupFiles = 'test/property-seed.ts';

export default defineConfig({
  test: {
    // Vitest leaves one core to itself, which on a machine of two is half of it.
    maxWorkers: availableParallelism(),
    projects: [
      // A property of 2,000 cases takes two seconds alone, and several times that on a machine that is busy.
      { resolve, ssr, test: { name: 'unit', setupFiles, include: ['src/**/*.test.ts'], testTimeout: 60_000 } },
      {
        resolve,
        ssr,
        test: {
          name: 'integration',
          setupFiles,
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        resolve,
        ssr,
        test: { name: 'model', include: ['test/model/**/*.test.ts'], testTimeout: 60_000, maxConcurrency: 2 },
      },
      { resolve, ssr, test: { name: 'examples', include: ['test/examples/**/*.test.ts'], testTimeout: 60_000 } },
      {
        resolve,
        ssr,
        test: {
          name: 'wire-truth',
          setupFiles,
          include: ['test/wire-truth/**/*.test.ts'],
          exclude: ['test/wire-truth/go.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'conformance',
          include: ['test/conformance/**/*.test.ts'],
          exclude: ['test/conformance/real.test.ts'],
          // A case waits for what a server does on its own time.
          testTimeout: 60_000,
          // Cases run side by side in namespaces of their own.
          maxConcurrency: 16,
        },
      },
      // Needs Go: `npm run test:wire`.
      { resolve, ssr, test: { name: 'wire-go', include: ['test/wire-truth/go.test.ts'], testTimeout: 900_000 } },
      { resolve, ssr, test: { name: 'meters', include: ['bench/**/*.test.ts'] } },
      {
        resolve,
        ssr,
        test: {
          name: 'cluster',
          include: ['test/cluster/**/*.test.ts', 'test/conformance/real.test.ts', 'test/kubectl/**/*.test.ts'],
          maxConcurrency: 8,
          globalSetup: 'test/cluster/global-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 180_000,
          // The servers take the cores that a second worker would.
          fileParallelism: false,
        },
      },
      { resolve, ssr, test: { name: 'packaging', include: ['test/packaging/**/*.test.ts'], testTimeout: 240_000 } },
    ],
  },
});
