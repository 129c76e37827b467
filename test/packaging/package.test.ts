import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entryPoints } from '../../scripts/lib/entry-points.mjs';
import { PackedPackage } from './support/packed-package.js';
import { ROOT, filesBelow, readText } from './support/repository.js';

const ENTRY_POINTS = entryPoints(ROOT).map(({ subpath }) => `kube-informer${subpath.slice(1)}`);

const VERSION = (JSON.parse(readText('package.json')) as { version: string }).version;

let packed: PackedPackage;

beforeAll(async () => {
  packed = await PackedPackage.make();
}, 240_000);

afterAll(() => {
  // Not made if the build failed.
  (packed as PackedPackage | undefined)?.remove();
});

describe('the tarball', () => {
  it('has the four documents and dist, nothing else', () => {
    const outside = packed.files.filter((file) => !file.startsWith('dist/'));
    expect(outside.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
  });

  it('has only modules, their source maps and types: no TypeScript source, no test', () => {
    const inside = packed.files.filter((file) => file.startsWith('dist/'));
    expect(inside.filter((file) => !/\.(js|js\.map|d\.ts)$/.test(file) || file.includes('.test.'))).toEqual([]);
  });

  it('has the types of each source file, and of no other', () => {
    const sources = filesBelow('src').filter(
      (file) => file.endsWith('.ts') && !/(\.(test|d)|[\\/]test-[^\\/]*)\.ts$/.test(file),
    );
    const expected = sources.map((file) => file.replaceAll('\\', '/').replace(/^src(.*)\.ts$/, 'dist$1.d.ts'));
    expect(packed.files.filter((file) => file.endsWith('.d.ts')).sort()).toEqual(expected.sort());
  });

  it('has a module for each entry point, the program and each file of kinds, and beside them only chunks', () => {
    const kinds = filesBelow('src/generated/kinds').map((file) => file.replaceAll('\\', '/'));
    const entries = [...entryPoints(ROOT).map(({ source }) => source.replace('./', '')), 'src/cli/bin.ts', ...kinds];
    const expected = entries.map((file) => file.replace(/^src(.*)\.ts$/, 'dist$1.js'));
    const modules = packed.files.filter((file) => file.endsWith('.js') && !file.startsWith('dist/chunks/'));
    expect(modules.sort()).toEqual(expected.sort());
  });
});

describe.each(ENTRY_POINTS)('the entry point %s', (name) => {
  it('can be imported', () => {
    const printed = packed.runInConsumer('import.mjs', `console.log(Object.keys(await import('${name}')).length)`);
    expect(Number(printed)).toBeGreaterThan(0);
  });

  // Node refuses to require() a module graph that has a top-level await anywhere, so this also holds that there is none.
  it('can be required, and gives what import gives', () => {
    const printed = packed.runInConsumer(
      'require.cjs',
      `const required = require('${name}');
       import('${name}').then((imported) => {
         const names = (module) => Object.keys(module).filter((key) => key !== '__esModule').sort().join();
         console.log(names(required) === names(imported));
       });`,
    );
    expect(printed.trim()).toBe('true');
  });

  it('has no default export', () => {
    const printed = packed.runInConsumer('default.mjs', `console.log('default' in (await import('${name}')))`);
    expect(printed.trim()).toBe('false');
  });
});

describe('an import of kube-informer', () => {
  it('loads no HTTP, which comes with the first request, and reads no package.json for the version in that', () => {
    const printed = packed.runInConsumer(
      'lazy.mjs',
      `import { Client, KubeConfig } from 'kube-informer';
       const http = () => process.moduleLoadList.filter((name) => /^NativeModule (https?|http2|tls)$/.test(name)).length;
       const before = http();
       const { createServer } = await import('node:net');
       let asked = '';
       const server = createServer((socket) => socket.on('data', (text) => { asked += text; socket.destroy(); }));
       await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
       const config = await KubeConfig.fromString(JSON.stringify({
         'current-context': 'a',
         contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
         clusters: [{ name: 'a', cluster: { server: 'http://127.0.0.1:' + server.address().port } }],
         users: [{ name: 'a', user: {} }],
       }));
       const client = new Client(config);
       await client.core.v1.pods.namespace('default').get('a').catch(() => undefined);
       console.log(JSON.stringify({ before, after: http() > 0, agent: /user-agent: (.*)/i.exec(asked)?.[1] }));
       await client.close();
       server.close();`,
    );
    expect(JSON.parse(printed)).toEqual({
      before: 0,
      after: true,
      agent: `kube-informer/${VERSION} (node/${process.versions.node}; ${process.platform}/${process.arch})`,
    });
  });

  it('has source maps that name our sources', () => {
    const printed = packed.runInConsumer(
      'trace.mjs',
      `import { KubeConfig, Client } from 'kube-informer';
       try { new Client({ nothing: true }); } catch (error) { console.log(error.stack); }`,
      ['--enable-source-maps'],
    );
    expect(printed).toMatch(/src[\\/]client[\\/][a-z-]+\.ts:\d+/);
  });
});

describe('an import of kube-informer/testing', () => {
  it('loads no API server, which comes with the first cluster', () => {
    const printed = packed.runInConsumer(
      'lazy-testing.mjs',
      `import { readFileSync } from 'node:fs';
       import { Session } from 'node:inspector';
       import { fileURLToPath } from 'node:url';
       const session = new Session();
       const sources = new Set();
       session.connect();
       // Source maps name what a chunk is made of, whatever the bundler calls it.
       session.on('Debugger.scriptParsed', ({ params: { url, sourceMapURL } }) => {
         if (!url.includes('/kube-informer/dist/') || sourceMapURL === '') return;
         for (const source of JSON.parse(readFileSync(fileURLToPath(url) + '.map', 'utf8')).sources) sources.add(source);
       });
       session.post('Debugger.enable');
       const folders = () => [...new Set([...sources].map((source) => /src[/](.+?)[/]/.exec(source)?.[1]))].sort();
       const { startTestCluster } = await import('kube-informer/testing');
       const before = folders();
       const cluster = await startTestCluster();
       console.log(JSON.stringify({ before, after: folders() }));
       session.disconnect();
       await cluster.stop();`,
    );
    const { before, after } = JSON.parse(printed) as { before: string[]; after: string[] };
    expect(before).toEqual(['base', 'errors', 'meta', 'testing']);
    expect(after).toEqual(expect.arrayContaining(['apiserver', 'client']));
  });
});

// What `tsc --init` sets tells a missing option from an undefined one; nothing here does, so that options may be passed on.
const OPTIONAL_AS_UNDEFINED = `
import { Client, KubeConfig, SharedInformerFactory, resources } from 'kube-informer';
import type { Manifest, WatchQuery } from 'kube-informer';
import type { Pod } from 'kube-informer/kinds/core-v1';
import { RateLimitingQueue } from 'kube-informer/workqueue';

declare const text: string | undefined;
declare const number: number | undefined;
declare const signal: AbortSignal | undefined;
declare const pod: Pod;

const client = new Client(await KubeConfig.load({ path: text, context: text }), { logger: undefined });
const factory = new SharedInformerFactory(client, { namespace: text, resyncPeriod: number, metrics: undefined });
const { informer, lister } = factory.for(resources.core.v1.pods, { namespace: text, labelSelector: text });
informer.addEventHandler({ onAdd: () => undefined }, { name: text });
factory.start({ signal });
await factory.waitForCacheSync({ signal, timeoutMs: number });
await informer.waitForResourceVersion('1', { signal, timeoutMs: number });
lister.list({ labelSelector: text, limit: number });
export const passedOn = (options?: WatchQuery) => client.core.v1.pods.watch(options);
lister.get({ name: 'web', namespace: text });
await client.core.v1.pods.list({ labelSelector: text, limit: number, signal });
for await (const { object } of client.core.v1.pods.watch({ resourceVersion: text, signal })) lister.get(object.metadata);
await client.core.v1.configMaps.apply(
  { metadata: { name: 'settings', namespace: text, labels: undefined }, data: undefined },
  { fieldManager: 'test', force: undefined },
);
await client.core.v1.pods.delete({ name: 'web', namespace: text }, { gracePeriodSeconds: number });
export const manifest: Manifest<Pod> = {
  metadata: { name: 'web' },
  spec: { nodeName: text, containers: [{ name: 'main', image: text, env: undefined }] },
  status: undefined,
};
export const whole: Manifest<Pod> = pod;
export const queue = new RateLimitingQueue<string>({ clock: undefined, metrics: undefined, name: text });
`;

describe('the types', () => {
  it('of all entry points compile in the project of a user who checks libraries too', () => {
    const imports = ENTRY_POINTS.map((name, at) => `import * as entry${at} from '${name}';\nexport { entry${at} };`);
    writeFileSync(join(packed.consumer, 'main.mts'), imports.join('\n'));
    writeFileSync(join(packed.consumer, 'optional.mts'), OPTIONAL_AS_UNDEFINED);
    writeFileSync(
      join(packed.consumer, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          target: 'es2022',
          lib: ['es2023', 'esnext.disposable'],
          module: 'nodenext',
          types: ['node'],
          strict: true,
          exactOptionalPropertyTypes: true,
          skipLibCheck: false,
          noEmit: true,
        },
        files: ['main.mts', 'optional.mts'],
      }),
    );
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    let output = '';
    try {
      execFileSync(process.execPath, [compiler, '-p', '.'], { cwd: packed.consumer, encoding: 'utf8' });
    } catch (error) {
      output = (error as { stdout: string }).stdout;
    }
    expect(output).toBe('');
  });
});
