import { consoleLogger } from '../base/logger.js';
import type { Logger } from '../base/logger.js';
import { KubeInformerError, messageOf } from '../errors/index.js';
import { ObjectRecord, parseFieldPath, recordOf } from '../meta/index.js';
import type { FieldPath, FieldPathOf, KubernetesObject } from '../meta/index.js';
import { NO_VALUES } from './entry.js';
import type { IndexedValues } from './entry.js';

/**
 * The values under which an index files an object: one, several, or none (`undefined` or `[]`).
 * It must depend on the object alone: it is not asked again until the object changes.
 */
export type IndexFunction<T extends KubernetesObject> = (object: T) => readonly string[] | string | undefined;

/**
 * How an index finds its values: a function, or the path of a field such as `spec.nodeName` or
 * `metadata.labels['app']`. A path is the cheaper one: it is read without making the object.
 * Text, numbers and booleans are filed as text, an array of them under each; an object in which the
 * field is missing is not in the index.
 */
export type IndexSource<T extends KubernetesObject> = IndexFunction<T> | FieldPathOf<T>;

/** Which index failed for which object. */
export interface IndexErrorContext {
  readonly index: string;
  readonly key: string;
}

/** Told of each object that an index could not file. What it throws is logged and goes no further. */
export type OnIndexError = (error: KubeInformerError, context: IndexErrorContext) => void;

/** One named index: its source, and whether queries may use it. */
export class IndexDefinition<T extends KubernetesObject> {
  readonly name: string;
  readonly slot: number;
  /** The path that is indexed; undefined for a function. */
  readonly path: FieldPath | undefined;
  /** False while the entries that were there before the index are still being filed. */
  ready = false;
  readonly #read: IndexFunction<T> | undefined;

  /** Throws `ERR_INVALID_ARGUMENT` when a path cannot be read. */
  constructor(name: string, slot: number, source: IndexSource<T>) {
    this.name = name;
    this.slot = slot;
    if (typeof source === 'function') this.#read = source;
    else this.path = parseFieldPath(source);
  }

  /** Whether an index of this name over `source` would be this one. Functions are the same only if they are one function. */
  isOver(source: IndexSource<T>): boolean {
    if (typeof source === 'function') return this.#read === source;
    return this.path !== undefined && samePath(this.path, parseFieldPath(source));
  }

  /**
   * The values of an object, or of a record; failures go to `report`, and count as no value.
   * An object is handed to the function as it is: a query must not freeze what the caller owns.
   */
  evaluate(item: T | ObjectRecord<T>, report: OnIndexError): IndexedValues {
    try {
      if (this.path !== undefined) return fieldValues(recordOf(item).field(this.path));
      const object = item instanceof ObjectRecord ? item.object : item;
      return functionValues(this.#read?.(object));
    } catch (cause) {
      const key = item instanceof ObjectRecord ? item.key : recordOf(item).key;
      const source = this.path === undefined ? 'Its function' : `The field ${this.path.join('.')}`;
      report(
        new KubeInformerError(
          'ERR_INDEX_FUNCTION',
          `Cannot file ${key} in the index ${JSON.stringify(this.name)}: ${messageOf(cause)}. ${source} must give text for every object; until then byIndex() does not find this one.`,
          { cause },
        ),
        { index: this.name, key },
      );
      return NO_VALUES;
    }
  }
}

export function samePath(path: FieldPath, other: FieldPath): boolean {
  return path.length === other.length && path.every((part, depth) => part === other[depth]);
}

/** Warns of the 1st, 10th, 100th … failure of each index: one bad function over 100,000 objects is one fault, not 100,000. */
export function warnOfIndexErrors(logger: Logger = consoleLogger): OnIndexError {
  const failures = new Map<string, number>();
  return (error, { index, key }) => {
    const count = (failures.get(index) ?? 0) + 1;
    failures.set(index, count);
    if (/^10*$/.test(String(count))) logger.warn(error.message, { index, key, failures: count });
  };
}

function functionValues(result: unknown): IndexedValues {
  if (typeof result === 'string') return result;
  if (result === undefined) return NO_VALUES;
  if (!Array.isArray(result)) throw new TypeError(`the function returned ${nameOf(result)}`);
  for (const value of result as unknown[]) {
    if (typeof value !== 'string') throw new TypeError(`the function returned an array with ${nameOf(value)} in it`);
  }
  return settled(result as readonly string[]);
}

function fieldValues(value: unknown): IndexedValues {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return NO_VALUES;
  if (Array.isArray(value)) return settled((value as unknown[]).map(scalar));
  return scalar(value);
}

function scalar(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  throw new TypeError(`the field holds ${nameOf(value)}`);
}

// A copy, since the function may keep the array it returned and write to it later.
function settled(values: readonly string[]): IndexedValues {
  if (values.length > 1) return [...values];
  return values[0] ?? NO_VALUES;
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (value instanceof Promise) return 'a promise';
  return typeof value === 'object' ? 'an object' : typeof value;
}
