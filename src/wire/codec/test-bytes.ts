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

/** Checks a law for bytes that were changed at random, cut at `end`, and are sound all the same. */
export function forChanged(sound: Buffer, check: (bytes: Buffer, end: number) => void): void {
  const change = fc.record({ at: fc.nat(sound.length - 1), byte: fc.nat(255) });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), fc.nat(sound.length), (changes, end) => {
      const bytes = Buffer.from(sound);
      for (const { at, byte } of changes) bytes[at] = byte;
      fc.pre(isSound(bytes.subarray(0, end)));
      check(bytes, end);
    }),
    { numRuns: 2_000 },
  );
}
