// The lockfile must not name a registry: whoever installs uses the one they are set up for.
import { readFileSync } from 'node:fs';

const lockfile = new URL('../package-lock.json', import.meta.url);
const { packages } = /** @type {{ packages?: Record<string, { resolved?: string }> }} */ (
  JSON.parse(readFileSync(lockfile, 'utf8'))
);
const named = Object.entries(packages ?? {}).filter(([, entry]) => entry.resolved?.includes('://'));

for (const [path] of named) console.error(`package-lock.json: ${path} has a "resolved" address`);
if (named.length > 0) {
  console.error(
    'Keep omit-lockfile-registry-resolved in .npmrc, remove package-lock.json and node_modules, and run npm install.',
  );
  process.exitCode = 1;
}
