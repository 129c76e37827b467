import { parseArgs } from 'node:util';
import { conclusion } from './lib/conclusion.js';
import type { SuiteResult } from './lib/conclusion.js';
import { benchApiServer } from './suites/apiserver.js';
import { benchFirstSync } from './suites/first-sync.js';
import { benchImportCost } from './suites/import-cost.js';
import { benchJsonList } from './suites/json-list.js';
import { benchMicro } from './suites/micro.js';
import { benchRelist } from './suites/relist.js';
import { benchUpdates } from './suites/updates.js';
import { benchVerify } from './suites/verify.js';
import type { BenchOptions } from './suites/options.js';

const SUITES: Readonly<Record<string, (options: BenchOptions) => Promise<SuiteResult>>> = {
  'import-cost': benchImportCost,
  'first-sync': benchFirstSync,
  relist: benchRelist,
  updates: benchUpdates,
  'json-list': benchJsonList,
  micro: benchMicro,
  verify: benchVerify,
  apiserver: benchApiServer,
};

// They need a real API server, gigabytes of memory and minutes: only for who names them.
const ON_REQUEST = new Set(['verify']);

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    objects: { type: 'string', default: '100000' },
    bytes: { type: 'string', default: '2048' },
    runs: { type: 'string', default: '5' },
    // A minute or two; ten times as many for the soak that the claim of steady memory rests on.
    updates: { type: 'string', default: '1000000' },
  },
});
const options = {
  objects: Number(values.objects),
  bytes: Number(values.bytes),
  runs: Number(values.runs),
  updates: Number(values.updates),
};
const chosen = values.only ?? Object.keys(SUITES).filter((name) => !ON_REQUEST.has(name));
const unknown = chosen.filter((name) => SUITES[name] === undefined);
if (unknown.length > 0) {
  console.error(`No such bench: ${unknown.join(', ')}. There are: ${Object.keys(SUITES).join(', ')}.`);
  process.exit(2);
}

const results: SuiteResult[] = [];
for (const name of chosen) results.push(await SUITES[name]?.(options));
const { says, code } = conclusion(results);
console.log(`\n${says}`);
process.exitCode = code;
