import { ANY_LABELS, labelBitsIn } from '../meta/index.js';
import { MEMBER, MemberReader, isText } from './json-members.js';
import { BACKSLASH } from './json-scan.js';

// One for all: a read never gives way to another.
const members = new MemberReader();

/** The bits of labels in valid JSON; see `labelBitsIn`. Of all labels where one has escapes, so that its bytes are not its text. */
export function jsonLabelBits(bytes: Buffer, start: number, end: number): number {
  let bits = 0;
  members.open(bytes, start, end);
  while (members.next() === MEMBER) {
    members.skip();
    const { keyIsPlain, keyStart, keyEnd, valueStart, valueEnd } = members;
    if (!isText(bytes, valueStart)) continue;
    if (!keyIsPlain || hasEscapes(bytes, valueStart, valueEnd)) return ANY_LABELS;
    bits |= labelBitsIn(bytes, keyStart, keyEnd, valueStart + 1, valueEnd - 1);
  }
  return bits;
}

function hasEscapes(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] === BACKSLASH) return true;
  return false;
}
