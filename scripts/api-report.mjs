// `node scripts/api-report.mjs [--update]`: compares the public surface of dist with the reports in api/, or rewrites them.
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { entryPoints } from './lib/entry-points.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const update = process.argv.includes('--update');
const configFile = join(root, 'api-extractor.json');
const expected = new Set();
let failed = false;

// Progress, what we say better ourselves, and the note that our compiler is newer than the one it brings along.
const NOISE = [
  'console-api-report-copied',
  'console-api-report-created',
  'console-api-report-not-copied',
  'console-compiler-version-notice',
];

/**
 * Members may go without a sentence, since `name` of an object needs none; what is exported needs one. A member is
 * indented in its file, an exported item is not.
 *
 * @param {import('@microsoft/api-extractor').ExtractorMessage} message
 */
function isNoise({ logLevel, messageId, sourceFilePath, sourceFileLine }) {
  if (messageId === 'ae-undocumented' && sourceFilePath !== undefined && sourceFileLine !== undefined) {
    const line = readFileSync(resolve(root, sourceFilePath), 'utf8').split('\n')[sourceFileLine - 1];
    return line === undefined || line.startsWith(' ');
  }
  return NOISE.includes(messageId) || [ExtractorLogLevel.Info, ExtractorLogLevel.Verbose].includes(logLevel);
}

/** @param {import('@microsoft/api-extractor').ExtractorMessage} message */
function isLoud({ logLevel }) {
  return [ExtractorLogLevel.Error, ExtractorLogLevel.Warning].includes(logLevel);
}

mkdirSync(join(root, 'api'), { recursive: true });
for (const { subpath, name, types } of entryPoints(root)) {
  const configObject = ExtractorConfig.loadFile(configFile);
  configObject.mainEntryPointFilePath = join(root, types);
  configObject.apiReport = { ...configObject.apiReport, enabled: true, reportFileName: `${name}.api.md` };
  expected.add(`${name}.api.md`);
  const extractorConfig = ExtractorConfig.prepare({
    configObject,
    configObjectFullPath: configFile,
    packageJsonFullPath: join(root, 'package.json'),
  });
  const result = Extractor.invoke(extractorConfig, {
    localBuild: update,
    printApiReportDiff: !update,
    messageCallback: (message) => {
      message.handled = isNoise(message);
      // Its own count includes what was handled here. A forgotten export is written into the report, where a diff shows it.
      if (!message.handled && message.messageId !== 'ae-forgotten-export' && isLoud(message)) failed = true;
    },
  });
  if (result.apiReportChanged) {
    console.log(update ? `api/${name}.api.md rewritten` : `"${subpath}" is not what api/${name}.api.md says`);
  }
  if (result.apiReportChanged && !update) failed = true;
}

for (const file of readdirSync(join(root, 'api'))) {
  if (expected.has(file)) continue;
  if (update) rmSync(join(root, 'api', file));
  else {
    failed = true;
    console.error(`api/${file} belongs to no entry point.`);
  }
}
if (failed) {
  if (!update) console.error('If a changed surface is meant: npm run api:update, and commit the reports with it.');
  process.exitCode = 1;
}
