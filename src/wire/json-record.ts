import { ObjectRecord, keyOf } from '../meta/index.js';
import type { FieldPath, KubernetesObject, Projection } from '../meta/index.js';
import { MEMBER, MemberReader, jsonText, jsonValue } from './json-members.js';
import { JsonObjectScan } from './json-object-scan.js';
import type { Range } from './json-object-scan.js';
import { readJsonPath } from './json-path.js';
import { projectJson } from './json-project.js';
import { freezeTree, lazyObject } from './lazy-object.js';
import type { FieldSource } from './lazy-object.js';
import type { TypeMeta } from './type-meta.js';

/** What a record knows of itself apart from its bytes. */
export interface RecordParts {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** What the object is, whether or not its bytes say so. */
  readonly type: Partial<TypeMeta>;
}

/** A record over the JSON of an object, which is parsed field by field for who reads the object. */
export class JsonRecord<T extends KubernetesObject = KubernetesObject> extends ObjectRecord<T> {
  readonly namespace: string;
  readonly key: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly #type: Partial<TypeMeta>;
  readonly #bytes: Buffer;
  /** Where the value of metadata.labels is; below zero when there is none. */
  readonly #labelsStart: number;
  readonly #labelsEnd: number;
  #object: T | undefined;

  /** `bytes` are one valid JSON object, the record's own; `labels` is where its labels are. */
  constructor(bytes: Buffer, parts: RecordParts, labels: Pick<Range, 'start' | 'end'>) {
    super();
    this.namespace = parts.namespace;
    this.key = keyOf(parts.namespace, parts.name);
    this.uid = parts.uid;
    this.resourceVersion = parts.resourceVersion;
    this.#type = parts.type;
    this.#bytes = bytes;
    this.#labelsStart = labels.start;
    this.#labelsEnd = labels.end;
  }

  // Most of the key over again: not worth a string of its own in each record of a cache.
  get name(): string {
    return this.namespace === '' ? this.key : this.key.slice(this.namespace.length + 1);
  }

  /** How many bytes are kept. */
  get byteLength(): number {
    return this.#bytes.length;
  }

  get object(): T {
    return (this.#object ??= lazyObject<T & object>(new JsonFields(this.#bytes, this.#type)));
  }

  field(path: FieldPath): unknown {
    if (path.length === 1) {
      const name = path[0];
      if (name === 'kind' && this.#type.kind !== undefined) return this.#type.kind;
      if (name === 'apiVersion' && this.#type.apiVersion !== undefined) return this.#type.apiVersion;
    }
    return readJsonPath(this.#bytes, 0, this.#bytes.length, path);
  }

  label(name: string): string | undefined {
    if (this.#labelsStart < 0) return undefined;
    const value = readJsonPath(this.#bytes, this.#labelsStart, this.#labelsEnd, [name]);
    return typeof value === 'string' ? value : undefined;
  }

  /** A fresh object on every call: what one transform wrote before it failed is not seen by the next. */
  forTransform(): T {
    return withType(jsonValue(this.#bytes, 0, this.#bytes.length) as object, this.#type) as T;
  }

  project(projection: Projection): ObjectRecord<T> {
    if (projection === 'full') return this;
    const bytes = projectJson(this.#bytes, projection);
    const { name, namespace, uid, resourceVersion } = this;
    scan.scan(bytes, 0, bytes.length);
    return new JsonRecord<T>(bytes, { name, namespace, uid, resourceVersion, type: this.#type }, scan.labels);
  }
}

const scan = new JsonObjectScan();

/** The object with the kind and apiVersion that it lacks in front, where the server puts them. */
export function withType(object: object, type: Partial<TypeMeta>): object {
  const missing = missingNames(object, type);
  if (missing.length === 0) return object;
  const head: Record<string, unknown> = {};
  for (const name of missing) head[name] = type[name];
  // Not a spread into a literal: a key named __proto__ must stay a key.
  return Object.defineProperties(head, Object.getOwnPropertyDescriptors(object));
}

const TYPE_NAMES = ['kind', 'apiVersion'] as const;

function missingNames(object: object, type: Partial<TypeMeta>): (keyof TypeMeta)[] {
  return TYPE_NAMES.filter((name) => type[name] !== undefined && !Object.hasOwn(object, name));
}

/** The fields of the JSON of one object. */
class JsonFields implements FieldSource {
  readonly names: readonly string[];
  readonly #bytes: Buffer;
  readonly #type: Partial<TypeMeta>;
  /** Where each field's value starts and ends; below zero when it comes from the type. */
  readonly #ranges: readonly number[];

  constructor(bytes: Buffer, type: Partial<TypeMeta>) {
    const reader = new MemberReader();
    const found = new Map<string, readonly [number, number]>();
    reader.open(bytes, 0, bytes.length);
    while (reader.next() === MEMBER) {
      reader.skip();
      found.set(reader.key(), [reader.valueStart, reader.valueEnd]);
    }
    const missing = TYPE_NAMES.filter((name) => type[name] !== undefined && !found.has(name));
    this.names = [...missing, ...found.keys()];
    this.#ranges = [...missing.flatMap(() => [-1, -1]), ...[...found.values()].flat()];
    this.#bytes = bytes;
    this.#type = type;
  }

  decode(index: number): unknown {
    const start = this.#ranges[index * 2] as number;
    if (start < 0) return this.#type[this.names[index] as keyof TypeMeta];
    return freezeTree(jsonValue(this.#bytes, start, this.#ranges[index * 2 + 1] as number));
  }
}

/** The text of a range that `JsonObjectScan` noted; undefined when it is no text, `''` when it is not there or null. */
export function textOf(bytes: Buffer, range: Range): string | undefined {
  if (!range.isThere) return '';
  if (range.end > range.start) return jsonText(bytes, range.start, range.end);
  return bytes[range.start] === 0x6e ? '' : undefined;
}
