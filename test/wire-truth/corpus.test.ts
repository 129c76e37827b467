import { describe, expect, it } from 'vitest';
import { decodeMessage, readUnknown, writeUnknown } from '../../src/wire/codec/index.js';
import { captures, readLines } from './support.js';
import { checkDecoding, checkEncoding, checkLazyReads, parseTruth, typeOf } from './truth.js';

const lines = readLines('corpus.jsonl.gz').map(parseTruth);
const kinds = new Map<string, typeof lines>();
for (const line of lines) {
  const kind = `${line.truth.apiVersion} ${line.truth.kind}`;
  kinds.set(kind, [...(kinds.get(kind) ?? []), line]);
}

describe('the committed corpus', () => {
  it('has at least three instances of every kind', () => {
    expect(kinds.size).toBeGreaterThan(300);
    for (const instances of kinds.values()) expect(instances.length).toBeGreaterThanOrEqual(3);
  });

  describe.each([...kinds.values()].map((instances) => ({ name: nameOf(instances), instances })))(
    '$name',
    ({ instances }) => {
      it('decodes to what Go writes as JSON', () => {
        for (const { truth } of instances) {
          checkDecoding(typeOf(truth.apiVersion, truth.kind), Buffer.from(truth.bytes, 'base64'), truth.json);
        }
      });

      it('reads lazily what it decodes', () => {
        for (const { truth } of instances) {
          checkLazyReads(typeOf(truth.apiVersion, truth.kind), Buffer.from(truth.bytes, 'base64'));
        }
      });

      it('encodes to the bytes that Go writes for the same JSON', () => {
        for (const { truth, text } of instances) checkEncoding(typeOf(truth.apiVersion, truth.kind), truth, text);
      });
    },
  );
});

describe('answers of a real server', () => {
  it.each(captures())('$name is what the server says as JSON', ({ bytes, json }) => {
    const { apiVersion, kind, raw } = readUnknown(Buffer.from(bytes, 'base64'));
    expect({ apiVersion, kind, ...decodeMessage(typeOf(apiVersion, kind), raw) }).toStrictEqual(json);
  });

  it.each(captures())('$name goes back into its envelope unchanged', ({ bytes }) => {
    expect(Buffer.from(writeUnknown(readUnknown(Buffer.from(bytes, 'base64')))).toString('base64')).toBe(bytes);
  });
});

function nameOf(instances: readonly ReturnType<typeof parseTruth>[]): string {
  const { truth } = instances[0]!;
  return `${truth.apiVersion} ${truth.kind}`;
}
