import type { ObjectRecord } from 'kube-informer';
import type { Pod } from '../../../src/generated/kinds/core-v1.js';
import { podType } from './answers.js';
import type { Answers } from './answers.js';
import { inEnvelope, recordsOf } from './caches.js';
import { compare, once, repeated } from './measure.js';
import type { Comparison } from './measure.js';
import type { Protobufjs } from './packages.js';
import { protobufTypeOf } from './protobuf-types.js';

// So few that it is reading which is measured, and not memory that is far away.
const AGAIN = 1_000;

/** What it takes to read a pod of a cache for the first time and again, beside decoding the same bytes or text at once. */
export async function compareReads({ list, messages, texts }: Answers, protobufjs: Protobufjs): Promise<Comparison[]> {
  const enveloped = inEnvelope(list.protobuf);
  const records = async (): Promise<ObjectRecord<Pod>[]> => {
    const all: ObjectRecord<Pod>[] = [];
    for await (const some of recordsOf(enveloped)) all.push(...some);
    return all;
  };
  const whole = protobufTypeOf(protobufjs, podType);
  const part = protobufTypeOf(protobufjs, podType, { only: ['metadata'] });
  const objects = (await records()).slice(0, AGAIN).map(({ object }) => object);
  for (const object of objects) readAll(object);
  const decoded = messages.slice(0, AGAIN).map((message) => whole.decode(message) as unknown as Pod);
  const parsed = texts.slice(0, AGAIN).map((text) => JSON.parse(text) as Pod);
  const again = (pods: readonly Pod[]) => (number: number) => {
    const pod = pods[number % pods.length] as Pod;
    return pod.metadata.name.length + (pod.spec.nodeName?.length ?? 0);
  };
  const decodedAtOnce = [
    once(
      'protobufjs',
      () => messages,
      (message) => whole.decode(message),
    ),
    once(
      'JSON.parse',
      () => texts,
      (text) => JSON.parse(text) as unknown,
    ),
  ];
  return [
    await compare('the metadata of a pod, read for the first time', [
      once('kube-informer', records, ({ object }) => Object.values(object.metadata) as unknown[]),
      once(
        'protobufjs, a type of metadata alone',
        () => messages,
        (message) => part.decode(message),
      ),
      ...decodedAtOnce,
    ]),
    await compare('all of a pod, read for the first time', [
      once('kube-informer', records, ({ object }) => readAll(object)),
      ...decodedAtOnce,
    ]),
    await compare('two fields of a pod, read again', [
      repeated('kube-informer', again(objects)),
      repeated('protobufjs', again(decoded)),
      repeated('JSON.parse', again(parsed)),
    ]),
  ];
}

/** Everything is decoded after it: fields at the top, and those of metadata. */
function readAll(pod: Pod): unknown[] {
  const top: unknown[] = Object.values(pod);
  const metadata: unknown[] = Object.values(pod.metadata);
  return top.concat(metadata);
}
