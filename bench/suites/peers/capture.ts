import { createWriteStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { connect } from 'node:http2';
import type { ClientHttp2Session } from 'node:http2';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Server } from './servers.js';

const WATCH =
  '/api/v1/pods?watch=true&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan';
const PROTOBUF = 'application/vnd.kubernetes.protobuf;stream=watch';
const JSON_TYPE = 'application/json';
const END = Buffer.from('k8s.io/initial-events-end');
const SENT = Buffer.from('bench/sent');

/** Where the answers of a server with so many pods are kept, from one run of the bench to the next. */
export function captureFolder(objects: number, events: number): string {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  return join(cache, 'kube-informer', `capture-${String(objects)}-${String(events)}`);
}

export function isCaptured(folder: string): boolean {
  return existsSync(folder);
}

/** Records what a server answers to those who list and watch all pods, and the updates that follow. */
export async function recordCapture(server: Server, folder: string, events: number): Promise<void> {
  // Moved to its place when it is whole: a recording that was killed is none.
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const session = connect(server.url, { ca: readFileSync(server.caFile), settings: { initialWindowSize: 2 ** 23 } });
  const headers = { authorization: `Bearer ${server.token}` };
  const call = { session, headers };
  try {
    await save(call, '/api/v1/pods', JSON_TYPE, join(unfinished, 'list.json')).ended;
    const watches = [
      save(call, WATCH, PROTOBUF, join(unfinished, 'watch.protobuf')),
      save(call, WATCH, JSON_TYPE, join(unfinished, 'watch.json')),
    ];
    await Promise.all(watches.map((watch) => watch.has(END, 1)));
    // Each update names the annotation twice: as its value, and among the fields of its writer.
    const updated = watches.map((watch) => watch.has(SENT, 2 * events));
    await server.update(events);
    await Promise.all(updated);
    await Promise.all(
      watches.map((watch) => {
        watch.stop();
        return watch.ended;
      }),
    );
  } finally {
    session.destroy();
  }
  renameSync(unfinished, folder);
}

interface Saving {
  readonly ended: Promise<void>;
  /** Resolves when these bytes have come so many times from now on. */
  has(bytes: Buffer, times: number): Promise<void>;
  stop(): void;
}

function save(
  { session, headers }: { readonly session: ClientHttp2Session; readonly headers: Record<string, string> },
  path: string,
  accept: string,
  file: string,
): Saving {
  const stream = session.request({ ...headers, ':path': path, accept });
  const out = createWriteStream(file);
  const waiting = new Set<(chunk: Buffer) => void>();
  stream.on('data', (chunk: Buffer) => {
    out.write(chunk);
    for (const each of waiting) each(chunk);
  });
  const ended = new Promise<void>((resolve, reject) => {
    stream.once('error', reject);
    stream.once('close', () => out.end(resolve));
  });
  return {
    ended,
    has: (bytes, times) =>
      new Promise((resolve) => {
        let found = 0;
        let tail = Buffer.alloc(0);
        const look = (chunk: Buffer): void => {
          const text = Buffer.concat([tail, chunk]);
          let after = 0;
          for (let at = text.indexOf(bytes); at >= 0; at = text.indexOf(bytes, after)) {
            found++;
            after = at + bytes.length;
          }
          // What may be the beginning of the next one, and no part of the last.
          tail = text.subarray(Math.max(after, text.length - bytes.length + 1));
          if (found < times) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
      }),
    stop: () => {
      stream.close();
    },
  };
}
