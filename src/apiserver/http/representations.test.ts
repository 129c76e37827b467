import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeMessage, messageTypeOf, readUnknown } from '../../wire/codec/index.js';
import { startApiServer } from '../start.js';
import type { ApiServer } from '../start.js';
import { TestSession } from './test-requests.js';

type Json = Record<string, unknown>;

const MAPS = '/api/v1/namespaces/default/configmaps';
const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const COUNT = 300;

const decoded = (bytes: Uint8Array): { kind: string; value: Json } => {
  const { apiVersion, kind, raw } = readUnknown(bytes);
  const type = messageTypeOf(apiVersion, kind);
  if (type === undefined) throw new Error(`no message for ${apiVersion} ${kind}`);
  return { kind, value: decodeMessage(type, raw) };
};

/** The events of a protobuf watch that have come whole. */
function framesOf(bytes: Buffer): { type: string; object: Json }[] {
  const events: { type: string; object: Json }[] = [];
  for (let at = 0; at + 4 <= bytes.length;) {
    const end = at + 4 + bytes.readUInt32BE(at);
    if (end > bytes.length) break;
    const frame = bytes.subarray(at + 4, end);
    const type = frame.subarray(2, 2 + (frame[1] as number)).toString();
    const { apiVersion } = readUnknown(frame.subarray(frame.indexOf('k8s\0')));
    const { kind, value } = decoded(frame.subarray(frame.indexOf('k8s\0')));
    events.push({ type, object: { kind, apiVersion, ...value } });
    at = end;
  }
  return events;
}

const linesOf = (bytes: Buffer): { type: string; object: Json }[] =>
  bytes
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { type: string; object: Json });

describe('representations', () => {
  let server: ApiServer;
  let session: TestSession;
  let list: Json & { items: Json[] };

  const get = async (path: string, accept: string): Promise<Buffer> => {
    const answer = await session.ask(path, { headers: { accept } });
    expect(answer.code).toBe(200);
    return answer.bytes;
  };

  beforeAll(async () => {
    server = await startApiServer();
    session = new TestSession(server);
    await Promise.all(
      Array.from({ length: COUNT }, (_, index) =>
        session.ask(MAPS, {
          body: JSON.stringify({
            metadata: { name: `map-${String(index)}`, labels: { n: String(index) }, annotations: { 'a/b': 'é"\\' } },
            data: { text: 'ü\n"quoted"\ttab: - {x}', yes: 'yes', number: '010', empty: '' },
          }),
        }),
      ),
    );
    list = JSON.parse((await get(MAPS, 'application/json')).toString()) as typeof list;
  });

  afterAll(async () => {
    await session[Symbol.asyncDispose]();
    await server.stop();
  });

  it('lists of built-in kinds name the kind once', () => {
    expect(list).toMatchObject({ kind: 'ConfigMapList', apiVersion: 'v1' });
    expect(list.items).toHaveLength(COUNT);
    expect(list.items[0]).not.toHaveProperty('kind');
  });

  it('pretty JSON, YAML and protobuf say the same as JSON', async () => {
    expect(JSON.parse((await get(`${MAPS}?pretty=true`, 'application/json')).toString())).toEqual(list);
    expect(load((await get(MAPS, 'application/yaml')).toString())).toEqual(list);
    const { kind, value } = decoded(await get(MAPS, PROTOBUF));
    expect({ kind, apiVersion: 'v1', ...value }).toEqual(list);
  });

  it('one object is the same in every format', async () => {
    const path = `${MAPS}/map-7`;
    const object = JSON.parse((await get(path, 'application/json')).toString()) as Json;
    expect(JSON.parse((await get(`${path}?pretty=1`, 'application/json')).toString())).toEqual(object);
    expect(load((await get(path, 'application/yaml')).toString())).toEqual(object);
    const { kind, value } = decoded(await get(path, PROTOBUF));
    expect({ kind, apiVersion: 'v1', ...value }).toEqual(object);
  });

  it('an empty list has items in every format', async () => {
    const path = '/api/v1/namespaces/default/secrets';
    expect(JSON.parse((await get(path, 'application/json')).toString())).toMatchObject({ items: [] });
    expect(JSON.parse((await get(`${path}?pretty=1`, 'application/json')).toString())).toMatchObject({ items: [] });
    expect(load((await get(path, 'application/yaml')).toString())).toMatchObject({ items: [] });
    expect(decoded(await get(path, PROTOBUF)).kind).toBe('SecretList');
  });

  it('metadata alone is the metadata, as JSON and as protobuf', async () => {
    const as = (type: string): string => `${type};as=PartialObjectMetadataList;v=v1;g=meta.k8s.io`;
    const json = JSON.parse((await get(MAPS, as('application/json'))).toString()) as typeof list;
    expect(json.items).toEqual(
      list.items.map(({ metadata }) => ({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata })),
    );
    const { kind, value } = decoded(await get(MAPS, as(PROTOBUF)));
    expect(kind).toBe('PartialObjectMetadataList');
    expect((value['items'] as Json[]).map(({ metadata }) => metadata)).toEqual(
      list.items.map(({ metadata }) => metadata),
    );
  });

  it('a table has a row for each object, in JSON and YAML', async () => {
    const as = (type: string): string => `${type};as=Table;v=v1;g=meta.k8s.io`;
    const path = `${MAPS}?includeObject=Object`;
    const table = JSON.parse((await get(path, as('application/json'))).toString()) as { rows: Json[] };
    expect(table.rows).toHaveLength(COUNT);
    expect(table.rows[0]).toMatchObject({ cells: ['map-0', 4, expect.any(String)], object: { kind: 'ConfigMap' } });
    expect(load((await get(path, as('application/yaml'))).toString())).toMatchObject({ kind: 'Table' });
  });

  it('a page says how to go on in every format', async () => {
    const path = `${MAPS}?limit=2`;
    const page = JSON.parse((await get(path, 'application/json')).toString()) as { metadata: Json };
    expect(page.metadata).toMatchObject({ continue: expect.any(String) as unknown, remainingItemCount: COUNT - 2 });
    expect(decoded(await get(path, PROTOBUF)).value['metadata']).toMatchObject({ remainingItemCount: COUNT - 2 });
    expect(load((await get(path, 'application/yaml')).toString())).toMatchObject({
      metadata: { remainingItemCount: COUNT - 2 },
    });
  });

  it('events of a watch are the same as JSON lines and protobuf frames', async () => {
    const path = `${MAPS}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`;
    const watched = async (accept: string, parse: typeof linesOf): Promise<ReturnType<typeof linesOf>> => {
      const stream = session.stream(path, { headers: { accept } });
      let bytes = Buffer.alloc(0);
      for await (const chunk of stream) {
        bytes = Buffer.concat([bytes, chunk as Buffer]);
        if (parse(bytes).length === COUNT + 1) break;
      }
      return parse(bytes);
    };
    const events = await watched('application/json', linesOf);
    expect(events.map(({ type }) => type)).toEqual([...new Array<string>(COUNT).fill('ADDED'), 'BOOKMARK']);
    expect(await watched(PROTOBUF, framesOf)).toEqual(events);
  });
});
