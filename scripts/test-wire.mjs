// `npm run test:wire`: the codec against random instances and testdata that a Go program writes.
import { fileURLToPath } from 'node:url';
import { endLike } from './lib/program.mjs';
import { runTests } from './lib/test-run.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
endLike(await runTests({ label: 'test:wire', root, projects: ['wire-go'], args: process.argv.slice(2) }));
