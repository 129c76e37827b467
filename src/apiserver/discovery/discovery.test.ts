import { describe, expect, it } from 'vitest';
import { decodeMessage, messageTypeOf, readUnknown } from '../../wire/codec/index.js';
import type { Json } from '../json.js';
import { TestDiscovery } from './test-discovery.js';

const AGGREGATED = (version: string): Record<string, string> => ({
  accept: `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList,application/json`,
});
const PROTOBUF = { accept: 'application/vnd.kubernetes.protobuf,application/json' };

interface Resource {
  readonly name: string;
  readonly verbs: string[];
  readonly namespaced: boolean;
  readonly shortNames?: string[];
  readonly categories?: string[];
}

/** What is served, by `group/version/resource`, from the documents of one group version each. */
function fromLists(discovery: TestDiscovery): Map<string, unknown> {
  const groups = discovery.read('/apis')['groups'] as { versions: { groupVersion: string }[] }[];
  const paths = ['/api/v1', ...groups.flatMap(({ versions }) => versions.map((one) => `/apis/${one.groupVersion}`))];
  return new Map(
    paths.flatMap((path) =>
      (discovery.read(path)['resources'] as Resource[]).map(({ name, verbs, namespaced, shortNames, categories }) => [
        `${path.replace(/^\/apis?\//, '')}/${name}`,
        name.includes('/') ? { verbs } : { verbs, namespaced, shortNames, categories },
      ]),
    ),
  );
}

interface AggregatedResource {
  readonly resource: string;
  readonly scope: string;
  readonly verbs: string[];
  readonly shortNames?: string[];
  readonly categories?: string[];
  readonly subresources?: { readonly subresource: string; readonly verbs: string[] }[];
}

/** The same from the two aggregated documents. */
function fromAggregated(discovery: TestDiscovery): Map<string, unknown> {
  const all = new Map<string, unknown>();
  for (const root of ['/api', '/apis']) {
    const items = discovery.read(root, AGGREGATED('v2'))['items'] as {
      metadata: { name?: string };
      versions: { version: string; resources: AggregatedResource[] }[];
    }[];
    for (const { metadata, versions } of items) {
      for (const { version, resources } of versions) {
        const groupVersion = metadata.name === undefined ? version : `${metadata.name}/${version}`;
        for (const { resource, scope, verbs, shortNames, categories, subresources = [] } of resources) {
          const path = `${groupVersion}/${resource}`;
          all.set(path, { verbs, namespaced: scope === 'Namespaced', shortNames, categories });
          for (const part of subresources) all.set(`${path}/${part.subresource}`, { verbs: part.verbs });
        }
      }
    }
  }
  return all;
}

describe('discovery', () => {
  it('tells the same in its old and its aggregated documents, custom resources included', async () => {
    const discovery = new TestDiscovery();
    await discovery.define();
    const lists = fromLists(discovery);
    expect(lists.size).toBeGreaterThan(100);
    expect([...lists.keys()]).toEqual(
      expect.arrayContaining(['v1/pods', 'v1/pods/log', 'example.com/v1/widgets/scale']),
    );
    expect(fromAggregated(discovery)).toEqual(lists);
  });

  it('has one aggregated document under two versions', () => {
    const discovery = new TestDiscovery();
    const { apiVersion: stable, ...document } = discovery.read('/apis', AGGREGATED('v2'));
    const { apiVersion: beta, ...same } = discovery.read('/apis', AGGREGATED('v2beta1'));
    expect([stable, beta]).toEqual(['apidiscovery.k8s.io/v2', 'apidiscovery.k8s.io/v2beta1']);
    expect(same).toEqual(document);
  });

  it('names the first version of each group as the preferred one', () => {
    const groups = new TestDiscovery().read('/apis')['groups'] as { preferredVersion: Json; versions: Json[] }[];
    for (const { preferredVersion, versions } of groups) expect(preferredVersion).toEqual(versions[0]);
  });

  it.each(['/api', '/apis', '/apis/apps', '/api/v1'])('says at %s in protobuf what it says in JSON', (path) => {
    const discovery = new TestDiscovery();
    const answer = discovery.ask(path, PROTOBUF);
    const { apiVersion, kind, raw } = readUnknown(answer?.body as Uint8Array);
    const type = messageTypeOf(apiVersion, kind);
    if (type === undefined) throw new Error(`${kind} is not known`);
    const { apiVersion: _, kind: said, ...document } = discovery.read(path);
    expect(kind).toBe(said);
    expect(decodeMessage(type, raw)).toMatchObject(document);
  });

  it('answers every path that it lists, with and without a slash at the end', () => {
    const discovery = new TestDiscovery();
    for (const path of discovery.read('/')['paths'] as string[]) {
      expect(discovery.ask(path)?.code).toBe(200);
      expect(discovery.ask(`${path}/`)?.body).toEqual(discovery.ask(path)?.body);
    }
  });

  it.each(['/nowhere', '/api/v2', '/api/v1/pods', '/apis/nowhere', '/apis/apps/v9', '/apis//v1', '/healthz/nowhere'])(
    'has nothing at %s',
    (path) => {
      expect(new TestDiscovery().ask(path)).toBeUndefined();
    },
  );

  it('shows a custom resource from the write that establishes it to the one that ends it', async () => {
    const discovery = new TestDiscovery();
    const names = (): unknown[] => (discovery.read('/apis')['groups'] as Json[]).map(({ name }) => name);
    const before = names();
    await discovery.define();
    expect(names()).toEqual([...before, 'example.com']);
    expect((discovery.read('/apis/example.com')['versions'] as Json[]).map(({ version }) => version)).toEqual([
      'v1',
      'v1beta1',
    ]);
    await discovery.server.send(
      'delete',
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.example.com',
    );
    expect(names()).toEqual(before);
  });

  it('keeps the etag of a document until that changes', async () => {
    const discovery = new TestDiscovery();
    const etag = (): string => discovery.ask('/apis', AGGREGATED('v2'))?.headers?.['etag'] ?? '';
    const first = etag();
    expect(etag()).toBe(first);
    expect(discovery.ask('/apis', { ...AGGREGATED('v2'), 'if-none-match': `"other", ${first}` })).toMatchObject({
      code: 304,
      body: '',
    });
    await discovery.define();
    expect(etag()).not.toBe(first);
    expect(discovery.ask('/apis', { ...AGGREGATED('v2'), 'if-none-match': first })?.code).toBe(200);
  });
});

describe('health', () => {
  it.each(['healthz', 'livez', 'readyz'])('%s is ok, names its checks when asked, and answers for each', (name) => {
    const discovery = new TestDiscovery();
    expect(discovery.ask(`/${name}`)).toMatchObject({ code: 200, body: 'ok' });
    const text = discovery.ask(`/${name}?verbose`)?.body as string;
    const checks = [...text.matchAll(/^\[\+\](\S+) ok$/gm)].map(([, check]) => check as string);
    expect(checks).not.toEqual([]);
    expect(text).toMatch(new RegExp(`\n${name} check passed\n$`));
    for (const check of checks) expect(discovery.ask(`/${name}/${check}`)?.body).toBe('ok');
  });
});
