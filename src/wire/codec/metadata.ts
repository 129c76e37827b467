import type { Reader } from './reader.js';

// Field 1 of every object, of wire type 2 (a length).
const METADATA = 0x0a;

/** Leaves the reader at the metadata of an object, the last if there are many, and gives its end; -1 if there is none. */
export function findMetadata(reader: Reader): number {
  let from = reader.at;
  let to = -1;
  while (reader.at < reader.end) {
    const tag = reader.tag(reader.end);
    if (tag === METADATA) {
      to = reader.length(reader.end);
      from = reader.at;
      reader.at = to;
    } else reader.skip(tag, reader.end, 0);
  }
  reader.at = from;
  return to;
}
