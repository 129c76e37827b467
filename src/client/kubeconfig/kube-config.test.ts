import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everythingShown, rejection } from '../credentials/test-support.js';
import { KubeConfig } from './index.js';

const base = {
  'current-context': 'one',
  clusters: [{ name: 'c', cluster: { server: 'https://c.example' } }],
  users: [{ name: 'u', user: { token: 'hunter2hunter2' } }],
  contexts: [
    { name: 'one', context: { cluster: 'c', user: 'u', namespace: 'team' } },
    { name: 'two', context: { cluster: 'c' } },
  ],
};

describe('KubeConfig', () => {
  it('reads YAML and JSON alike', async () => {
    const yaml = `
# comment
current-context: one
clusters:
- name: c
  cluster:
    server: https://c.example
contexts:
- context:
    cluster: c
  name: one
`;
    const json = JSON.stringify({ ...base, contexts: [{ name: 'one', context: { cluster: 'c' } }] });
    const servers = [await KubeConfig.fromString(yaml), await KubeConfig.fromString(json)].map(
      (config) => config.connection().server.href,
    );
    expect(servers).toEqual(['https://c.example/', 'https://c.example/']);
  });

  it('reads YAML anchors and merge keys', async () => {
    const config = await KubeConfig.fromString(`
current-context: one
x: &common { server: 'https://c.example', disable-compression: true }
clusters: [{ name: c, cluster: { <<: *common } }]
contexts: [{ name: one, context: { cluster: c } }]`);
    expect(config.connection().disableCompression).toBe(true);
  });

  it('of several YAML documents the first counts, as for kubectl', async () => {
    const config = await KubeConfig.fromString('current-context: a\n---\ncurrent-context: b\n');
    expect(config.currentContext).toBe('a');
  });

  it.each<[string, boolean]>([
    ['true', true],
    ['yes', true],
    ['On', true],
    ['no', false],
    ['off', false],
    ['~', false],
  ])('reads the flag %s as kubectl does', async (word, expected) => {
    const config = await KubeConfig.fromString(`
current-context: one
clusters: [{ name: c, cluster: { server: 'https://c', disable-compression: ${word} } }]
contexts: [{ name: one, context: { cluster: c } }]`);
    expect(config.connection().disableCompression).toBe(expected);
  });

  it('lists its contexts and changes between them', () => {
    const config = KubeConfig.fromObject(base);
    const two = config.withContext('two');
    expect([config.contexts, config.namespace, two.currentContext, two.namespace, config.currentContext]).toEqual([
      [
        { name: 'one', cluster: 'c', user: 'u', namespace: 'team' },
        { name: 'two', cluster: 'c', user: '', namespace: undefined },
      ],
      'team',
      'two',
      'default',
      'one',
    ]);
  });

  it('gives the same connection at each call', () => {
    const config = KubeConfig.fromObject(base);
    expect(config.connection()).toBe(config.connection());
  });

  it('shows no secret', () => {
    expect(everythingShown(KubeConfig.fromObject(base))).not.toContain('hunter2');
    expect(everythingShown([KubeConfig.fromObject(base)])).toContain('two');
  });
});

