import { IDENTITY, METADATA, parseFieldPath } from '../meta/index.js';
import type { FieldPath, Projection } from '../meta/index.js';
import { MEMBER, MemberReader } from './json-members.js';
import { OPEN_BRACE } from './json-scan.js';

/** What to do with a member: keep or drop all of it, or look at the members below. */
type Verdict = 'keep' | 'drop' | Rules;

/** Verdicts by name; `others` is for the names that are not among them. */
interface Rules {
  readonly named: Map<string, Verdict>;
  readonly others: 'keep' | 'drop';
}

const METADATA_ONLY = keeping(METADATA);

// One projection is applied to every object of a cache: its rules are made once.
const madeRules = new WeakMap<object, Rules>();

function rulesOf(projection: Exclude<Projection, 'full'>): Rules {
  if (projection === 'metadata') return METADATA_ONLY;
  let rules = madeRules.get(projection);
  if (rules === undefined) {
    rules =
      'keep' in projection
        ? keeping([...IDENTITY, ...projection.keep.map(parseFieldPath)])
        : dropping(projection.drop.map(parseFieldPath));
    madeRules.set(projection, rules);
  }
  return rules;
}

function keeping(paths: readonly FieldPath[]): Rules {
  const rules: Rules = { named: new Map(), others: 'drop' };
  for (const path of paths) decide(rules, path, 'keep');
  return rules;
}

function dropping(paths: readonly FieldPath[]): Rules {
  const rules: Rules = { named: new Map(), others: 'keep' };
  for (const path of paths) decide(rules, path, 'drop');
  // After the drops, so that it wins where they meet.
  for (const path of IDENTITY) decide(rules, path, 'keep');
  return rules;
}

function decide(rules: Rules, path: FieldPath, verdict: 'keep' | 'drop'): void {
  const last = path.length - 1;
  let at = rules;
  for (const name of path.slice(0, last)) {
    const known = at.named.get(name) ?? at.others;
    if (known === verdict) return;
    const below: Rules = typeof known === 'object' ? known : { named: new Map(), others: known };
    at.named.set(name, below);
    at = below;
  }
  at.named.set(path[last] as string, verdict);
}

/** The bytes of the object between `start` and `end` with what the projection keeps, always a copy. */
export function projectJson(
  bytes: Buffer,
  start: number,
  end: number,
  projection: Exclude<Projection, 'full'>,
): Buffer {
  const pieces: Buffer[] = [];
  copyMembers(bytes, start, end, rulesOf(projection), pieces);
  // Not Buffer.concat, which takes small ones out of Node's pool: whoever keeps the result would keep others' bytes alive.
  const copy = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) at += piece.copy(copy, at);
  return copy;
}

const OPEN = Buffer.from('{');
const CLOSE = Buffer.from('}');
const COMMA = Buffer.from(',');

function copyMembers(bytes: Buffer, start: number, end: number, rules: Rules, pieces: Buffer[]): void {
  const reader = new MemberReader();
  reader.open(bytes, start, end);
  pieces.push(OPEN);
  let first = true;
  while (reader.next() === MEMBER) {
    reader.skip();
    const verdict = rules.named.get(reader.key()) ?? rules.others;
    if (verdict === 'drop') continue;
    const { keyStart, valueStart, valueEnd } = reader;
    const goesBelow = verdict !== 'keep' && bytes[valueStart] === OPEN_BRACE;
    // A path that leads through something that is no object leads nowhere.
    if (verdict !== 'keep' && !goesBelow && verdict.others === 'drop') continue;
    if (!first) pieces.push(COMMA);
    first = false;
    if (goesBelow) {
      pieces.push(bytes.subarray(keyStart - 1, valueStart));
      copyMembers(bytes, valueStart, valueEnd, verdict, pieces);
    } else {
      pieces.push(bytes.subarray(keyStart - 1, valueEnd));
    }
  }
  pieces.push(CLOSE);
}
