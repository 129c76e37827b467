import { createWriteStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { connect } from 'node:http2';
import type { ClientHttp2Stream } from 'node:http2';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { UPDATES_PER_SECOND, startReal } from './servers.js';
import type { Server } from './servers.js';

const LIST = '/api/v1/pods';
const WATCH = `${LIST}?watch=true&allowWatchBookmarks=true`;
const WATCH_LIST = `${WATCH}&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`;
const ACCEPT = { protobuf: 'application/vnd.kubernetes.protobuf;stream=watch', json: 'application/json' };
const ENCODINGS = ['protobuf', 'json'] as const;
const END = Buffer.from('k8s.io/initial-events-end');
const SENT = Buffer.from('bench/sent');

/** As many are recorded even for fewer, so that one recording serves all. */
export const USUAL_UPDATES = 5_000;

/** Where the answers of a server with so many pods are kept, from one run of the bench to the next. */
export function captureFolder(objects: number, events: number): string {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  return join(cache, 'kube-informer', `capture-${String(objects)}-${String(events)}`);
}

export function isCaptured(folder: string): boolean {
  return existsSync(folder);
}

/** The folder of a recording of so many pods and at least so many updates, which is made if there is none. */
export async function ensureCapture(objects: number, events = USUAL_UPDATES): Promise<string> {
  const recorded = Math.max(events, USUAL_UPDATES);
  const folder = captureFolder(objects, recorded);
  if (isCaptured(folder)) return folder;
  console.error(`filling a real API server with ${String(objects)} pods, to record its answers`);
  const real = await startReal(objects);
  await recordCapture(real, folder, recorded).finally(() => real.stop());
  return folder;
}

/** Records what a server answers to those who list and watch all pods, and the updates that follow. */
export async function recordCapture(server: Server, folder: string, events: number): Promise<void> {
  // Moved to its place when it is whole: a recording that was killed is none.
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const from = await withSession(server, async (request) => {
    const list = new Saving(request(LIST, ACCEPT.json), join(unfinished, 'list.json'));
    await list.ended;
    for (const encoding of ENCODINGS) {
      const watch = new Saving(request(WATCH_LIST, ACCEPT[encoding]), join(unfinished, `watch.${encoding}`));
      await watch.until(END, 1);
    }
    return /"resourceVersion":"([0-9]+)"/.exec(list.beginning)?.[1];
  });
  if (from === undefined) throw new Error('The list of pods has no resourceVersion.');
  // Read when they are history: a server cuts watches off that do not keep up, and two beside the updates may not.
  await server.update(events, UPDATES_PER_SECOND);
  // Over a session of their own: a server closes one that asked for nothing while many updates were made.
  await withSession(server, async (request) => {
    for (const encoding of ENCODINGS) {
      const path = `${WATCH}&resourceVersion=${from}`;
      const updates = new Saving(request(path, ACCEPT[encoding]), join(unfinished, `watch.${encoding}`));
      // Each names the annotation twice: as its value, and among the fields of its writer.
      await updates.until(SENT, 2 * events);
    }
  });
  renameSync(unfinished, folder);
}

type Request = (path: string, accept: string) => ClientHttp2Stream;

async function withSession<T>(server: Server, work: (request: Request) => Promise<T>): Promise<T> {
  const session = connect(server.url, { ca: readFileSync(server.caFile), settings: { initialWindowSize: 2 ** 23 } });
  try {
    return await work((path, accept) =>
      session.request({ authorization: `Bearer ${server.token}`, ':path': path, accept }),
    );
  } finally {
    session.destroy();
  }
}

// A frame follows itself within moments.
const SETTLE_MS = 500;

// More than stands before the resourceVersion of a list.
const BEGINNING = 200;

/** Appends the body of an answer to a file. */
class Saving {
  /** Resolves when the answer is over, and all of it is in the file. */
  readonly ended: Promise<void>;
  readonly #stream: ClientHttp2Stream;
  #beginning = '';

  constructor(stream: ClientHttp2Stream, file: string) {
    this.#stream = stream;
    const out = createWriteStream(file, { flags: 'a' });
    stream.on('data', (chunk: Buffer) => {
      if (this.#beginning.length < BEGINNING) this.#beginning += chunk.toString('latin1', 0, BEGINNING);
      out.write(chunk);
    });
    this.ended = new Promise((resolve, reject) => {
      stream.once('error', reject);
      stream.once('close', () => out.end(resolve));
    });
  }

  get beginning(): string {
    return this.#beginning;
  }

  /** Ends when these bytes have come so many times, and with the chunk they came in. */
  async until(bytes: Buffer, times: number): Promise<void> {
    let found = 0;
    let tail = Buffer.alloc(0);
    this.#stream.on('data', (chunk: Buffer) => {
      const text = Buffer.concat([tail, chunk]);
      let after = 0;
      for (let at = text.indexOf(bytes); at >= 0; at = text.indexOf(bytes, after)) {
        found++;
        after = at + bytes.length;
      }
      // What may be the beginning of the next one, and no part of the last.
      tail = text.subarray(Math.max(after, text.length - bytes.length + 1));
      // The last frame may have more to come: what names it last is not what ends it.
      if (found >= times) setTimeout(() => this.#stream.close(), SETTLE_MS);
    });
    await this.ended;
    if (found < times) {
      throw new Error(`The server ended a watch after ${String(found)} of ${String(times)} ${bytes.toString()}.`);
    }
  }
}
