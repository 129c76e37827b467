// `node test/cluster/assets-server.mjs FOLDER --data-dir DIR [--port N] [--rbac] [-- FLAGS]`: the programs kube-apiserver
// and etcd of a folder behind the command line, the files and the manners of test/cluster/apiserver, for machines without
// Go. Node built-ins only.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeCertificate, makeKey } from './x509.mjs';

const ISSUER = 'https://kubernetes.default.svc';

// The same three as in test/cluster/apiserver/credentials.go, which says what they are for.
const USERS = [
  { name: 'admin', uid: 'uid-admin', groups: ['system:masters'] },
  { name: 'alice', uid: 'uid-alice', groups: ['devs'] },
  { name: 'bob', uid: 'uid-bob', groups: ['ops'] },
];

// Short beside the seconds a start takes, long beside one request.
const READY_CHECK_MS = 50;

// A server that is told to stop waits for its clients at most this long.
const STOP_LIMIT_MS = 15_000;

const PARENT = process.ppid;
const PARENT_CHECK_MS = 500;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'data-dir': { type: 'string' }, port: { type: 'string' }, rbac: { type: 'boolean', default: false } },
});
const [folder, ...serverFlags] = positionals;
const given = values['data-dir'];
if (folder === undefined || given === undefined) throw new Error('a folder of programs and --data-dir are required');
const dataDir = resolve(given);
const pki = join(dataDir, 'pki');

/** @param {string} path @param {string} content */
function write(path, content) {
  writeFileSync(path, content, { mode: 0o600 });
  return path;
}

/** @type {import('node:child_process').ChildProcess[]} */
const children = [];
let stopping = false;

/** @param {string} name @param {readonly string[]} args */
function start(name, args) {
  const child = spawn(join(folder ?? '', name), args, { stdio: ['ignore', 'ignore', 'inherit'] });
  children.push(child);
  child.on('exit', (code, signal) => {
    if (stopping) return;
    console.error(`assets-server: ${name} ended (${signal ?? `exit code ${code}`})`);
    stop(1);
  });
  return child;
}

/** The last one started stops first: a server without its store hangs. @param {number} code */
function stop(code) {
  if (stopping) return;
  stopping = true;
  process.exitCode = code;
  setTimeout(() => children.forEach((child) => child.kill('SIGKILL')), STOP_LIMIT_MS).unref();
  const stopAll = async () => {
    for (const child of children.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    }
    process.exit(code);
  };
  stopAll().catch(() => process.exit(1));
}

/** A port that was free a moment ago; the programs can only be told a number. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await new Promise((closed) => server.close(closed));
  return port;
}

/** Makes certificates, keys and tokens, unless an earlier start has. The tokens come last, so if they are there, all is. */
function makeCredentials() {
  const tokens = join(dataDir, 'tokens.csv');
  if (existsSync(tokens)) return;
  mkdirSync(pki, { recursive: true, mode: 0o700 });
  const ca = makeCertificate({ commonName: 'kube-informer test ca', use: 'ca' });
  const clientCA = makeCertificate({ commonName: 'kube-informer test client-ca', use: 'ca' });
  const pairs = {
    ca,
    'client-ca': clientCA,
    serving: makeCertificate({
      commonName: 'kube-apiserver',
      use: 'server',
      ipAddresses: ['127.0.0.1'],
      dnsNames: ['localhost', 'kubernetes', 'kubernetes.default', 'kubernetes.default.svc'],
      issuer: ca,
    }),
    ...Object.fromEntries(
      USERS.map(({ name, groups }) => [
        `client-${name}`,
        makeCertificate({ commonName: name, organizations: groups, use: 'client', issuer: clientCA }),
      ]),
    ),
  };
  for (const [name, { cert, key }] of Object.entries(pairs)) {
    write(join(pki, `${name}.crt`), cert);
    write(join(pki, `${name}.key`), key);
  }
  write(join(pki, 'service-account.key'), makeKey());
  const rows = USERS.map(
    ({ name, uid, groups }) => `${randomBytes(16).toString('hex')},${name},${uid},"${groups.join()}"`,
  );
  renameSync(write(`${tokens}.unfinished`, `${rows.join('\n')}\n`), tokens);
}

/**
 * Writes kubeconfig and credentials.json.
 *
 * @param {string} server
 * @param {number | undefined} pid
 * @returns {string} the token of admin
 */
