// `npm run test:cluster`: the tests against a real kube-apiserver, which is built first if it has to be.
import { fileURLToPath } from 'node:url';
import { prepareServer } from '../test/cluster/build.mjs';
import { endLike } from './lib/program.mjs';
import { runTests } from './lib/test-run.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const prepared = await prepareServer();
endLike(
  prepared.code === 0
    ? await runTests({ label: 'test:cluster', root, projects: ['cluster'], args: process.argv.slice(2) })
    : prepared,
);
