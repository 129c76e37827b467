import { ANY_LABELS, labelBitsIn } from '../../meta/index.js';

// In the entry of a map: numbers 1 and 2, both of wire type 2 (a length).
const KEY = 0x0a;
const VALUE = 0x12;

/**
 * Where the key of a label ends, whose entry is a key and a value of less than 128 bytes each and nothing else: so Go
 * writes all labels but those with very long names. The key begins two bytes after `entry`; the value begins two bytes
 * after the key and ends with the entry. -1 for any other entry.
 */
export function labelKeyEnd(bytes: Uint8Array, entry: number, end: number): number {
  const keyLength = bytes[entry + 1] as number;
  const keyEnd = entry + 2 + keyLength;
  const valueLength = bytes[keyEnd + 1] as number;
  if (bytes[entry] !== KEY || bytes[keyEnd] !== VALUE || keyEnd + 2 + valueLength !== end) return -1;
  return keyLength < 0x80 && valueLength < 0x80 ? keyEnd : -1;
}

/** The bits of the label of an entry; of all labels where it is not clear which it is. */
export function labelEntryBits(bytes: Uint8Array, entry: number, end: number): number {
  const keyEnd = labelKeyEnd(bytes, entry, end);
  return keyEnd === -1 ? ANY_LABELS : labelBitsIn(bytes, entry + 2, keyEnd, keyEnd + 2, end);
}
