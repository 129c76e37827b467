import { encodeMessage } from './encode.js';
import { messageTypeOf } from './message-type.js';
import type { MessageType } from './message-type.js';

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
