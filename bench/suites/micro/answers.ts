import { isDeepStrictEqual } from 'node:util';
import { decodeMessage, encodeMessage, messageTypeOf } from '../../../src/wire/codec/index.js';
import type { MessageType } from '../../../src/wire/codec/index.js';
import { servedPod } from '../../lib/pods.js';
import { jsonOf, protobufTypeOf } from './protobuf-types.js';
import type { Protobufjs } from './packages.js';

export const podType = typeOf('Pod');
export const podListType = typeOf('PodList');

/** Pods as a server answers with them, and as a cache keeps them that drops managedFields. */
export interface Answers {
  /** A list of all pods: the message without its envelope, and the JSON. */
  readonly list: { readonly protobuf: Uint8Array; readonly json: Buffer };
  /** Each pod without managedFields. */
  readonly messages: readonly Uint8Array[];
  /** The same as JSON. */
  readonly texts: readonly string[];
}

/** Makes the answers of a server with so many pods. */
export function makeAnswers(count: number): Answers {
  const metadata = { resourceVersion: String(2_000_000) };
  const pods = Array.from({ length: count }, (_, number) => servedPod(number));
  const messages = pods.map(({ metadata: { managedFields: _, ...metadata }, ...pod }) =>
    encodeMessage(podType, { ...pod, metadata }),
  );
  return {
    list: {
      protobuf: encodeMessage(podListType, { metadata, items: pods }),
      json: Buffer.from(JSON.stringify({ kind: 'PodList', apiVersion: 'v1', metadata, items: pods })),
    },
    messages,
    texts: messages.map((message) => JSON.stringify(withKind(decodeMessage(podType, message)))),
  };
}

/** Throws unless protobufjs reads the same out of a pod as we do: or else two different jobs would be compared. */
export function checkProtobufjs(protobufjs: Protobufjs, { messages, texts }: Answers): void {
  const type = protobufTypeOf(protobufjs, podType);
  for (const number of [0, messages.length - 1]) {
    const theirs = jsonOf(podType, type.decode(messages[number] ?? new Uint8Array()));
    if (!isDeepStrictEqual(withKind(theirs), JSON.parse(texts[number] ?? ''))) {
      throw new Error('protobufjs does not read what we read; its types in bench/suites/micro do not fit the tables.');
    }
  }
}

function withKind(pod: object): object {
  return { kind: 'Pod', apiVersion: 'v1', ...pod };
}

function typeOf(kind: string): MessageType {
  const type = messageTypeOf('v1', kind);
  if (type === undefined) throw new Error(`There is no table for ${kind}.`);
  return type;
}
