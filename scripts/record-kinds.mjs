// `node scripts/record-kinds.mjs [family…]`: sends the inputs of src/apiserver/kinds/fixtures to a real kube-apiserver
// again and writes down what it answers. For a new version of Kubernetes; read the difference before you commit it.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'src/apiserver/kinds/fixtures');
const NAMESPACE = 'w4';
/** What no two servers agree on, and no fixture needs. */
const SERVERS_OWN = ['uid', 'resourceVersion', 'creationTimestamp', 'managedFields'];

/**
 * @typedef {{ name: string } & Record<string, unknown>} Metadata
 * @typedef {{ kind: string, message?: string, metadata: Metadata } & Record<string, Record<string, unknown>>} Body
 * @typedef {{ code: number, body: Body, warnings: string[] }} Answer
 * @typedef {{ path: string, needs?: [path: string, object: Body][], before?: Body, sub?: string, keep?: string,
 *   wet?: boolean, input: Body, code?: number, output?: Body, warnings?: string[] }} Fixture
 */

const program = execFileSync(process.execPath, ['test/cluster/build.mjs'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .at(-1);
if (program === undefined) throw new Error('test/cluster/build.mjs did not say where the server is');
const dataDir = await mkdtemp(join(tmpdir(), 'record-kinds-'));
const server = spawn(program, ['--data-dir', dataDir, '--'], { stdio: ['pipe', 'pipe', 'ignore'] });
/** @type {string} */
const url = await new Promise((resolve, reject) => {
  let text = '';
  server.stdout.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
    text += chunk;
    const ready = /^ready (\S+)$/m.exec(text)?.[1];
    if (ready !== undefined) resolve(ready);
  });
  server.on('close', (code) => {
    reject(new Error(`the server ended with ${String(code)}`));
  });
});
const { users, caFile } = /** @type {{ users: { admin: { token: string } }, caFile: string }} */ (
  JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8'))
);
const agent = new https.Agent({ keepAlive: true, ca: await readFile(caFile) });

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<Answer>}
 */
function call(method, path, body) {
  const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const headers = {
    authorization: `Bearer ${users.admin.token}`,
    accept: 'application/json',
    'content-type': 'application/json',
    'content-length': payload?.length ?? 0,
  };
  return new Promise((resolve, reject) => {
    const request = https.request(url + path, { method, agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => (text += chunk));
      response.on('error', reject).on('end', () => {
        const warnings = (response.headers.warning ?? '').split(/, (?=299 - ")/).filter((line) => line !== '');
        resolve({ code: response.statusCode ?? 0, body: /** @type {Body} */ (JSON.parse(text)), warnings });
      });
    });
    request.on('error', reject);
    request.end(payload);
  });
}

/**
 * Deletes without waiting for anybody: this server has no controllers.
 *
 * @param {string} path
 */
async function remove(path) {
  await call('DELETE', path, { apiVersion: 'v1', kind: 'DeleteOptions', gracePeriodSeconds: 0 });
  const { code, body } = await call('GET', path);
  if (code !== 200) return;
  if (body.kind === 'Namespace') {
    await call('PUT', `${path}/finalize`, { ...body, spec: { finalizers: [] } });
    await call('DELETE', path);
  } else await call('PUT', path, { ...body, metadata: { ...body.metadata, finalizers: [] } });
}

/**
 * @param {string} path
 * @param {unknown} object
 */
async function create(path, object) {
  const made = await call('POST', path, object);
  if (made.code > 299) throw new Error(`${path}: ${made.body.message ?? ''}`);
  return made.body;
}

/** @param {Fixture} fixture */
async function answerTo({ path, before, sub, keep, wet, input }) {
  if (before === undefined) {
    const answer = await call('POST', wet === true ? path : `${path}?dryRun=All`, input);
    if (wet === true && answer.code < 300) await remove(`${path}/${answer.body.metadata.name}`);
    return answer;
  }
  const made = await create(path, before);
  const body = structuredClone(input);
  body.metadata.resourceVersion = made.metadata.resourceVersion;
  for (const field of keep?.split(',') ?? []) {
    const [part = '', name = ''] = field.split('.');
    body[part] = { ...body[part], [name]: made[part]?.[name] };
  }
  const at = `${path}/${before.metadata.name}`;
  const answer = await call('PUT', `${at}${sub === undefined ? '' : `/${sub}`}?dryRun=All`, body);
  await remove(at);
  return answer;
}

/** @param {string} file */
async function record(file) {
  const fixtures = /** @type {Fixture[]} */ (JSON.parse(await readFile(join(folder, file), 'utf8')));
  const lines = [];
  for (const { output: _, code: __, warnings: ___, ...fixture } of fixtures) {
    for (const [path, object] of fixture.needs ?? []) await create(path, object);
    const { code, body, warnings } = await answerTo(fixture);
    for (const [path, object] of fixture.needs ?? []) await remove(`${path}/${object.metadata.name}`);
    if (body.kind !== 'Status') for (const name of SERVERS_OWN) Reflect.deleteProperty(body.metadata, name);
    lines.push(JSON.stringify({ ...fixture, code, output: body, ...(warnings.length > 0 ? { warnings } : {}) }));
  }
  await writeFile(join(folder, file), `[\n${lines.join(',\n')}\n]\n`);
  console.log(`${file}: ${String(lines.length)}`);
}

try {
  await create('/api/v1/namespaces', { metadata: { name: NAMESPACE } });
  const asked = process.argv.slice(2).map((name) => `${name}.json`);
  for (const file of asked.length > 0 ? asked : (await readdir(folder)).sort()) await record(file);
} finally {
  agent.destroy();
  server.kill();
  await new Promise((resolve) => server.on('close', resolve));
  await rm(dataDir, { recursive: true, force: true });
}
