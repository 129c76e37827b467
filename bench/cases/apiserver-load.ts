import { readFileSync } from 'node:fs';
import { connect } from 'node:http2';
import type { ClientHttp2Session } from 'node:http2';

// Loads an API server and prints what it did as one line of JSON:
// a number of pods created, the list of all of them, and changes that many watches follow.
const [url = '', token = '', ca = '', objects = '50000', watchers = '100', changes = '2000'] = process.argv.slice(2);
const NAMESPACE = 'bench';
const PODS = `/api/v1/namespaces/${NAMESPACE}/pods`;
// Enough that the server always has the next one, below the streams a connection may have.
const PER_SESSION = 32;
const SESSIONS = 4;

const certificate = readFileSync(ca);
const open = (): ClientHttp2Session => {
  const session = connect(url, { ca: certificate, settings: { initialWindowSize: 16 * 2 ** 20 } });
  session.setMaxListeners(0);
  return session;
};
const sessions = Array.from({ length: SESSIONS }, open);

function request(
  session: ClientHttp2Session,
  method: string,
  path: string,
  body?: object,
  type = 'application/json',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const stream = session.request({
      ':method': method,
      ':path': path,
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': type }),
    });
    let status = 0;
    let bytes = 0;
    stream.on('response', (headers) => (status = headers[':status'] ?? 0));
    stream.on('data', (chunk: Buffer) => (bytes += chunk.length));
    stream.on('error', reject);
    stream.on('close', () => {
      reject(new Error(`${method} ${path} was cut off after status ${String(status)}`));
    });
    stream.on('end', () => {
      if (status < 300 || status === 409) resolve(bytes);
      else reject(new Error(`${method} ${path} was answered with ${String(status)}`));
    });
    stream.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Does numbered work on all connections at once, and gives the seconds it took. */
async function all(
  count: number,
  work: (session: ClientHttp2Session, index: number) => Promise<unknown>,
): Promise<number> {
  let next = 0;
  const started = performance.now();
  const lane = async (session: ClientHttp2Session): Promise<void> => {
    while (next < count) await work(session, next++);
  };
  await Promise.all(sessions.flatMap((session) => Array.from({ length: PER_SESSION }, () => lane(session))));
  return (performance.now() - started) / 1000;
}

const pod = (index: number): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: `pod-${String(index).padStart(6, '0')}`,
    labels: { app: `app-${String(index % 100)}`, 'pod-template-hash': '5d9c7b' },
    annotations: { 'example.com/checksum': `sha256-${String(index)}` },
  },
  spec: {
    containers: [
      {
        name: 'web',
        image: 'registry.example/web:1.2.3',
        env: [
          { name: 'MODE', value: 'production' },
          { name: 'INDEX', value: String(index) },
        ],
        ports: [{ containerPort: 8080 }],
        resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '256Mi' } },
        readinessProbe: { httpGet: { path: '/ready', port: 8080 } },
      },
    ],
  },
});

/** Longer than any event here. */
const TAIL_BYTES = 16 * 1024;

/**
 * One client with a connection of its own, which follows all pods and goes on from the last event when the server ends
 * its watch, as a kube-apiserver does with one it finds slow. Each event is a line.
 */
class Follower {
  readonly begun: Promise<void>;
  /** Resolves when it has seen as many events as it was told to wait for. */
  readonly over: Promise<void>;
  resumed = 0;
  readonly #session = open();
  readonly #wanted: number;
  #version: string;
  #count = 0;
  #onBegun = (): void => undefined;
  #onOver = (): void => undefined;

  constructor(version: string, wanted: number) {
    this.#version = version;
    this.#wanted = wanted;
    this.begun = new Promise((resolve) => (this.#onBegun = resolve));
    this.over = new Promise((resolve) => (this.#onOver = resolve));
    this.#watch();
  }

  #watch(): void {
    let tail = Buffer.alloc(0);
    const stream = this.#session.request({
      ':path': `${PODS}?watch=true&resourceVersion=${this.#version}`,
      authorization: `Bearer ${token}`,
      accept: 'application/json',
    });
    stream.on('response', () => {
      this.#onBegun();
    });
    stream.on('data', (chunk: Buffer) => {
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) this.#count++;
      tail = Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES);
      if (this.#count >= this.#wanted) this.#onOver();
    });
    stream.on('close', () => {
      if (this.#count >= this.#wanted) return;
      this.resumed++;
      const last = tail.toString().split('\n').at(-2) ?? '';
      this.#version = /"resourceVersion":"([0-9]+)"/.exec(last)?.[1] ?? this.#version;
      this.#watch();
    });
  }
}

const [first] = sessions as [ClientHttp2Session];
await request(first, 'POST', '/api/v1/namespaces', { metadata: { name: NAMESPACE } });
const createSeconds = await all(Number(objects), (session, index) => request(session, 'POST', PODS, pod(index)));

let listSeconds = Infinity;
let listBytes = 0;
// The best of three: the first also warms up.
for (let run = 0; run < 3; run++) {
  const started = performance.now();
  listBytes = await request(first, 'GET', '/api/v1/pods?resourceVersion=0');
  listSeconds = Math.min(listSeconds, (performance.now() - started) / 1000);
}

const version = await new Promise<string>((resolve, reject) => {
  const stream = first.request({ ':path': `${PODS}?limit=1`, authorization: `Bearer ${token}` });
  let text = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => (text += chunk));
  stream.on('end', () => {
    resolve((JSON.parse(text) as { metadata: { resourceVersion: string } }).metadata.resourceVersion);
  });
  stream.on('error', reject);
});
const followers = Array.from({ length: Number(watchers) }, () => new Follower(version, Number(changes)));
await Promise.all(followers.map(({ begun }) => begun));
const started = performance.now();
const patch = { metadata: { annotations: { 'example.com/touched': String(Date.now()) } } };
const patchSeconds = await all(Number(changes), (session, index) =>
  request(session, 'PATCH', `${PODS}/pod-${String(index).padStart(6, '0')}`, patch, 'application/merge-patch+json'),
);
await Promise.all(followers.map(({ over }) => over));
const fanOutSeconds = (performance.now() - started) / 1000;
console.log(
  JSON.stringify({
    creates: Number(objects) / createSeconds,
    listBytes,
    listSeconds,
    patches: Number(changes) / patchSeconds,
    events: (Number(changes) * Number(watchers)) / fanOutSeconds,
    resumed: followers.reduce((sum, { resumed }) => sum + resumed, 0),
  }),
);
process.exit(0);
