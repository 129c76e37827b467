// Runs the generator: `npm run generate` writes src/generated, `npm run generate -- --check` fails when it is stale.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const generator = fileURLToPath(new URL('generate/', import.meta.url));
const target = fileURLToPath(new URL('../src/generated/', import.meta.url));

const { values: args } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

/** @param {string} out */
function generate(out) {
  const { error, status } = spawnSync('go', ['run', '.', '--out', out], { cwd: generator, stdio: 'inherit' });
  if (error !== undefined) {
    const missing = 'code' in error && error.code === 'ENOENT';
    fail(missing ? 'Cannot generate src/generated: Go is not installed or not on the PATH.' : String(error));
  }
  if (status !== 0) fail('Cannot generate src/generated: the generator failed, see above.');
}

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message);
  process.exit(1);
}

/** @param {string} folder @returns {Map<string, string>} */
function contents(folder) {
  if (!existsSync(folder)) return new Map();
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(folder, file), readFileSync(file, 'utf8')]),
  );
}

const made = mkdtempSync(path.join(tmpdir(), 'kube-informer-generate-'));
try {
  generate(made);
  const [before, after] = [contents(target), contents(made)];
  const stale = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
  if (args.check) {
    if (stale.length > 0) fail(`src/generated is stale (${stale.join(', ')}): run \`npm run generate\`.`);
    console.log(`src/generated is what the generator writes (${String(after.size)} files).`);
  } else {
    for (const name of stale) if (!after.has(name)) rmSync(path.join(target, name));
    generate(target);
    console.log(`src/generated: ${String(after.size)} files, ${String(stale.length)} changed.`);
  }
} finally {
  rmSync(made, { recursive: true, force: true });
}