describe('KubeConfig with bad input', () => {
  it.each<[string, string]>([
    ['an open list', 'users: [{ name: u, user: { token: hunter2hunter2 }'],
    ['a tab', 'users:\n\t- name: hunter2hunter2'],
    ['a colon too many', 'users:\n- user:\n    token: hunter2hunter2: x'],
    ['a key twice', 'token: hunter2hunter2\ntoken: x'],
    ['an unknown alias', 'token: *hunter2hunter2'],
    ['an unknown tag', 'token: !hunter2hunter2 x'],
    ['a bad escape', 'token: "\\hunter2hunter2"'],
    ['cut JSON', '{"users": [{"name": "u", "user": {"token": "hunter2hunter2"'],
    ['deep nesting', `hunter2hunter2: ${'['.repeat(5_000)}`],
    ['an alias bomb', `a: &a [hunter2hunter2]\nb: [${'*a,'.repeat(2_000)}]`],
  ])('%s is an error with its place, and without a word of the text', async (_what, text) => {
    const error = await rejection(KubeConfig.fromString(text));
    expect(error).toMatchObject({ code: 'ERR_KUBECONFIG' });
    expect(error.message).toMatch(/Cannot parse the kubeconfig given as text as YAML: .*line \d+, column \d+/);
    expect(everythingShown(error)).not.toContain('hunter2');
  });

  it.each<[string, unknown, RegExp]>([
    ['text', 'just text', /the whole is text; it must be a map/],
    ['a list', [], /the whole is a list; it must be a map/],
    ['another kind', { kind: 'Pod', apiVersion: 'v1' }, /is not a kubeconfig: it says apiVersion "v1", kind "Pod"/],
    ['clusters that are no list', { clusters: {} }, /clusters is a map; it must be a list/],
    ['a cluster that is no map', { clusters: ['c'] }, /clusters\[0\] is text; it must be a map/],
    ['a cluster without a name', { clusters: [{}] }, /has no clusters\[0\]\.name/],
    ['two clusters of one name', { clusters: [{ name: 'c' }, { name: 'c' }] }, /two clusters named "c"/],
    [
      'a token that YAML takes for a number',
      { users: [{ name: 'u', user: { token: 1e10 } }] },
      /users\[0\]\.user\.token is a number; it must be text\. Put it in quotes/,
    ],
    [
      'a flag that is text',
      { clusters: [{ name: 'c', cluster: { 'insecure-skip-tls-verify': 'maybe' } }] },
      /insecure-skip-tls-verify is text; it must be true or false/,
    ],
    [
      'data that is not base64',
      { clusters: [{ name: 'c', cluster: { 'certificate-authority-data': '-----BEGIN' } }] },
      /certificate-authority-data is not base64/,
    ],
    [
      'groups that are no list',
      { users: [{ name: 'u', user: { 'as-groups': 'dev' } }] },
      /as-groups is text; it must be a list/,
    ],
  ])('%s is an error that names the field', async (_what, value, words) => {
    const error = await rejection(KubeConfig.fromString(JSON.stringify(value)));
    expect([error, error.message]).toMatchObject([{ code: 'ERR_KUBECONFIG' }, expect.stringMatching(words)]);
  });

  it.each<[string, object, RegExp]>([
    [
      'no current-context',
      { ...base, 'current-context': undefined },
      /no current-context\. Pass \{ context \}: "one", "two"/,
    ],
    [
      'a current-context that is not there',
      { ...base, 'current-context': 'x' },
      /no context "x" .*Choose another: "one", "two"/,
    ],
    [
      'a cluster that is not there',
      { ...base, clusters: [] },
      /Context "one" .* names the cluster "c", which is not there.* is no cluster/,
    ],
    [
      'a user that is not there',
      { ...base, users: [{ name: 'v' }] },
      /Context "one" .* names the user "u", which is not there.*"v"/,
    ],
    ['no cluster', { ...base, contexts: [{ name: 'one' }] }, /Context "one" .* names no cluster/],
    ['no server', { ...base, clusters: [{ name: 'c' }] }, /no server for cluster "c"/],
    [
      'a server that is no URL',
      { ...base, clusters: [{ name: 'c', cluster: { server: 'https://' } }] },
      /server of cluster "c"/,
    ],
    [
      'a server of another scheme',
      { ...base, clusters: [{ name: 'c', cluster: { server: 'ftp://c' } }] },
      /server of cluster "c"/,
    ],
    [
      'a password in the server',
      { ...base, clusters: [{ name: 'c', cluster: { server: 'https://a:hunter2@c' } }] },
      /has a user name or password in its URL/,
    ],
  ])('%s is an error of connection()', (_what, value, words) => {
    let error: unknown;
    try {
      KubeConfig.fromObject(value).connection();
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ code: 'ERR_KUBECONFIG', message: expect.stringMatching(words) as string });
    expect(everythingShown(error)).not.toContain('hunter2');
  });

  it('names of prototypes are ordinary names', async () => {
    const name = '__proto__';
    const config = await KubeConfig.fromString(`
current-context: ${name}
clusters: [{ name: ${name}, cluster: { server: 'https://c' } }]
users: [{ name: ${name}, user: { as: jane, as-user-extra: { ${name}: [x], constructor: [y] } } }]
contexts: [{ name: ${name}, context: { cluster: ${name}, user: ${name} } }]`);
    expect(await config.connection().headers()).toEqual({
      'Impersonate-User': 'jane',
      'Impersonate-Extra-__proto__': ['x'],
      'Impersonate-Extra-constructor': ['y'],
    });
    expect(config.withContext(name).currentContext).toBe(name);
    expect(() => config.withContext('toString')).toThrow(/no context "toString"/);
  });

  it('any text is a configuration or an ERR_KUBECONFIG', async () => {
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.string({ unit: fc.constantFrom(...Array.from('{}[]:-&*!|>\'"%@`#, \n\tab1')) }),
    );
    await fc.assert(
      fc.asyncProperty(text, async (input) => {
        const outcome = await KubeConfig.fromString(input).catch((error: unknown) => error);
        expect(outcome instanceof KubeConfig || (outcome as { code: unknown }).code === 'ERR_KUBECONFIG').toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('any object in the place of an entry is a connection, an ERR_KUBECONFIG or an ERR_CREDENTIALS', () => {
    const value = fc.anything({ maxDepth: 2 });
    fc.assert(
      fc.property(value, value, value, (cluster, user, context) => {
        const outcome = ((): unknown => {
          try {
            return KubeConfig.fromObject({
              'current-context': 'x',
              clusters: [{ name: 'x', cluster }],
              users: [{ name: 'x', user }],
              contexts: [{ name: 'x', context }],
            }).connection();
          } catch (error) {
            return (error as { code?: unknown }).code;
          }
        })();
        expect(typeof outcome === 'object' || outcome === 'ERR_KUBECONFIG' || outcome === 'ERR_CREDENTIALS').toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
