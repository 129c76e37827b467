import { describe, expect, it } from 'vitest';
import { readLines } from './support.js';
import { parseTruth, typeOf } from './truth.js';
import type { ObjectRecord } from '../../src/meta/index.js';
import { encodeMessage, writeUnknown } from '../../src/wire/codec/index.js';
import { identityOf } from '../../src/wire/codec/test-bytes.js';
import { decodeObject } from '../../src/wire/content.js';
import { JSON_TYPE, PROTOBUF } from '../../src/wire/media-type.js';
import { PLAINNESS } from '../../src/wire/test-plainness.js';

type Plain = Record<string, unknown>;

// One instance of every kind that can be cached: one with the metadata of an object. The fuzzer that filled them gave
// them names that no server would.
const kinds = new Map<string, { apiVersion: string; kind: string; raw: Uint8Array }>();
for (const { truth } of readLines('corpus.jsonl.gz').map(parseTruth)) {
  const { apiVersion, kind } = truth;
  const type = typeOf(apiVersion, kind);
  const filled = truth.json as Plain;
  const metadata = {
    ...(filled['metadata'] as Plain | undefined),
    name: 'a',
    namespace: 'b',
    uid: 'c',
    resourceVersion: '1',
  };
  const raw = encodeMessage(type, { ...filled, metadata });
  if (identityOf(type, raw).name === 'a') kinds.set(`${apiVersion} ${kind}`, { apiVersion, kind, raw });
}

describe('objects of every built-in kind are plain to their reader', () => {
  it('there are many', () => {
    expect(kinds.size).toBeGreaterThan(100);
  });

  it.each([...kinds])('%s', (_, { apiVersion, kind, raw }) => {
    const body = writeUnknown({ apiVersion, kind, raw });
    const fresh = (): ObjectRecord => decodeObject(PROTOBUF, body, { keepManagedFields: true }) as ObjectRecord;
    const plain = fresh().forTransform() as unknown as Plain;
    const text = Buffer.from(JSON.stringify(plain));
    for (const [check, holds] of Object.entries(PLAINNESS)) {
      const fromJson = decodeObject(JSON_TYPE, text, { keepManagedFields: true }) as ObjectRecord;
      try {
        holds(fresh().object as unknown as Plain, plain);
        // Decoded field by field itself.
        holds(fresh().object.metadata as unknown as Plain, plain['metadata'] as Plain);
        holds(fromJson.object as unknown as Plain, JSON.parse(text.toString()) as Plain);
      } catch (cause) {
        throw new Error(`${check} tells it from a plain object`, { cause });
      }
    }
  });
});
