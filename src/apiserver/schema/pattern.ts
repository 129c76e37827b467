import { Script, createContext } from 'node:vm';

/** How long one pattern may take on one text. RE2, which the real server has, never takes more than microseconds. */
const LIMIT_MS = 50;

/** Texts up to here need no guard: the worst a risky pattern does is double its work with each character. */
const SHORT_FOR_RISKY = 16;

/** A pattern with one repetition is at worst quadratic. */
const SHORT_FOR_PLAIN = 4096;

interface Compiled {
  readonly expression: RegExp;
  /** Whether one repetition is inside or beside another: then a text can make it try very many ways. */
  readonly risky: boolean;
}

const compiled = new Map<string, Compiled | undefined>();

// Enough for every CRD of a large cluster; a user who sends ever new ones starts over.
const MAX_KEPT = 2000;

function compile(pattern: string): Compiled | undefined {
  if (compiled.has(pattern)) return compiled.get(pattern);
  if (compiled.size >= MAX_KEPT) compiled.clear();
  let result: Compiled | undefined;
  try {
    result = { expression: new RegExp(translated(pattern), 'u'), risky: isRisky(pattern) };
  } catch {
    try {
      // Outside of Unicode mode JavaScript takes needless escapes, as RE2 does.
      result = { expression: new RegExp(translated(pattern)), risky: isRisky(pattern) };
    } catch {
      result = undefined;
    }
  }
  compiled.set(pattern, result);
  return result;
}

/** What RE2 writes differently. */
function translated(pattern: string): string {
  return pattern
    .replaceAll('\\A', '^')
    .replaceAll('\\z', '$')
    .replace(/\(\?P</g, '(?<')
    .replace(/\[\[:(\w+):\]\]/g, (whole, name: string) => CLASSES[name] ?? whole);
}

const CLASSES: Readonly<Record<string, string>> = {
  alnum: '[0-9A-Za-z]',
  alpha: '[A-Za-z]',
  digit: '[0-9]',
  lower: '[a-z]',
  upper: '[A-Z]',
  space: '[\\t\\n\\v\\f\\r ]',
  xdigit: '[0-9A-Fa-f]',
  word: '[0-9A-Za-z_]',
};

function isRisky(pattern: string): boolean {
  const repetitions = pattern.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0;
  return repetitions > 1 || /\)(?:[*+]|\{)/.test(pattern);
}

let runner: { readonly script: Script; readonly context: object } | undefined;

/** Whether a text matches a pattern, or `'slow'` when finding out took too long. A pattern that is none matches all. */
export function matchesPattern(pattern: string, text: string): boolean | 'slow' {
  const found = compile(pattern);
  if (found === undefined) return true;
  if (text.length <= (found.risky ? SHORT_FOR_RISKY : SHORT_FOR_PLAIN)) return found.expression.test(text);
  runner ??= { script: new Script('result = expression.test(text)'), context: createContext({}) };
  const { script, context } = runner;
  Object.assign(context, { expression: found.expression, text, result: false });
  try {
    script.runInContext(context, { timeout: LIMIT_MS });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return 'slow';
    throw error;
  }
  return (context as { result: boolean }).result;
}
