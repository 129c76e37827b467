import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { ConformanceCase } from './case.js';
import type { Exchange } from './exchange.js';

/** What the real server answered: for each case of an area, its exchanges. */
export type Recording = Readonly<Record<string, readonly Exchange[]>>;

const fileOf = (area: string): URL => new URL(`recorded/${area}.json`, import.meta.url);

export function readRecording(area: string): Recording {
  const file = fileOf(area);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Recording) : {};
}

/** One exchange a line: small, and a change shows as a line. */
export function writeRecording(area: string, recording: Recording): void {
  const cases = Object.entries(recording).map(
    ([name, exchanges]) =>
      `${JSON.stringify(name)}:[\n${exchanges.map((exchange) => JSON.stringify(exchange)).join(',\n')}]`,
  );
  writeFileSync(fileOf(area), `{${cases.join(',\n')}}\n`);
}

const recordings = new Map<string, Recording>();

/** What was recorded for a case; undefined when it is newer than the recording. */
export function recordedOf(subject: ConformanceCase): readonly Exchange[] | undefined {
  let recording = recordings.get(subject.area);
  if (recording === undefined) recordings.set(subject.area, (recording = readRecording(subject.area)));
  return recording[subject.name];
}
