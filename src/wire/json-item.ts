import { ownMemory } from '../base/loose-bytes.js';
import type { ItemMemory, LoosePlace } from '../base/loose-bytes.js';
import type { KubernetesObject, ObjectRecord } from '../meta/index.js';
import { jsonText, jsonValue } from './json-members.js';
import { JsonObjectScan } from './json-object-scan.js';
import { JsonRecord, textOf, withType } from './json-record.js';
import { OPEN_BRACE, skipSpace, skipValue } from './json-scan.js';
import { TextMemo } from './text-memo.js';
import type { TypeMeta } from './type-meta.js';

/** How objects are taken from the wire. */
export interface DecodeOptions {
  /** Keeps metadata.managedFields, a third and more of most objects. Default: false. */
  readonly keepManagedFields?: boolean;
  /** What the objects are, for those that do not say: items of a built-in list do not. */
  readonly type?: Partial<TypeMeta>;
}

/**
 * An object of the wire: a record, or what was sent in place of an object that can be identified. The
 * Reflector reports the latter one by one, and goes on with the others.
 */
export type WireItem<T extends KubernetesObject = KubernetesObject> = ObjectRecord<T> | T;

/** Reads objects in JSON, one after the other. */
export class JsonItemReader<T extends KubernetesObject = KubernetesObject> {
  /** What `read` found last. */
  item: WireItem<T> | undefined;
  readonly #memory: ItemMemory;
  readonly #keepManagedFields: boolean;
  readonly #scan = new JsonObjectScan();
  readonly #namespace = new TextMemo();
  readonly #apiVersion = new TextMemo();
  readonly #kind = new TextMemo();
  #fallback: Partial<TypeMeta>;
  /** The last type, shared by all records that have the same. */
  #type: Partial<TypeMeta> = {};

  /** `memory` is where the bytes of objects go. */
  constructor(options: DecodeOptions = {}, memory: ItemMemory = ownMemory) {
    this.#memory = memory;
    this.#keepManagedFields = options.keepManagedFields ?? false;
    this.#fallback = options.type ?? {};
  }

  /** From here on, objects that do not say what they are are of this type. */
  set fallback(type: Partial<TypeMeta>) {
    this.#fallback = type;
  }

  /** Reads the value at `start` into `item`; the position after it, or a code of json-scan. */
  read(bytes: Buffer, start: number, end: number): number {
    start = skipSpace(bytes, start, end);
    if (bytes[start] !== OPEN_BRACE || start >= end) {
      const after = skipValue(bytes, start, end);
      if (after >= 0) this.item = jsonValue(bytes, start, after) as T;
      return after;
    }
    const after = this.#scan.scan(bytes, start, end);
    if (after >= 0) this.item = this.#record(bytes, start, after) ?? this.#plain(bytes, start, after);
    return after;
  }

  #plain(bytes: Buffer, start: number, end: number): T {
    return withType(jsonValue(bytes, start, end) as object, this.#typeOf(bytes)) as T;
  }

  /** Undefined when the object cannot be identified. */
  #record(bytes: Buffer, start: number, end: number): JsonRecord<T> | undefined {
    const scan = this.#scan;
    const name = textOf(bytes, scan.name);
    const namespace =
      scan.namespace.end > scan.namespace.start
        ? this.#namespace.read(bytes, scan.namespace.start, scan.namespace.end, jsonText)
        : textOf(bytes, scan.namespace);
    const uid = textOf(bytes, scan.uid);
    const resourceVersion = textOf(bytes, scan.resourceVersion);
    if (name === undefined || name === '' || name.includes('/')) return undefined;
    if (namespace === undefined || namespace.includes('/')) return undefined;
    if (uid === undefined || resourceVersion === undefined) return undefined;

    const cuts = this.#keepManagedFields ? [] : scan.managedFields;
    const { labels } = scan;
    const own = copyWithout(bytes, start, end, cuts, this.#memory);
    if (labels.isThere) {
      const shift = start + cutBefore(labels.start, cuts);
      labels.set(labels.start - shift, labels.end - shift);
    }
    return new JsonRecord<T>(own, { name, namespace, uid, resourceVersion, type: this.#typeOf(bytes) }, labels);
  }

  #typeOf(bytes: Buffer): Partial<TypeMeta> {
    const { apiVersion, kind } = this.#scan;
    const said: Partial<TypeMeta> = {};
    const own = {
      apiVersion:
        apiVersion.end > apiVersion.start
          ? this.#apiVersion.read(bytes, apiVersion.start, apiVersion.end, jsonText)
          : apiVersion.isThere
            ? undefined
            : this.#fallback.apiVersion,
      kind:
        kind.end > kind.start
          ? this.#kind.read(bytes, kind.start, kind.end, jsonText)
          : kind.isThere
            ? undefined
            : this.#fallback.kind,
    };
    if (own.apiVersion !== this.#type.apiVersion || own.kind !== this.#type.kind) this.#type = Object.assign(said, own);
    return this.#type;
  }
}

/** A copy of a range without the parts to be cut: it keeps nothing else alive. */
function copyWithout(
  bytes: Buffer,
  start: number,
  end: number,
  cuts: readonly number[],
  memory: ItemMemory,
): LoosePlace {
  const length = end - start - cutBefore(end, cuts);
  const place = memory.reserve(length);
  const copy = place.chunk.bytes;
  let from = start;
  let to = place.start;
  for (let index = 0; index < cuts.length; index += 2) {
    to += bytes.copy(copy, to, from, cuts[index]);
    from = cuts[index + 1] as number;
  }
  bytes.copy(copy, to, from, end);
  return place;
}

/** How many bytes are cut before a position that is not itself cut. */
function cutBefore(position: number, cuts: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < cuts.length && (cuts[index] as number) < position; index += 2) {
    sum += (cuts[index + 1] as number) - (cuts[index] as number);
  }
  return sum;
}
