/** What stands there is not what Go writes: it takes a reader that knows all of protobuf, and all that can be wrong. */
export const UNUSUAL = -1;

/** Where the value that `valueAt` found last ends. */
export let valueEnd = 0;

/**
 * Where the value of a field begins whose tag is at `at`, with `valueEnd` after it; of a number both are where it ends. For
 * bytes that `validateMessage` has walked: others may be taken for sound.
 */
export function valueAt(bytes: Buffer, at: number, end: number): number {
  // Mostly a tag of one byte and a length of one byte.
  if (((bytes[at] as number) & 0x87) === 2 && (bytes[at + 1] as number) < 0x80) {
    valueEnd = at + 2 + (bytes[at + 1] as number);
    if (valueEnd <= end) return at + 2;
  }
  return longValueAt(bytes, at, end);
}

function longValueAt(bytes: Buffer, at: number, end: number): number {
  let first = at < end ? (bytes[at++] as number) : 0;
  // A tag of two bytes, the second of which is not in vain.
  if (first >= 0x80) {
    const second = at < end ? (bytes[at++] as number) : 0;
    if (second === 0 || second >= 0x80) return UNUSUAL;
  } else if (first < 8) return UNUSUAL;
  first &= 7;
  if (first > 2 || first === 1 || at >= end) return UNUSUAL;
  let byte = bytes[at] as number;
  let length = byte & 0x7f;
  let value = at + 1;
  // Numbers of up to three bytes: 2 MiB, more than the server takes.
  for (let shift = 7; byte >= 0x80; shift += 7) {
    if (shift > 14 || value >= end) return UNUSUAL;
    byte = bytes[value++] as number;
    length |= (byte & 0x7f) << shift;
  }
  valueEnd = first === 0 ? value : value + length;
  return valueEnd > end ? UNUSUAL : value;
}