function describe(server, pid) {
  const caFile = join(pki, 'ca.crt');
  const tokens = new Map(
    readFileSync(join(dataDir, 'tokens.csv'), 'utf8')
      .trim()
      .split('\n')
      .map((row) => row.split(','))
      .map(([token = '', name = '']) => [name, token]),
  );
  const users = USERS.map((user) => ({
    ...user,
    token: tokens.get(user.name) ?? '',
    clientCertFile: join(pki, `client-${user.name}.crt`),
    clientKeyFile: join(pki, `client-${user.name}.key`),
  }));
  const logins = users.flatMap(({ name, token, clientCertFile, clientKeyFile }) => [
    { name, user: { token } },
    { name: `${name}-cert`, user: { 'client-certificate': clientCertFile, 'client-key': clientKeyFile } },
  ]);
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'admin',
    clusters: [{ name: 'test', cluster: { server, 'certificate-authority': caFile } }],
    contexts: logins.map(({ name }) => ({ name, context: { cluster: 'test', user: name, namespace: 'default' } })),
    users: logins,
  };
  const description = {
    pid,
    server,
    kubeconfig: write(join(dataDir, 'kubeconfig'), `${JSON.stringify(config, null, 2)}\n`),
    caFile,
    clientCAFile: join(pki, 'client-ca.crt'),
    serviceAccountIssuer: ISSUER,
    users: Object.fromEntries(users.map((user) => [user.name, user])),
  };
  write(join(dataDir, 'credentials.json'), `${JSON.stringify(description, null, 2)}\n`);
  return tokens.get('admin') ?? '';
}

/** @param {string} url @param {string} token @returns {Promise<boolean>} */
function answersOK(url, token) {
  return new Promise((answered) => {
    const options = {
      ca: readFileSync(join(pki, 'ca.crt')),
      headers: { authorization: `Bearer ${token}` },
      agent: false,
    };
    const request = get(url, options, (response) => {
      response.resume().on('close', () => answered(response.statusCode === 200));
    });
    request.on('error', () => answered(false));
  });
}

/** Through etcd's JSON gateway. @param {string} etcd */
async function compact(etcd) {
  const post = async (/** @type {string} */ path, /** @type {unknown} */ body) => {
    const response = await fetch(etcd + path, { method: 'POST', body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return /** @type {{ header: { revision: string } }} */ (await response.json());
  };
  const { revision } = (await post('/v3/maintenance/status', {})).header;
  const base64 = (/** @type {string} */ value) => Buffer.from(value).toString('base64');
  await post('/v3/kv/put', { key: base64('compact_rev_key'), value: base64(revision) });
  await post('/v3/kv/compaction', { revision, physical: true });
  return revision;
}

async function main() {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) process.on(signal, () => stop(0));
  setInterval(() => process.ppid !== PARENT && stop(0), PARENT_CHECK_MS).unref();
  makeCredentials();

  const etcd = `http://127.0.0.1:${await freePort()}`;
  const peer = `http://127.0.0.1:${await freePort()}`;
  start('etcd', [
    `--data-dir=${join(dataDir, 'etcd')}`,
    `--listen-client-urls=${etcd}`,
    `--advertise-client-urls=${etcd}`,
    `--listen-peer-urls=${peer}`,
    // Of a restart on another port etcd would complain; nobody dials this one.
    '--initial-advertise-peer-urls=http://127.0.0.1:0',
    '--initial-cluster=default=http://127.0.0.1:0',
    '--log-level=warn',
    '--unsafe-no-fsync',
    `--quota-backend-bytes=${8 * 2 ** 30}`,
  ]);
  const port = Number(values.port ?? 0) || (await freePort());
  const server = `https://127.0.0.1:${port}`;
  // The reasons are in test/cluster/apiserver/server.go.
  const { pid } = start('kube-apiserver', [
    `--etcd-servers=${etcd}`,
    `--authorization-mode=${values.rbac ? 'RBAC' : 'AlwaysAllow'}`,
    `--token-auth-file=${join(dataDir, 'tokens.csv')}`,
    `--client-ca-file=${join(pki, 'client-ca.crt')}`,
    `--cert-dir=${pki}`,
    `--tls-cert-file=${join(pki, 'serving.crt')}`,
    `--tls-private-key-file=${join(pki, 'serving.key')}`,
    `--service-account-issuer=${ISSUER}`,
    `--service-account-key-file=${join(pki, 'service-account.key')}`,
    `--service-account-signing-key-file=${join(pki, 'service-account.key')}`,
    '--service-cluster-ip-range=10.0.0.0/16',
    '--disable-admission-plugins=ServiceAccount',
    '--allow-privileged=true',
    '--endpoint-reconciler-type=none',
    '--advertise-address=127.0.0.1',
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    ...serverFlags,
  ]);
  const token = describe(server, pid);
  for (const path of ['/readyz', '/api/v1/namespaces/default']) {
    while (!stopping && !(await answersOK(server + path, token))) await sleep(READY_CHECK_MS);
  }
  if (stopping) return;
  console.log(`ready ${server}`);
  for await (const command of createInterface({ input: process.stdin })) {
    if (command !== 'compact') continue;
    try {
      console.log(`compacted ${await compact(etcd)}`);
    } catch (error) {
      console.log(`failed to compact: ${String(error)}`);
    }
  }
  stop(0);
}

main().catch((/** @type {unknown} */ error) => {
  console.error(`assets-server: ${error instanceof Error ? error.message : String(error)}`);
  stop(1);
});
