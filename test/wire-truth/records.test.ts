import { describe, expect, it } from 'vitest';
import { ObjectRecord } from '../../src/meta/index.js';
import { readUnknown } from '../../src/wire/codec/index.js';
import { decodeList, decodeObject } from '../../src/wire/content.js';
import { JSON_TYPE, PROTOBUF } from '../../src/wire/media-type.js';
import { captures } from './support.js';

type Plain = Record<string, unknown>;

const all = captures().map(({ name, bytes, json }) => {
  const body = Buffer.from(bytes, 'base64');
  return { name, body, json, kind: readUnknown(body).kind };
});
const lists = all.filter(({ kind }) => kind.endsWith('List'));
const objects = all.filter(({ kind }) => !kind.endsWith('List') && kind !== 'Status');

async function itemsOf(contentType: string, body: Buffer, chunkBytes: number): Promise<unknown[]> {
  const chunks = Array.from({ length: Math.ceil(body.length / chunkBytes) }, (_, index) =>
    body.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
  const items: unknown[] = [];
  let resourceVersion: string | undefined;
  for await (const part of decodeList(contentType, chunks, { keepManagedFields: true })) {
    items.push(...part.items.map((item) => (item instanceof ObjectRecord ? { ...item.object } : item)));
    resourceVersion = part.list.resourceVersion;
  }
  expect(resourceVersion).toMatch(/^\d+$/);
  return items;
}

describe('answers of a real server, as records', () => {
  it('there are some', () => {
    expect(all.length).toBeGreaterThan(0);
  });

  it.each(lists)('the items of $name are the same in protobuf and in JSON', async ({ body, json, kind }) => {
    const type = { kind: kind.slice(0, -4), apiVersion: json['apiVersion'] };
    const expected = (json['items'] as Plain[]).map((item) => ({ ...type, ...item }));
    expect(await itemsOf(PROTOBUF, body, 1000)).toStrictEqual(expected);
    expect(await itemsOf(JSON_TYPE, Buffer.from(JSON.stringify(json)), 1000)).toStrictEqual(expected);
  });

  it.each(objects)('$name is the same in protobuf and in JSON', ({ body, json }) => {
    const options = { keepManagedFields: true };
    for (const item of [
      decodeObject(PROTOBUF, body, options),
      decodeObject(JSON_TYPE, Buffer.from(JSON.stringify(json)), options),
    ]) {
      expect(item instanceof ObjectRecord ? { ...item.object } : item).toStrictEqual(json);
    }
  });
});
