// A number that V8 keeps in place of a pointer, on every platform: more would need memory beside the record.
const BITS = 30;

const SEED = 0x811c9dc5;
const BETWEEN = 0x3d;

/** Of an object whose labels nobody has looked at: it may have any. */
export const ANY_LABELS = 2 ** BITS - 1;

/**
 * The bits of a label of an object: two of thirty, by its name and its value. An object has those of all its labels, so that
 * a selector passes over most objects without a look at their labels. With four labels each, it looks in vain at one of
 * sixteen, on average: where labels that all objects share have its bits, it looks at all of them.
 */
export function labelBitsIn(bytes: Uint8Array, name: number, nameEnd: number, value: number, valueEnd: number): number {
  let hash = SEED;
  for (let at = name; at < nameEnd; at++) hash = mix(hash, bytes[at] as number);
  hash = mix(hash, BETWEEN);
  for (let at = value; at < valueEnd; at++) hash = mix(hash, bytes[at] as number);
  return bitsOf(hash);
}

/** The bits that every object with a label has. None for a label that is not ASCII, which is invalid anyway. */
export function labelBits(name: string, value: string): number {
  const label = `${name}=${value}`;
  let hash = SEED;
  for (let index = 0; index < label.length; index++) {
    const unit = label.charCodeAt(index);
    if (unit > 0x7f) return 0;
    hash = mix(hash, unit);
  }
  return bitsOf(hash);
}

/** Those of all labels of an object, its own properties as in JSON. What is no text is no label. */
export function labelBitsOf(labels: Readonly<Record<string, unknown>> | null | undefined): number {
  let bits = 0;
  for (const [name, value] of Object.entries(labels ?? {})) {
    if (typeof value === 'string') bits |= labelBits(name, value);
  }
  return bits;
}

function mix(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

function bitsOf(hash: number): number {
  const spread = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return (1 << (spread % BITS)) | (1 << ((spread >>> 16) % BITS));
}
