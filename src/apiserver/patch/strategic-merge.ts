import { copyJson, isObject, sameJson, setOwn } from '../json.js';
import type { Json } from '../json.js';
import type { FieldNode, StructNode, TypeNode } from '../schema/contract.js';
import { badRequest } from '../status-error.js';
import type { StatusError } from '../status-error.js';
import { goText } from './go-text.js';
import {
  DIRECTIVE,
  badPatchType,
  distinct,
  findByKey,
  itemsAreMaps,
  noMergeKey,
  ordered,
  unable,
} from './strategic-lists.js';

const RETAIN_KEYS = '$retainKeys';
const DELETE_PREFIX = '$deleteFromPrimitiveList';
const ORDER_PREFIX = '$setElementOrder';

/**
 * Applies a strategic merge patch to a copy of an object: lists merge by the keys of their type, `$patch`,
 * `$retainKeys`, `$setElementOrder/…` and `$deleteFromPrimitiveList/…` direct it. Throws StatusError.
 */
export function applyStrategicMergePatch(root: StructNode, object: Json, patch: Json): Json {
  return mergeMap(copyJson(object) as Json, copyJson(patch) as Json, root);
}

/** Merges into `original`, which it owns, as it owns the patch. */
function mergeMap(original: Json, patch: Json, node: TypeNode | undefined): Json {
  if (Object.hasOwn(patch, DIRECTIVE)) {
    const directive = patch[DIRECTIVE];
    if (directive === 'delete') return {};
    if (directive !== 'replace') throw badPatchType(directive, patch);
    Reflect.deleteProperty(patch, DIRECTIVE);
    return patch;
  }
  retainKeys(original, patch);
  mergeOrdered(original, patch, node);
  for (const [name, value] of Object.entries(patch)) {
    if (name === DELETE_PREFIX || name.startsWith(`${DELETE_PREFIX}/`)) {
      deleteItems(original, name, value, node);
    } else if (value === null) Reflect.deleteProperty(original, name);
    else mergeField(original, name, value, node);
  }
  return original;
}

function mergeField(original: Json, name: string, value: unknown, node: TypeNode | undefined): void {
  const present = Object.hasOwn(original, name) ? original[name] : undefined;
  if (isObject(present) && isObject(value)) {
    const field = fieldOf(node, name);
    original[name] = field?.strategy === 'replace' ? value : mergeMap(present, value, field?.node);
  } else if (Array.isArray(present) && Array.isArray(value)) {
    original[name] = mergeList(present, value, fieldOf(node, name));
  } else {
    const kept = withoutDirectives(withoutNulls(value));
    if (kept === undefined) Reflect.deleteProperty(original, name);
    else setOwn(original, name, kept);
  }
}

/** What a patch may know about a field. */
interface PatchField {
  readonly node: TypeNode | undefined;
  readonly strategy: string;
  readonly key: string | undefined;
}

function fieldOf(node: TypeNode | undefined, name: string): PatchField | undefined {
  if (node === undefined || node.type === 'any' || node.type === 'scalar') return undefined;
  if (node.type === 'map') return { node: node.value, strategy: '', key: undefined };
  const struct = node.type === 'list' ? node.item : node;
  if (struct.type !== 'struct') return undefined;
  const field = struct.fields.get(name);
  if (field === undefined) {
    const struct = node.type === 'struct' ? node.name.slice(node.name.indexOf('.') + 1) : '';
    throw unable(`unable to find api field in struct ${struct} for the json field ${JSON.stringify(name)}`);
  }
  return { node: field.node, strategy: strategyOf(field), key: field.patchMergeKey };
}

const strategyOf = (field: FieldNode): string =>
  field.patchStrategy.find((strategy) => strategy !== 'retainKeys') ?? '';

/** Keeps only what the patch lists; the patch must list everything that it sets. */
function retainKeys(original: Json, patch: Json): void {
  if (!Object.hasOwn(patch, RETAIN_KEYS)) return;
  const list = patch[RETAIN_KEYS];
  Reflect.deleteProperty(patch, RETAIN_KEYS);
  const malformed = badRequest('invalid patch format of retainKeys');
  if (!Array.isArray(list)) throw malformed;
  const kept = new Set<unknown>(list);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null || name.startsWith(DELETE_PREFIX) || name.startsWith(ORDER_PREFIX)) continue;
    if (!kept.has(name)) throw malformed;
  }
  for (const name of Object.keys(original)) if (!kept.has(name)) Reflect.deleteProperty(original, name);
}

