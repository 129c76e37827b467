import { defineConfig } from 'vitest/config';

const resolve = { conditions: ['kube-informer-source'] };
const ssr = { resolve };

export default defineConfig({
  test: {
    projects: [
      { resolve, ssr, test: { name: 'unit', include: ['src/**/*.test.ts'] } },
      { resolve, ssr, test: { name: 'integration', include: ['test/integration/**/*.test.ts'] } },
      {
        resolve,
        ssr,
        test: { name: 'model', include: ['test/model/**/*.test.ts'], testTimeout: 60_000, maxConcurrency: 2 },
      },
      { resolve, ssr, test: { name: 'examples', include: ['test/examples/**/*.test.ts'], testTimeout: 60_000 } },
      { resolve, ssr, test: { name: 'meters', include: ['bench/**/*.test.ts'] } },
      { resolve, ssr, test: { name: 'packaging', include: ['test/packaging/**/*.test.ts'], testTimeout: 240_000 } },
    ],
  },
});
