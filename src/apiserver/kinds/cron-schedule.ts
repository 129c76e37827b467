/** One of the five fields of a schedule: what it counts, and the names its values may have. */
interface Field {
  readonly min: number;
  readonly max: number;
  readonly names: readonly string[];
}

const MONTHS = ['', 'jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const FIELDS: readonly Field[] = [
  { min: 0, max: 59, names: [] },
  { min: 0, max: 23, names: [] },
  { min: 1, max: 31, names: [] },
  { min: 1, max: 12, names: MONTHS },
  { min: 0, max: 6, names: DAYS },
];
const SHORTHANDS = new Set(['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly']);

function numberOf(text: string, { names }: Field): number | string {
  const named = names.indexOf(text.toLowerCase());
  if (named >= 0 && text !== '') return named;
  if (!/^[+-]?\d+$/.test(text)) {
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
  }
  const value = Number(text);
  return value < 0 ? `negative number (${String(value)}) not allowed: ${text}` : value;
}

function rangeProblem(expression: string, field: Field): string | undefined {
  const [range = '', step, ...moreSteps] = expression.split('/');
  const [low = '', high, ...moreBounds] = range.split('-');
  let start = field.min;
  let end = field.max;
  if (low !== '*' && low !== '?') {
    const first = numberOf(low, field);
    if (typeof first === 'string') return first;
    start = first;
    if (moreBounds.length > 0) return `too many hyphens: ${expression}`;
    const last = high === undefined ? first : numberOf(high, field);
    if (typeof last === 'string') return last;
    end = last;
  }
  let every = 1;
  if (step !== undefined) {
    if (moreSteps.length > 0) return `too many slashes: ${expression}`;
    const parsed = numberOf(step, { ...field, names: [] });
    if (typeof parsed === 'string') return parsed;
    every = parsed;
    if (high === undefined && low !== '*' && low !== '?') end = field.max;
  }
  if (start < field.min)
    return `beginning of range (${String(start)}) below minimum (${String(field.min)}): ${expression}`;
  if (end > field.max) return `end of range (${String(end)}) above maximum (${String(field.max)}): ${expression}`;
  if (start > end) return `beginning of range (${String(start)}) beyond end of range (${String(end)}): ${expression}`;
  return every === 0 ? `step of range should be a positive number: ${expression}` : undefined;
}

/** What is wrong with a schedule, in the words of the parser of the real server; undefined for a good one. */
export function scheduleProblem(schedule: string): string | undefined {
  const text = schedule.replace(/^(CRON_)?TZ=\S*\s*/, '').trim();
  if (text.startsWith('@')) {
    if (SHORTHANDS.has(text)) return undefined;
    const every = /^@every (.+)$/.exec(text)?.[1];
    if (every === undefined) return `unrecognized descriptor: ${text}`;
    if (/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(every)) return undefined;
    return `failed to parse duration ${text}: time: invalid duration ${JSON.stringify(every)}`;
  }
  const fields = text.split(/\s+/).filter((field) => field !== '');
  if (fields.length !== FIELDS.length) {
    return `expected exactly ${String(FIELDS.length)} fields, found ${String(fields.length)}: [${fields.join(' ')}]`;
  }
  for (const [index, field] of FIELDS.entries()) {
    for (const part of (fields[index] ?? '').split(',').filter((one) => one !== '')) {
      const problem = rangeProblem(part, field);
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}
