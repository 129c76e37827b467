import { beforeEach, describe, expect, it } from 'vitest';
import type { ServedEvent } from '../http/contract.js';
import { readingVerbs } from '../reading/index.js';
import { TestWriting } from '../writing/test-writing.js';
import type { Outcome } from '../writing/test-writing.js';
import { CRDS, WIDGETS, definition, widget } from './test-widgets.js';

type Properties = Record<string, object>;

const NAME = 'widgets.example.com';
const V2 = WIDGETS.replace('/v1/', '/v2/');
const text = { type: 'string' };
const blue = { color: { ...text, default: 'blue' } };

const versionOf = (name: string, storage: boolean, properties: Properties, rest: object = {}): object => ({
  name,
  served: true,
  storage,
  schema: { openAPIV3Schema: { type: 'object', properties } },
  ...rest,
});

let server: TestWriting;
const versions = (...given: object[]): object =>
  definition((spec) => {
    spec.versions = given as never;
  });
const define = (...given: object[]): Promise<Outcome> => server.send('create', CRDS, versions(...given));
async function redefine(...given: object[]): Promise<void> {
  const { resourceVersion } = server.stored('customresourcedefinitions.apiextensions.k8s.io', NAME)?.metadata ?? {};
  const { code } = await server.send('update', `${CRDS}/${NAME}`, {
    ...versions(...given),
    metadata: { name: NAME, resourceVersion },
  });
  expect(code).toBe(200);
}

/** What a reading verb shows of each object, or event, without what every object has. */
async function read(verb: 'get' | 'list' | 'watch', version: string, query = ''): Promise<unknown[]> {
  const resource = server.catalogue.find('example.com', version, 'widgets');
  if (resource === undefined) throw new Error(`${version} is not served`);
  const { storage, clock } = server;
  const answer = await readingVerbs({ storage, clock }).handle(
    {
      verb,
      resource,
      namespace: 'default',
      name: verb === 'get' ? 'a' : '',
      subresource: '',
      query: new URLSearchParams(query),
      user: { name: 'admin', groups: [], extra: {} },
      agent: 'test',
      path: '/',
      warn: () => undefined,
      signal: new AbortController().signal,
    },
    undefined,
  );
  if (answer.type === 'object') return [fieldsOf(answer.object)];
  if (answer.type === 'list') return [...answer.list.entries].map(({ object }) => fieldsOf(object));
  if (answer.type !== 'watch') throw new Error(`answered with ${answer.type}`);
  const events: ServedEvent[] = [];
  answer.watch.start({ send: (event) => events.push(event), end: () => undefined, buffered: 0 });
  answer.watch.stop();
  return events.map((event) => ('entry' in event ? fieldsOf(event.entry.object) : event));
}

function fieldsOf({ kind: _kind, metadata: _metadata, ...fields }: Outcome['body']): object {
  return fields;
}

beforeEach(() => {
  server = new TestWriting();
});

describe('an object that was stored before its definition changed', () => {
  beforeEach(async () => {
    await define(versionOf('v1', true, { a: text, gone: text }));
    await server.send('create', WIDGETS, widget('a', { a: '1', gone: 'g' }));
    await redefine(
      versionOf('v1', true, { a: text, ...blue }, { selectableFields: [{ jsonPath: '.color' }] }),
      versionOf('v2', false, { a: text, size: { ...text, default: 'big' } }),
    );
  });
  const shown = [{ apiVersion: 'example.com/v1', a: '1', color: 'blue' }];

  it.each(['get', 'list', 'watch'] as const)('is pruned and defaulted in a %s', async (verb) => {
    expect(await read(verb, 'v1')).toEqual(shown);
  });

  it.each(['get', 'list', 'watch'] as const)(
    'has in a %s of another version what that has, and none of its defaults',
    async (verb) => {
      expect(await read(verb, 'v2')).toEqual([{ apiVersion: 'example.com/v2', a: '1' }]);
    },
  );

  it.each(['list', 'watch'] as const)('is selected in a %s by a default', async (verb) => {
    expect(await read(verb, 'v1', 'fieldSelector=color%3Dblue')).toEqual(shown);
    expect(await read(verb, 'v1', 'fieldSelector=color%3Dred')).toEqual([]);
  });

  it('is stored anew, but is no new generation, when it is written as it was read', async () => {
    const { body } = await server.merge(`${WIDGETS}/a?dryRun=All`, {});
    const before = server.stored(NAME, 'default/a')?.metadata.resourceVersion;
    const { body: after } = await server.send('update', `${WIDGETS}/a`, body);
    expect(after.metadata.generation).toBe(1);
    expect(after.metadata.resourceVersion).not.toBe(before);
    expect(server.stored(NAME, 'default/a')).toMatchObject({ a: '1', color: 'blue' });
  });

  it('is not stored anew when it is written as it was read a second time', async () => {
    const { body } = await server.merge(`${WIDGETS}/a`, { metadata: { labels: { l: '1' } } });
    const { body: again } = await server.send('update', `${WIDGETS}/a`, body);
    expect(again.metadata.resourceVersion).toBe(body.metadata.resourceVersion);
  });

  it('is no new generation for what a version does not show of it', async () => {
    const { body } = await server.merge(`${V2}/a`, { metadata: { labels: { l: '1' } } });
    expect(body.metadata.generation).toBe(1);
  });
});

describe('an object that was stored in another version', () => {
  it('has the defaults of the one it was stored in until it is written', async () => {
    const second = { a: text, color: text, size: { ...text, default: 'big' } };
    await define(versionOf('v1', true, { a: text, ...blue }), versionOf('v2', false, second));
    await server.send('create', WIDGETS, widget('a', { a: '1' }));
    await redefine(versionOf('v1', false, { a: text, ...blue }), versionOf('v2', true, second));
    expect(await read('get', 'v2')).toEqual([{ apiVersion: 'example.com/v2', a: '1', color: 'blue' }]);
    await server.merge(`${V2}/a`, { a: '2' });
    expect(await read('get', 'v2')).toEqual([{ apiVersion: 'example.com/v2', a: '2', color: 'blue', size: 'big' }]);
  });
});

describe('what a write answers', () => {
  it('is what a read would show', async () => {
    await define(versionOf('v1', true, { a: text, ...blue }), versionOf('v2', false, { a: text, color: text }));
    const sent = { ...widget('a', { a: '1' }), apiVersion: 'example.com/v2' };
    const { body } = await server.send('create', V2, sent);
    expect(fieldsOf(body)).toEqual({ apiVersion: 'example.com/v2', a: '1', color: 'blue' });
    expect([fieldsOf(body)]).toEqual(await read('get', 'v2'));
  });
});
