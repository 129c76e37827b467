import { defineConfig } from 'vitest/config';
const resolve = { conditions: ['kube-informer-source'] };
export default defineConfig({ root: '/tmp/p2', resolve, ssr: { resolve }, test: { include: ['test/wire-truth/**/*.test.ts', 'src/wire/codec/**/*.test.ts', 'src/generated/**/*.test.ts'] } });
