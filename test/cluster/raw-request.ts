import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { Cluster, UserName } from './cluster.js';

/** How to ask. */
export interface RawRequestOptions {
  readonly method?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly as?: UserName;
  readonly by?: 'token' | 'certificate' | 'nothing';
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer in full. */
export interface RawResponse<T> {
  readonly status: number;
  readonly body: T;
}

/**
 * Asks the server with node:https alone. What a test learns this way does not depend on the client under test.
 *
 * @example
 * const { status, body } = await rawRequest<{ items: unknown[] }>(cluster, '/api/v1/pods', { as: 'alice' });
 */
export async function rawRequest<T = unknown>(
  cluster: Cluster,
  path: string,
  options: RawRequestOptions = {},
): Promise<RawResponse<T>> {
  const response = await rawStream(cluster, path, options);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const isJson = response.headers['content-type']?.startsWith('application/json') === true;
  return { status: response.statusCode ?? 0, body: (isJson ? JSON.parse(text) : text) as T };
}

/** The same, for an answer that goes on. Destroy it when done. */
export function rawStream(cluster: Cluster, path: string, options: RawRequestOptions = {}): Promise<IncomingMessage> {
  const { method = 'GET', body, as = 'admin', by = 'token', headers = {} } = options;
  const user = cluster.users[as];
  return new Promise((resolve, reject) => {
    const asked = request(
      new URL(path, cluster.server),
      {
        method,
        // One connection each: a test may look at it, cut it, or leave it open.
        agent: false,
        ca: cluster.caFile === undefined ? undefined : readFileSync(cluster.caFile),
        ...(by === 'certificate'
          ? { cert: readFileSync(user.clientCertFile), key: readFileSync(user.clientKeyFile) }
          : {}),
        headers: {
          ...(by === 'token' ? { authorization: `Bearer ${user.token}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      resolve,
    );
    asked.on('error', reject);
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
