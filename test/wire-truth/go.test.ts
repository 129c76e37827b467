// Needs Go: `npm run test:wire`.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeMessage, messageTypeOf, readUnknown } from '../../src/wire/codec/index.js';
import { formatDuration, parseDuration } from '../../src/wire/codec/time.js';
import { checkHeaderBlocks } from './header-blocks.js';
import { runGo } from './support.js';
import { checkDecoding, checkEncoding, checkLazyReads, parseTruth, typeOf } from './truth.js';

const INSTANCES = 100;
// Another one on each day, so that runs add up, and the same when one of a day must be repeated.
const SEED = Number(process.env['WIRE_SEED'] ?? Math.floor(Date.now() / 86_400_000));

/** The folder of a module of the release that the generator is pinned to, downloaded where it is not there yet. */
function moduleFolder(name: string): string {
  const cwd = new URL('../../scripts/generate/', import.meta.url);
  const answer = execFileSync('go', ['mod', 'download', '-json', name], { cwd, encoding: 'utf8' });
  return (JSON.parse(answer) as { Dir: string }).Dir;
}

const folders = [
  path.join(moduleFolder('k8s.io/api'), 'testdata'),
  path.join(moduleFolder('k8s.io/apiextensions-apiserver'), 'pkg/apis/testdata'),
].flatMap((testdata) =>
  readdirSync(testdata, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(testdata, entry.name)),
);

describe(`random instances (WIRE_SEED=${String(SEED)})`, () => {
  it(`decode, read lazily and encode as in Go, ${String(INSTANCES)} of each kind`, { timeout: 600_000 }, async () => {
    const counts = new Map<string, number>();
    for await (const line of runGo(['--instances', String(INSTANCES), '--seed', String(SEED)])) {
      const { truth, text } = parseTruth(line);
      const type = typeOf(truth.apiVersion, truth.kind);
      const bytes = Buffer.from(truth.bytes, 'base64');
      checkDecoding(type, bytes, truth.json);
      checkLazyReads(type, bytes);
      checkEncoding(type, truth, text);
      const kind = String(type) + truth.apiVersion;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    expect(counts.size).toBeGreaterThan(300);
    for (const count of counts.values()) expect(count).toBeGreaterThanOrEqual(INSTANCES);
  });

  it('of durations have the text that Go gives them', { timeout: 120_000 }, async () => {
    for await (const line of runGo(['--durations', '--instances', '1000', '--seed', String(SEED)])) {
      const [text, nanos] = JSON.parse(line) as [string, string];
      expect(formatDuration(BigInt(nanos))).toBe(text);
      expect(parseDuration(text)).toBe(BigInt(nanos));
    }
  });

  it('of blocks of headers are read as they were written', { timeout: 120_000 }, async () => {
    const blocks: string[] = [];
    for await (const line of runGo(['--headers', '--instances', '2000', '--seed', String(SEED)])) blocks.push(line);
    expect(blocks.length).toBeGreaterThan(2_000);
    checkHeaderBlocks(blocks);
  });
});

describe("Kubernetes' own test data", () => {
  it('has this release and the three before it', () => {
    expect(folders.filter((folder) => folder.includes('/api@')).map((folder) => path.basename(folder))).toHaveLength(4);
  });

  it.each(folders)('decodes as its JSON: %s', (folder) => {
    let pairs = 0;
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.pb'))) {
      if (file.includes('.after_roundtrip.')) continue;
      const base = path.join(folder, file.slice(0, -'.pb'.length));
      const { apiVersion, kind, raw } = readUnknown(readFileSync(`${base}.pb`));
      const type = messageTypeOf(apiVersion, kind);
      // Kinds that this release does not have any more.
      if (type === undefined) continue;
      const after = `${base}.after_roundtrip.json`;
      const json = JSON.parse(readFileSync(existsSync(after) ? after : `${base}.json`, 'utf8')) as object;
      expect({ apiVersion, kind, ...decodeMessage(type, raw) }).toStrictEqual(json);
      pairs++;
    }
    expect(pairs).toBeGreaterThan(0);
  });
});
