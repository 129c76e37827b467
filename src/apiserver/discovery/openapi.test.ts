import { describe, expect, it } from 'vitest';
import { isObject } from '../json.js';
import type { Json } from '../json.js';
import { TestDiscovery } from './test-discovery.js';

/** Every object in a document, with those that hold it left out. */
function* objectsIn(value: unknown): Iterable<Json> {
  if (Array.isArray(value)) for (const item of value) yield* objectsIn(item);
  if (!isObject(value)) return;
  yield value;
  for (const item of Object.values(value)) yield* objectsIn(item);
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly 'x-kubernetes-group-version-kind'?: Json;
}
type Paths = Readonly<
  Record<string, Readonly<Record<string, Operation>> & { parameters: { name: string; in: string }[] }>
>;

const indexOf = (discovery: TestDiscovery): Record<string, { serverRelativeURL: string }> =>
  discovery.read('/openapi/v3')['paths'] as Record<string, { serverRelativeURL: string }>;

const discovery = new TestDiscovery();
await discovery.define();

describe.each(['/openapi/v2', '/openapi/v3/api/v1', '/openapi/v3/apis/apps/v1', '/openapi/v3/apis/example.com/v1'])(
  '%s',
  (url) => {
    const document = discovery.read(url);
    const paths = document['paths'] as Paths;

    it('refers to nothing that it does not have', () => {
      const schemas = (document['definitions'] ?? (document['components'] as Json)['schemas']) as Json;
      const prefix = url === '/openapi/v2' ? '#/definitions/' : '#/components/schemas/';
      const references = [...objectsIn(document)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
      expect(references.length).toBeGreaterThan(10);
      expect(references.filter((each) => !each.startsWith(prefix))).toEqual([]);
      expect(new Set(references.filter((each) => !(each.slice(prefix.length) in schemas)))).toEqual(new Set());
    });

    it('lets kubectl see what a patch is of, and that it can be tried and checked', () => {
      const patches = Object.values(paths).flatMap(({ patch }) => (patch === undefined ? [] : [patch]));
      expect(patches).not.toEqual([]);
      for (const patch of patches) {
        expect(patch['x-kubernetes-group-version-kind']).toHaveProperty('kind');
        expect(patch.parameters?.map(({ name }) => name)).toEqual(
          expect.arrayContaining(['dryRun', 'fieldManager', 'fieldValidation', 'force']),
        );
      }
    });

    it('declares what is variable in a path', () => {
      for (const [path, { parameters }] of Object.entries(paths)) {
        const declared = parameters.filter((each) => each.in === 'path').map(({ name }) => name);
        expect(declared.sort()).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string).sort());
      }
    });

    it('has no parameter twice', () => {
      for (const { parameters: shared, ...operations } of Object.values(paths)) {
        for (const { parameters = [] } of Object.values(operations)) {
          const names = [...shared, ...parameters].map((each) => `${each.in} ${each.name}`);
          expect(names).toEqual([...new Set(names)]);
        }
      }
    });
  },
);

describe('the documents of OpenAPI 3', () => {
  it('together have the paths and kinds of the one of OpenAPI 2', () => {
    const apart = Object.keys(indexOf(discovery)).filter((name) => name !== 'version');
    const paths = apart.flatMap((name) => Object.keys(discovery.read(`/openapi/v3/${name}`)['paths'] as Json));
    expect(paths.sort()).toEqual(Object.keys(discovery.read('/openapi/v2')['paths'] as Json).sort());
  });

  it('are all at the addresses of their list, to be kept for ever', () => {
    for (const { serverRelativeURL } of Object.values(indexOf(discovery))) {
      expect(discovery.ask(serverRelativeURL)?.code).toBe(200);
    }
    const { serverRelativeURL } = indexOf(discovery)['api/v1'] as { serverRelativeURL: string };
    expect(discovery.ask(serverRelativeURL)?.headers?.['cache-control']).toBe('public, immutable');
  });

  it('send who comes with another hash to the right one', () => {
    const { serverRelativeURL } = indexOf(discovery)['api/v1'] as { serverRelativeURL: string };
    expect(discovery.ask('/openapi/v3/api/v1?hash=OLD')).toMatchObject({
      code: 301,
      headers: { location: serverRelativeURL },
    });
    expect(discovery.ask('/openapi/v3/api/v9')?.code).toBe(404);
  });

  it('get another address exactly when their content changes', async () => {
    const changing = new TestDiscovery();
    await changing.define();
    const before = indexOf(changing);
    const contents = new Map(Object.keys(before).map((name) => [name, changing.ask(`/openapi/v3/${name}`)?.body]));
    await changing.redefine(() => undefined, { labels: { a: 'b' } });
    expect(indexOf(changing)).toEqual(before);
    await changing.redefine(({ versions }) => {
      const [v1] = versions as [{ schema: { openAPIV3Schema: { properties: Json } } }];
      v1.schema.openAPIV3Schema.properties['more'] = { type: 'string' };
    });
    const after = indexOf(changing);
    const moved = Object.keys(after).filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
    expect(moved).toEqual(['apis/example.com/v1']);
    const changed = Object.keys(after).filter(
      (name) => changing.ask(`/openapi/v3/${name}`)?.body !== contents.get(name),
    );
    expect(moved).toEqual(changed);
  });
});

describe('the schema of a custom resource', () => {
  it('is the one of its definition, with the metadata of every object', () => {
    const { schemas } = discovery.read('/openapi/v3/apis/example.com/v1')['components'] as { schemas: Json };
    expect(schemas['com.example.v1.Widget']).toMatchObject({
      type: 'object',
      properties: {
        apiVersion: { type: 'string' },
        kind: { type: 'string' },
        metadata: { allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' }] },
        spec: { properties: { color: { type: 'string' } } },
      },
      'x-kubernetes-group-version-kind': [{ group: 'example.com', version: 'v1', kind: 'Widget' }],
    });
  });

  it('is open where the definition is', () => {
    const { schemas } = discovery.read('/openapi/v3/apis/example.com/v1beta1')['components'] as { schemas: Json };
    expect(schemas['com.example.v1beta1.Widget']).toMatchObject({ 'x-kubernetes-preserve-unknown-fields': true });
  });
});

it('OpenAPI 2 is not to be had in other formats', () => {
  expect(
    discovery.ask('/openapi/v2', { accept: 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf' })?.code,
  ).toBe(406);
});
