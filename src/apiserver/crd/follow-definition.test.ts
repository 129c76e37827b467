import { beforeEach, describe, expect, it } from 'vitest';
import { TestWriting } from '../writing/test-writing.js';
import { followDefinition } from './follow-definition.js';
import { CRDS, DEFINITIONS, WIDGETS, definition, widget } from './test-widgets.js';

const NAME = 'widgets.example.com';
const PATH = `${CRDS}/${NAME}`;

let server: TestWriting;
let told: number[];
const found = (version = 'v1') => {
  const resource = server.catalogue.find('example.com', version, 'widgets');
  if (resource === undefined) throw new Error(`${version} is not served`);
  return resource;
};
const follow = (resource = found()) =>
  followDefinition(server.storage, resource, (version) => {
    told.push(version);
  });
const setPath = (path: string, value: unknown) =>
  server.send('patch', PATH, [{ op: 'add', path, value }], { type: 'application/json-patch+json' });

beforeEach(async () => {
  server = new TestWriting();
  told = [];
  await server.send('create', CRDS, definition());
});

describe('who follows a definition', () => {
  it('is told when it is gone, with the version of that', async () => {
    follow();
    await server.send('create', WIDGETS, widget('a'));
    await server.send('delete', PATH);
    const [removal] = server.storage
      .past(DEFINITIONS, 1)
      .filter(({ type }) => type === 'DELETED')
      .map(({ entry }) => entry.version);
    expect(told).toEqual([removal]);
  });

  it('is not told that it is going while its objects keep it', async () => {
    await server.send('create', WIDGETS, widget('a', {}, { finalizers: ['x.y/z'] }));
    follow();
    await server.send('delete', PATH);
    expect(server.stored(DEFINITIONS, NAME)?.metadata.deletionTimestamp).toBeDefined();
    expect(told).toEqual([]);
  });

  it('is told when a version is no longer served, whichever it follows', async () => {
    follow(found('v1'));
    follow(found('v1beta1'));
    await setPath('/spec/versions/1/served', false);
    expect(told).toHaveLength(2);
  });

  it('is told when its schema changes', async () => {
    follow();
    await setPath('/spec/versions/0/schema/openAPIV3Schema/properties/more', { type: 'string' });
    expect(told).toHaveLength(1);
  });

  it('is told once', async () => {
    follow();
    await setPath('/spec/versions/1/served', false);
    await server.send('delete', PATH);
    expect(told).toHaveLength(1);
  });

  it('is not told of what changes nothing for its objects, nor of another definition', async () => {
    follow();
    await server.merge(PATH, { metadata: { labels: { a: 'b' } } });
    await server.send(
      'create',
      CRDS,
      definition((spec) => {
        spec.names = { plural: 'foos', kind: 'Foo' };
      }, 'foos.example.com'),
    );
    await server.send('delete', `${CRDS}/foos.example.com`);
    expect(told).toEqual([]);
  });

  it('comes too late when it is gone', async () => {
    const before = found();
    await server.send('delete', PATH);
    expect(follow(before)).toBeUndefined();
  });

  it('comes too late when it was made again, even if it is the same', async () => {
    const before = found();
    await server.send('delete', PATH);
    await server.send('create', CRDS, definition());
    expect(follow(before)).toBeUndefined();
  });

  it('is not told after it left', async () => {
    follow()?.();
    await server.send('delete', PATH);
    expect(told).toEqual([]);
  });
});
