// How `npm run build` makes the JavaScript of dist; scripts/lib/build.mjs runs it, the types come from the compiler.
//
// Bundled, since a process pays for every file it imports: as 244 modules the package took 140–180 ms to import, as one
// bundle 57 ms. Nothing is minified and source maps are kept, so that a stack trace of a user names our sources.
import { readFileSync, readdirSync } from 'node:fs';
import { defineConfig } from 'rolldown';
import { entryPoints } from './scripts/lib/entry-points.mjs';

const root = import.meta.dirname;
const { dependencies, version } = /** @type {{ dependencies: Record<string, string>, version: string }} */ (
  JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
);

/** The name of each entry in dist, and its source: what package.json exports, the program, each file of the pattern of kinds. */
const input = Object.fromEntries(
  [
    ...entryPoints(root).map(({ source }) => source.replace(/^\.\//, '')),
    'src/cli/bin.ts',
    ...readdirSync(`${root}/src/generated/kinds`).map((file) => `src/generated/kinds/${file}`),
  ].map((source) => [source.replace(/^src\//, '').replace(/\.ts$/, ''), source]),
);

export default defineConfig({
  cwd: root,
  input,
  platform: 'node',
  // Its output is shown only when it fails, so a warning has to be a failure.
  onwarn: ({ message }) => {
    throw new Error(message);
  },
  external: [/^node:/, ...Object.keys(dependencies)],
  // Every module of ours but the program is free of side effects, as package.json says; without that word imports of
  // nothing would stay.
  treeshake: { moduleSideEffects: (id) => id.endsWith('/src/cli/bin.ts') },
  transform: { target: 'es2022', define: { KUBE_INFORMER_VERSION: JSON.stringify(version) } },
  output: {
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  },
});
