/**
 * The difference of two texts, line by line, found as Python's difflib finds it (which is what the real server uses a
 * copy of): the longest common run first, then what is left of it and right of it. Another algorithm would show a
 * difference that is as true, and other lines.
 */
interface Run {
  readonly a: number;
  readonly b: number;
  readonly size: number;
}

/** Lines around a change that are shown with it. */
const CONTEXT = 3;
/** In a text of this many lines, a line that makes up more than a hundredth of it is no anchor. */
const POPULAR_FROM = 200;

function placesOf(lines: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    const known = places.get(line);
    if (known === undefined) places.set(line, [index]);
    else known.push(index);
  }
  if (lines.length < POPULAR_FROM) return places;
  const most = Math.floor(lines.length / 100) + 1;
  for (const [line, at] of places) if (at.length > most) places.delete(line);
  return places;
}

interface Range {
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
}

function longestRun(
  a: readonly string[],
  b: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  { aFrom, aTo, bFrom, bTo }: Range,
): Run {
  let best: Run = { a: aFrom, b: bFrom, size: 0 };
  let ending = new Map<number, number>();
  for (let i = aFrom; i < aTo; i += 1) {
    const next = new Map<number, number>();
    for (const j of places.get(a[i] as string) ?? []) {
      if (j < bFrom) continue;
      if (j >= bTo) break;
      const size = (ending.get(j - 1) ?? 0) + 1;
      next.set(j, size);
      if (size > best.size) best = { a: i - size + 1, b: j - size + 1, size };
    }
    ending = next;
  }
  let { a: from, b: at, size } = best;
  while (from > aFrom && at > bFrom && a[from - 1] === b[at - 1]) {
    from -= 1;
    at -= 1;
    size += 1;
  }
  while (from + size < aTo && at + size < bTo && a[from + size] === b[at + size]) size += 1;
  return { a: from, b: at, size };
}

/** The runs that both have, in order; two that touch are one. */
function commonRuns(a: readonly string[], b: readonly string[]): Run[] {
  const places = placesOf(b);
  const runs: Run[] = [];
  const open: Range[] = [{ aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length }];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const run = longestRun(a, b, places, range);
    if (run.size === 0) continue;
    runs.push(run);
    if (range.aFrom < run.a && range.bFrom < run.b) open.push({ ...range, aTo: run.a, bTo: run.b });
    const aFrom = run.a + run.size;
    const bFrom = run.b + run.size;
    if (aFrom < range.aTo && bFrom < range.bTo) open.push({ ...range, aFrom, bFrom });
  }
  runs.sort((left, right) => left.a - right.a);
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last !== undefined && last.a + last.size === run.a && last.b + last.size === run.b) {
      joined[joined.length - 1] = { ...last, size: last.size + run.size };
    } else joined.push(run);
  }
  return joined;
}

interface Step extends Range {
  readonly same: boolean;
}

function stepsOf(a: readonly string[], b: readonly string[]): Step[] {
  const steps: Step[] = [];
  let [i, j] = [0, 0];
  for (const run of [...commonRuns(a, b), { a: a.length, b: b.length, size: 0 }]) {
    if (i < run.a || j < run.b) steps.push({ same: false, aFrom: i, aTo: run.a, bFrom: j, bTo: run.b });
    [i, j] = [run.a + run.size, run.b + run.size];
    if (run.size > 0) steps.push({ same: true, aFrom: run.a, aTo: i, bFrom: run.b, bTo: j });
  }
  return steps;
}

/** Changes that are near each other, with their surroundings. */
function hunksOf(steps: readonly Step[]): Step[][] {
  const hunks: Step[][] = [];
  let hunk: Step[] = [];
  for (const [index, step] of steps.entries()) {
    if (!step.same) {
      hunk.push(step);
      continue;
    }
    const tail = {
      ...step,
      aTo: Math.min(step.aTo, step.aFrom + CONTEXT),
      bTo: Math.min(step.bTo, step.bFrom + CONTEXT),
    };
    const head = {
      ...step,
      aFrom: Math.max(step.aFrom, step.aTo - CONTEXT),
      bFrom: Math.max(step.bFrom, step.bTo - CONTEXT),
    };
    if (index === 0) hunk.push(head);
    else if (index === steps.length - 1) hunk.push(tail);
    else if (step.aTo - step.aFrom > 2 * CONTEXT) {
      hunks.push([...hunk, tail]);
      hunk = [head];
    } else hunk.push(step);
  }
  if (hunk.some(({ same }) => !same)) hunks.push(hunk);
  return hunks;
}

function shownRange(from: number, to: number): string {
  const size = to - from;
  if (size === 1) return String(from + 1);
  return `${String(size === 0 ? from : from + 1)},${String(size)}`;
}

/** A unified diff without the names of files. Each line of it ends with a newline. */
export function unifiedDiff(a: readonly string[], b: readonly string[]): string {
  const lines: string[] = [];
  for (const hunk of hunksOf(stepsOf(a, b))) {
    const first = hunk[0] as Step;
    const last = hunk.at(-1) as Step;
    lines.push(`@@ -${shownRange(first.aFrom, last.aTo)} +${shownRange(first.bFrom, last.bTo)} @@`);
    for (const { same, aFrom, aTo, bFrom, bTo } of hunk) {
      lines.push(...a.slice(aFrom, aTo).map((line) => `${same ? ' ' : '-'}${line}`));
      if (!same) lines.push(...b.slice(bFrom, bTo).map((line) => `+${line}`));
    }
  }
  return lines.map((line) => `${line}\n`).join('');
}
