import { GoSyntaxError } from './strict-json.js';

// Real manifests have less than twenty levels; the parser recurses.
const MAX_DEPTH = 500;

/**
 * YAML as the server reads it: the words of YAML 1.1, and whatever has no JSON (dates, sets) as its text. Repeated keys
 * are a problem to report; the last counts. The parser is loaded when first needed: most bodies are JSON.
 */
export async function parseYaml(text: string): Promise<{ value: unknown; problems: string[] }> {
  const yaml = await import('js-yaml');
  const schema = new yaml.Schema([
    yaml.mapTag,
    yaml.seqTag,
    yaml.strTag,
    yaml.nullYaml11Tag,
    yaml.boolYaml11Tag,
    yaml.intYaml11Tag,
    yaml.floatYaml11Tag,
    yaml.mergeTag,
  ]);
  // Of several documents the first counts.
  const load = (json: boolean): unknown => yaml.loadAll(text, { schema, json, maxDepth: MAX_DEPTH })[0];
  try {
    return { value: plain(load(false)), problems: [] };
  } catch (error) {
    if (!(error instanceof yaml.YAMLException)) throw error;
    if (error.mark === undefined && text.trim() === '') return { value: null, problems: [] };
    if (!error.reason.startsWith('duplicate')) throw new GoSyntaxError(`yaml: ${whereAndWhy(text, error)}`);
    return { value: plain(load(true)), problems: [duplicateProblem(text, error)] };
  }
}

interface YamlFault {
  readonly reason: string;
  readonly mark?: { readonly line: number; readonly column: number; readonly position?: number } | null;
}

/** What Go's parser says to what ours says; it has few words for many things. */
const REASONS: readonly (readonly [ours: RegExp, theirs: string])[] = [
  [/^bad indentation of a mapping entry/, 'mapping values are not allowed in this context'],
  [/^end of the stream or a document separator is expected/, 'found character that cannot start any token'],
  [/^unidentified alias "(.*)"/, "unknown anchor '$1' referenced"],
];

/** Go's parser names the line, except the first; but always where the text ends too early. */
function whereAndWhy(text: string, { reason, mark }: YamlFault): string {
  if (reason.startsWith('unexpected end of the stream within a flow')) {
    const lines = text.replace(/\n$/, '').split('\n').length;
    return `line ${String(lines)}: did not find expected node content`;
  }
  const known = REASONS.find(([ours]) => ours.test(reason));
  const why = known === undefined ? reason : reason.replace(...known);
  const line = mark === null || mark === undefined ? 0 : mark.line;
  return line === 0 ? why : `line ${String(line + 1)}: ${why}`;
}

/** What stands before the repeated keys where they are refused; a warning goes without. */
const DUPLICATES = 'yaml: unmarshal errors:\n  ';

/** A problem as a warning has it. */
export const asWarning = (problem: string): string =>
  problem.startsWith(DUPLICATES) ? problem.slice(DUPLICATES.length) : problem;

function duplicateProblem(text: string, { mark }: YamlFault): string {
  const line = mark?.line ?? 0;
  const key = /[\w./-]+/.exec((text.split('\n')[line] ?? '').slice(mark?.column ?? 0))?.[0] ?? '';
  return `${DUPLICATES}line ${String(line + 1)}: key ${JSON.stringify(key)} already set in map`;
}

/** More values than 3 MiB of text can hold without aliases: what has more was made to multiply. */
const MAX_VALUES = 4_000_000;

/** Data as JSON has it: what aliases share made separate, so that a change of one place is not a change of two. */
function plain(root: unknown): unknown {
  let left = MAX_VALUES;
  const copy = (value: unknown): unknown => {
    if (--left < 0) throw new GoSyntaxError('yaml: document contains excessive aliasing');
    if (typeof value === 'bigint') return Number(value);
    if (typeof value === 'number') return Number.isFinite(value) ? value : null;
    if (typeof value !== 'object' || value === null) return value ?? null;
    if (Array.isArray(value)) return value.map(copy);
    const object: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value)) {
      Object.defineProperty(object, key, { value: copy(item), writable: true, enumerable: true, configurable: true });
    }
    return object;
  };
  return copy(root);
}
