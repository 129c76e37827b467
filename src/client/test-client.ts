import { messageTypeOf, encodeMessage } from '../wire/codec/index.js';
import { proto } from '../wire/test-support.js';
import { Client } from './client.js';
import type { ClusterConnection } from './connection.js';
import { FakeTransport } from './rest/test-transport.js';
import type { Answer } from './rest/test-transport.js';

export const connection: ClusterConnection = {
  server: new URL('https://cluster.example:6443'),
  tls: () => Promise.resolve({ rejectUnauthorized: true, version: '1' }),
  headers: () => Promise.resolve({ authorization: 'Bearer secret' }),
  unauthorized: () => Promise.resolve(false),
  proxy: undefined,
  disableCompression: false,
};

export const PROTOBUF = 'application/vnd.kubernetes.protobuf';
export const BOTH = `${PROTOBUF},application/json`;

export const metadata = (name: string, more: object = {}) => ({
  name,
  namespace: 'default',
  uid: `uid-${name}`,
  resourceVersion: '7',
  ...more,
});

export const pod = (name: string, more: object = {}) => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: metadata(name, more),
  spec: { containers: [{ name: 'main', image: 'a' }], nodeName: 'node-1' },
  status: { phase: 'Running' },
});

export const configMap = (name: string) => ({
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: metadata(name),
  data: { a: 'b' },
});

/** The message of an object, with a field at the end that no table has if asked for. */
export function message(object: { apiVersion: string; kind: string }, { withUnknown = false } = {}): Uint8Array {
  const type = messageTypeOf(object.apiVersion, object.kind);
  if (type === undefined) throw new Error('no such kind');
  const bytes = encodeMessage(type, object);
  return withUnknown ? Buffer.concat([bytes, proto.bytes(1999, 'new')]) : bytes;
}

export function protobuf(
  object: { apiVersion: string; kind: string },
  options: { withUnknown?: boolean } = {},
): Answer {
  return { contentType: PROTOBUF, body: proto.envelope(object.apiVersion, object.kind, message(object, options)) };
}

export function clientOf(...answers: ConstructorParameters<typeof FakeTransport>): {
  client: Client;
  http: FakeTransport;
} {
  const http = new FakeTransport(...answers);
  return { client: new Client(connection, { transport: http }), http };
}

export const invalid = { code: 'ERR_INVALID_ARGUMENT' };
