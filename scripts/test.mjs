// `npm test`: the types, then the tests. Every step runs even if one before it failed, and the last line is the count.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endLike } from './lib/program.mjs';
import { runTests } from './lib/test-run.mjs';

// By name, so that a project which needs a cluster or a browser does not slip into `npm test`.
const PROJECTS = ['unit', 'integration', 'conformance', 'model', 'examples', 'wire-truth', 'meters', 'packaging'];

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = 'node_modules/typescript/bin/tsc';

const before = [
  { name: 'types', args: [compiler, '-p', 'tsconfig.json', '--noEmit'] },
  ...(existsSync(join(root, 'test/types'))
    ? [{ name: 'type tests', args: [compiler, '-p', 'test/types', '--noEmit'] }]
    : []),
];

endLike(await runTests({ label: 'test', root, before, projects: PROJECTS, args: process.argv.slice(2) }));
