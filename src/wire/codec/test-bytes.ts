import fc from 'fast-check';
import { encodeMessage } from './encode.js';
import { messageTypeOf } from './message-type.js';
import type { MessageType } from './message-type.js';
import { ObjectScan } from './object-scan.js';
import type { MessageIdentity } from './object-scan.js';
import { validateMessage } from './walk.js';

/** The type of a kind that is known to exist. */
export function typeOf(apiVersion: string, kind: string): MessageType {
  return messageTypeOf(apiVersion, kind) as MessageType;
}

export const podType: MessageType = typeOf('v1', 'Pod');

/** The protobuf of a pod. */
export const podBytes = (pod: object): Uint8Array => encodeMessage(podType, pod);

/** With a field of each kind that metadata has, and messages of all sorts. */
export const FULL_POD = {
  metadata: {
    name: 'web-1',
    generateName: 'web-',
    namespace: 'shop',
    uid: 'b7f5',
    resourceVersion: '42',
    creationTimestamp: '2024-01-02T03:04:05Z',
    labels: { app: 'web', tier: 'é' },
    annotations: { 'a/b': 'x'.repeat(200) },
    ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u', controller: true }],
    managedFields: [
      { manager: 'kubectl', operation: 'Update', fieldsV1: { 'f:spec': {} } },
      { manager: 'kubelet', operation: 'Update', fieldsV1: { 'f:status': {} } },
    ],
  },
  spec: {
    containers: [
      {
        name: 'c',
        image: 'i',
        env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } }],
        ports: [{ containerPort: 8080 }],
        resources: { limits: { cpu: '1', memory: '1Gi' } },
        readinessProbe: { httpGet: { path: '/', port: 'http' }, periodSeconds: 5 },
      },
    ],
    nodeSelector: { disk: 'ssd' },
    terminationGracePeriodSeconds: 3_000_000_000,
  },
  status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }], podIPs: [{ ip: '10.0.0.1' }] },
};
const { managedFields: _, ...leanMetadata } = FULL_POD.metadata;

export const LEAN_POD = { ...FULL_POD, metadata: leanMetadata };

/** A field of length-delimited bytes, by hand. */
export function field(number: number, ...contents: (number | Uint8Array)[]): number[] {
  const bytes = contents.flatMap((part) => (typeof part === 'number' ? [part] : [...part]));
  return [...varint(number * 8 + 2), ...varint(bytes.length), ...bytes];
}

export function varint(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) | 128);
  }
}

/** Who an object is. */
export function identityOf(type: MessageType, bytes: Uint8Array): Omit<MessageIdentity, 'labelBits' | 'uidAt'> {
  const scan = new ObjectScan();
  scan.scan(type, Buffer.from(bytes), 0, bytes.length, false);
  const { name, namespace, resourceVersion } = scan;
  return { name, namespace, resourceVersion };
}

/** What a scan leaves of an object, between bytes that it must not write to. */
export function withoutManagedFields(type: MessageType, bytes: Uint8Array, start = 0, end = bytes.length): Buffer {
  const scan = new ObjectScan();
  scan.scan(type, Buffer.from(bytes), start, end, false);
  const target = Buffer.alloc(scan.length + 2, 0xee);
  scan.copyTo(target, 1);
  if (target[0] !== 0xee || target.at(-1) !== 0xee) throw new Error('the scan wrote beyond its room');
  return target.subarray(1, -1);
}

/** Whether a scan finds the metadata of a pod ordered. */
export function isOrdered(bytes: Buffer): boolean {
  const scan = new ObjectScan();
  scan.scan(podType, bytes, 0, bytes.length, false);
  return scan.isOrdered;
}

/** Whether a record would be made of bytes. */
function isSound(bytes: Buffer): boolean {
  try {
    validateMessage(podType, bytes);
    return isOrdered(bytes);
  } catch {
    return false;
  }
}

/** A copy with up to three bytes changed. */
function changed(sound: Buffer, least: number): fc.Arbitrary<Buffer> {
  const change = fc.record({ at: fc.nat(sound.length - 1), byte: fc.nat(255) });
  return fc.array(change, { minLength: least, maxLength: 3 }).map((changes) => {
    const bytes = Buffer.from(sound);
    for (const { at, byte } of changes) bytes[at] = byte;
    return bytes;
  });
}

/** These with some of them changed, or cut. */
export function changesOf(sound: Buffer): fc.Arbitrary<Buffer> {
  const end = fc.oneof(fc.constant(sound.length), fc.nat(sound.length));
  return fc.tuple(changed(sound, 0), end).map(([bytes, end]) => bytes.subarray(0, end));
}

/** Checks a law for bytes that were changed at random, cut at `end`, and are sound all the same. */
export function forChanged(sound: Buffer, check: (bytes: Buffer, end: number) => void): void {
  fc.assert(
    fc.property(changed(sound, 1), fc.nat(sound.length), (bytes, end) => {
      fc.pre(isSound(bytes.subarray(0, end)));
      check(bytes, end);
    }),
    { numRuns: 2_000 },
  );
}
