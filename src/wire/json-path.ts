import type { FieldPath } from '../meta/index.js';
import { MEMBER, MemberReader, isText, jsonText, jsonValue } from './json-members.js';
import { OPEN_BRACE } from './json-scan.js';

// One for all: a read never gives way to another.
const reader = new MemberReader();

/**
 * What stands at a path of the JSON object between `start` and `end`, which must be valid: the same as
 * reading the path of the parsed object. Own properties only, of several of one name the last, and
 * nothing below an array.
 */
export function readJsonPath(bytes: Buffer, start: number, end: number, path: FieldPath): unknown {
  let from = start;
  let to = end;
  for (const name of path) {
    if (bytes[from] !== OPEN_BRACE) return undefined;
    reader.open(bytes, from, to);
    let found = false;
    while (reader.next() === MEMBER) {
      reader.skip();
      if (!reader.keyIs(name)) continue;
      found = true;
      from = reader.valueStart;
      to = reader.valueEnd;
    }
    if (!found) return undefined;
  }
  return isText(bytes, from) ? jsonText(bytes, from, to) : jsonValue(bytes, from, to);
}