/** Takes the lists with an order of their own out of the patch and merges them in that order. */
function mergeOrdered(original: Json, patch: Json, node: TypeNode | undefined): void {
  for (const [directive, order] of Object.entries(patch)) {
    if (!directive.startsWith(ORDER_PREFIX)) continue;
    Reflect.deleteProperty(patch, directive);
    if (!Array.isArray(order)) throw notList(order);
    if (!directive.startsWith(`${ORDER_PREFIX}/`)) {
      throw badRequest('invalid patch format of setElementOrder list');
    }
    const name = directive.slice(ORDER_PREFIX.length + 1);
    const before = Object.hasOwn(original, name) ? original[name] : undefined;
    const change = Object.hasOwn(patch, name) ? patch[name] : undefined;
    for (const list of [before, change]) {
      if (list !== undefined && !Array.isArray(list)) throw notList(list);
    }
    const field = fieldOf(node, name);
    const key = field?.key;
    if (Array.isArray(change)) checkOrder(change, order, key);
    const originals = (before ?? []) as unknown[];
    let merged: unknown[];
    if (before === undefined && change === undefined) continue;
    else if (change === undefined) merged = originals;
    else if (before === undefined) merged = withoutDirectives(change) as unknown[];
    else merged = mergeList([...originals], change as unknown[], field);
    if (key !== undefined) for (const item of order) if (!isObject(item)) throw unable('value for key 0 is not a map');
    setOwn(original, name, ordered(merged, order, originals, key));
    Reflect.deleteProperty(patch, name);
  }
}

const notList = (value: unknown): StatusError => unable(`expected a []interface {}, but received a ${goKind(value)}`);

const goKind = (value: unknown): string =>
  isObject(value) ? 'map[string]interface {}' : typeof value === 'number' ? 'int64' : typeof value;

/** The items of the patch have to stand in the order that comes with them. */
function checkOrder(change: readonly unknown[], order: readonly unknown[], key: string | undefined): void {
  if (change.length === 0 || order.length === 0) return;
  const items = change.filter((item) => !(isObject(item) && Object.hasOwn(item, DIRECTIVE)));
  let next = 0;
  for (const entry of order) {
    if (next === items.length) break;
    const item = items[next];
    const same =
      key === undefined ? sameJson(item, entry) : isObject(item) && isObject(entry) && sameJson(item[key], entry[key]);
    if (same) next++;
  }
  if (next < items.length) {
    throw unable(
      `The order in patch list:\n${goText(change)}\n doesn't match ${ORDER_PREFIX} list:\n${goText(order)}\n`,
    );
  }
}

function deleteItems(original: Json, directive: string, value: unknown, node: TypeNode | undefined): void {
  if (!directive.startsWith(`${DELETE_PREFIX}/`)) throw badRequest('invalid patch format of primitive list');
  const name = directive.slice(DELETE_PREFIX.length + 1);
  const list = Object.hasOwn(original, name) ? original[name] : undefined;
  if (value === null) Reflect.deleteProperty(original, name);
  if (!Array.isArray(list) || !Array.isArray(value)) return;
  fieldOf(node, name);
  if (list.length === 0 && value.length === 0) return;
  if (itemsAreMaps(list, value)) throw unable(`cannot merge lists without merge key for ${name}`);
  original[name] = list.filter((item) => !value.some((gone) => sameJson(gone, item)));
}

function mergeList(original: unknown[], patch: readonly unknown[], field: PatchField | undefined): unknown[] {
  if (field?.strategy !== 'merge') return [...patch];
  if (original.length === 0 && patch.length === 0) return original;
  const { key } = field;
  if (!itemsAreMaps(original, patch)) return ordered(distinct([...original, ...patch]), patch, original, undefined);
  if (key === undefined) throw unable(`cannot merge lists without merge key`);
  const directed = followDirectives(original, patch as readonly Json[], key);
  const item = field.node?.type === 'list' ? field.node.item : undefined;
  const merged = [...directed.original];
  for (const change of directed.patch) {
    if (!Object.hasOwn(change, key)) throw noMergeKey(change, key);
    const at = findByKey(merged, key, change[key]);
    if (at < 0) merged.push(change);
    else merged[at] = mergeMap(merged[at] as Json, change, item);
  }
  return ordered(merged, directed.patch, directed.original, key);
}

/** Does what items with `$patch` say, and leaves the others. */
function followDirectives(
  original: readonly unknown[],
  patch: readonly Json[],
  key: string,
): { original: readonly unknown[]; patch: readonly Json[] } {
  let left = original;
  let replace = false;
  const plain: Json[] = [];
  for (const change of patch) {
    if (!Object.hasOwn(change, DIRECTIVE)) plain.push(change);
    else if (change[DIRECTIVE] === 'replace') replace = true;
    else if (change[DIRECTIVE] === 'merge') throw unable('merging lists cannot yet be specified in the patch');
    else if (change[DIRECTIVE] !== 'delete') throw badPatchType(change[DIRECTIVE], change);
    else {
      if (!Object.hasOwn(change, key)) throw noMergeKey(change, key);
      left = left.filter((item) => !(isObject(item) && sameJson(item[key], change[key])));
    }
  }
  return replace ? { original: plain, patch: [] } : { original: left, patch: plain };
}

/** A new value without the maps that are only directives; undefined when it is one itself. */
function withoutDirectives(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDirectives).filter((item) => item !== undefined);
  if (!isObject(value)) return value;
  if (Object.hasOwn(value, DIRECTIVE)) return undefined;
  const kept: Json = {};
  for (const [name, item] of Object.entries(value)) {
    const inner = withoutDirectives(item);
    if (inner !== undefined) setOwn(kept, name, inner);
  }
  return kept;
}

/** Nulls of a new map remove nothing, and are not there. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const kept: Json = {};
  for (const [name, item] of Object.entries(value)) if (item !== null) setOwn(kept, name, withoutNulls(item));
  return kept;
}
