import type { LoosePlace } from '../base/loose-bytes.js';
import { leavesOut, markPartial } from '../meta/index.js';
import type { FieldPath, KubernetesObject, ObjectRecord, Projection } from '../meta/index.js';
import { ByteRecord, ownBytes } from './byte-record.js';
import type { RecordIdentity } from './byte-record.js';
import { freezeTree } from './freeze-tree.js';
import { jsonLabelBits } from './json-label-bits.js';
import { MEMBER, MemberReader, jsonText, jsonValue } from './json-members.js';
import { JsonObjectScan } from './json-object-scan.js';
import type { Range } from './json-object-scan.js';
import { readJsonPath } from './json-path.js';
import { projectJson } from './json-project.js';
import { lazyObject } from './lazy-object.js';
import type { FieldSource } from './lazy-object.js';
import type { TypeMeta } from './type-meta.js';

/** What a record knows of itself apart from its bytes. */
export interface RecordParts extends RecordIdentity {
  readonly uid: string;
  /** What the object is, whether or not its bytes say so. */
  readonly type: Partial<TypeMeta>;
}

/** A record over the JSON of an object, which is parsed field by field for who reads the object. */
export class JsonRecord<T extends KubernetesObject = KubernetesObject> extends ByteRecord<T> implements FieldSource {
  readonly uid: string;
  readonly #type: Partial<TypeMeta>;
  /** Where in the bytes the value of metadata.labels is; below zero when there is none. */
  readonly #labelsStart: number;
  readonly #labelsEnd: number;
  #object: T | undefined;

  /** The bytes are one valid JSON object; `labels` is where in them its labels are. */
  constructor(bytes: LoosePlace, parts: RecordParts, labels: Pick<Range, 'start' | 'end'>) {
    const { chunk, start } = bytes;
    super(bytes, parts, labels.start < 0 ? 0 : jsonLabelBits(chunk.bytes, start + labels.start, start + labels.end));
    this.uid = parts.uid;
    this.#type = parts.type;
    this.#labelsStart = labels.start;
    this.#labelsEnd = labels.end;
  }

  get object(): T {
    return (this.#object ??= lazyObject<T & object>(this));
  }

  field(path: FieldPath): unknown {
    if (path.length === 1) {
      const name = path[0];
      if (name === 'kind' && this.#type.kind !== undefined) return this.#type.kind;
      if (name === 'apiVersion' && this.#type.apiVersion !== undefined) return this.#type.apiVersion;
    }
    return readJsonPath(this.memory.bytes, this.start, this.end, path);
  }

  label(name: string): string | undefined {
    if (this.#labelsStart < 0) return undefined;
    const { start } = this;
    const { bytes } = this.memory;
    const value = readJsonPath(bytes, start + this.#labelsStart, start + this.#labelsEnd, [name]);
    return typeof value === 'string' ? value : undefined;
  }

  /** A fresh object on every call: what one transform wrote before it failed is not seen by the next. */
  forTransform(): T {
    return withType(jsonValue(this.memory.bytes, this.start, this.end) as object, this.#type) as T;
  }

  project(projection: Projection): ObjectRecord<T> {
    if (projection === 'full') return this;
    const bytes = projectJson(this.memory.bytes, this.start, this.end, projection);
    const isPartial = this instanceof PartialJsonRecord || leavesOut(projection);
    return projectedRecord<T>(bytes, partsOf(this, this.#type), isPartial);
  }

  /** The names of the top-level fields: for the lazy object. */
  fieldNames(): readonly string[] {
    const { start, end } = this;
    const { bytes } = this.memory;
    const found = new Set<string>();
    members.open(bytes, start, end);
    while (members.next() === MEMBER) {
      members.skip();
      found.add(members.key());
    }
    return [...TYPE_NAMES.filter((name) => this.#type[name] !== undefined && !found.has(name)), ...found];
  }

  /** One of them parsed and frozen: for the lazy object. */
  decodeField(name: string): unknown {
    const value = readJsonPath(this.memory.bytes, this.start, this.end, [name]);
    // JSON has no undefined: what is not in the bytes comes from the type.
    return value === undefined ? this.#type[name as keyof TypeMeta] : freezeTree(value);
  }
}

/** A record of some of what the server has: its objects are marked. A class of its own, so that others need no field for it. */
class PartialJsonRecord<T extends KubernetesObject> extends JsonRecord<T> {
  override get object(): T {
    return markPartial(super.object);
  }

  override forTransform(): T {
    return markPartial(super.forTransform());
  }
}

/** The record of what a projection has left of an object, in JSON: of a part of it, or of all that matters. */
export function projectedRecord<T extends KubernetesObject>(
  bytes: Buffer,
  parts: RecordParts,
  isPartial: boolean,
): JsonRecord<T> {
  scan.scan(bytes, 0, bytes.length);
  const Kept = isPartial ? PartialJsonRecord<T> : JsonRecord<T>;
  return new Kept(ownBytes(bytes), parts, scan.labels);
}

/** What a projection cannot change of a record. */
export function partsOf(record: ObjectRecord, type: Partial<TypeMeta>): RecordParts {
  const { name, namespace, uid, resourceVersion } = record;
  return { name, namespace, uid, resourceVersion, type };
}

// One of each for all: a read never gives way to another.
const scan = new JsonObjectScan();
const members = new MemberReader();

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

/** The text of a range that `JsonObjectScan` noted; undefined when it is no text, `''` when it is not there or null. */
export function textOf(bytes: Buffer, range: Range): string | undefined {
  if (!range.isThere) return '';
  if (range.end > range.start) return jsonText(bytes, range.start, range.end);
  return bytes[range.start] === 0x6e ? '' : undefined;
}
