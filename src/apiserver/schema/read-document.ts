import { GoDecodeError } from './go-error.js';
import { keysIn, outlineOf } from './json-scan.js';
import { parseStrictly } from './strict-json.js';
import { parseYaml } from './yaml.js';

/** A body as plain data, with what only its text shows. */
export interface Document {
  readonly value: unknown;
  /** Duplicate keys, by path; of YAML, ready-made messages in `yamlProblems`. */
  readonly duplicates: readonly string[];
  readonly yamlProblems: readonly string[];
  readonly literals: ReadonlyMap<string, string>;
  readonly positions: ReadonlyMap<string, number>;
}

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

/** Go's decoder allows 10,000 levels; nothing real has a hundred, and everyone after us recurses. */
const MAX_DEPTH = 1000;

/**
 * JSON text as data. `exact` asks for repeated keys, which takes a look over the whole text. Throws GoSyntaxError with
 * the message of Go's decoder.
 */
export function readJson(bytes: Uint8Array, exact: boolean): Document {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Fails, and says why.
    return { ...parseStrictly(buffer.toString('latin1')), yamlProblems: [] };
  }
  const outline = outlineOf(text);
  if (outline.depth > MAX_DEPTH) throw new GoDecodeError('exceeded max depth');
  if (outline.oddNumbers || (exact && keysIn(value) !== outline.keys)) {
    return { ...parseStrictly(text), yamlProblems: [] };
  }
  return { value, duplicates: [], yamlProblems: [], literals: NONE, positions: NONE };
}

/** YAML text as data. Throws GoSyntaxError. */
export async function readYaml(bytes: Uint8Array): Promise<Document> {
  const { value, problems } = await parseYaml(Buffer.from(bytes).toString('utf8'));
  return { value, duplicates: [], yamlProblems: problems, literals: NONE, positions: NONE };
}
