import { CODE, TIMES } from '../../wire/codec/index.js';
import type { Field, MessageType } from '../../wire/codec/index.js';
import type { Json } from '../json.js';
import { setOwn } from '../json.js';
import { goTypeName, isKind } from './built-in-nodes.js';
import { GoDecodeError, cannotUnmarshal, goKindOf } from './go-error.js';
import type { GoPlace } from './go-error.js';
import { goBase64, goDuration, goInteger, goQuantity, goString } from './go-scalars.js';
import { canonicalTime } from './go-time.js';

/** What one decoding finds out on its way. */
export interface GoReport {
  /** Paths of fields that the type does not have, in the order of the document: `spec.containers[0].foo`. */
  readonly unknown: string[];
  /** How the document wrote numbers that are not plain whole ones, by path. */
  readonly literals: ReadonlyMap<string, string>;
}

/** How deep messages may nest: Go's decoder allows more, but nothing real comes near, and the stack is finite. */
const MAX_DEPTH = 1000;

/** A field of a message with what its errors say about it. */
interface Slot {
  readonly field: Field;
  /** The Go struct that has the field: the inline one, where it is in one. */
  readonly owner: string;
  /** `ProbeHandler.httpGet`: inline structs have no name in JSON but have one here. */
  readonly goName: string;
  readonly index: number;
}

/** How a message is read, worked out once. */
interface Plan {
  readonly byName: ReadonlyMap<string, Slot>;
  readonly slots: readonly Field[];
  readonly isKind: boolean;
}

const plans = new WeakMap<MessageType, Plan>();

function planOf(type: MessageType): Plan {
  let plan = plans.get(type);
  if (plan === undefined) {
    const byName = new Map<string, Slot>();
    for (const [name, way] of type.ways) {
      const field = way.at(-1) as Field;
      const inline = way.slice(0, -1).map((step) => step.inner);
      byName.set(name, {
        field,
        owner: (inline.at(-1) ?? type).name,
        goName: [...inline.map((inner) => inner.name), name].join('.'),
        index: type.slots.indexOf(field),
      });
    }
    plan = { byName, slots: type.slots, isKind: isKind(type) };
    plans.set(type, plan);
  }
  return plan;
}

/**
 * What Go's JSON of a value is after Go has decoded it into the type of a message: the message's fields in their order,
 * what the type does not have gone, empty values gone where Go leaves them out and there where it does not.
 * `kind` and `apiVersion` stay where the message is an object. Throws GoDecodeError.
 */
export function goJson(type: MessageType, value: Json, report: GoReport): Json {
  return readStruct(type, value, new Where(undefined, '', type.name, '', report));
}

/** Where a value is: a step from where its parent is. The texts of paths are made only for messages. */
class Where implements GoPlace {
  readonly above: Where | undefined;
  /** The name of a field or key, or the index of an item. */
  readonly step: number | string;
  /** The Go struct that has the field. */
  readonly struct: string;
  /** What Go calls the field; empty for items of lists and maps. */
  readonly goName: string;
  readonly depth: number;
  readonly report: GoReport;

  constructor(above: Where | undefined, step: number | string, struct: string, goName: string, report: GoReport) {
    this.above = above;
    this.step = step;
    this.struct = struct;
    this.goName = goName;
    this.depth = above === undefined ? 0 : above.depth + 1;
    this.report = report;
  }

  /** `spec.containers.name`: Go leaves out which one. */
  get path(): string {
    const above = this.above?.path ?? '';
    return above === '' || this.goName === '' ? above + this.goName : `${above}.${this.goName}`;
  }

  /** `spec.containers[0].name`. */
  get text(): string {
    if (this.above === undefined) return '';
    const above = this.above.text;
    if (typeof this.step === 'number') return `${above}[${String(this.step)}]`;
    return above === '' ? this.step : `${above}.${this.step}`;
  }

  item(step: number | string): Where {
    return new Where(this, step, this.struct, '', this.report);
  }

  /** How the document wrote a number here, if that is of interest. */
  get literal(): string | undefined {
    return this.report.literals.size === 0 ? undefined : this.report.literals.get(this.text);
  }
}

function readStruct(type: MessageType, value: Json, where: Where): Json {
  if (where.depth > MAX_DEPTH) throw new GoDecodeError('exceeded max depth');
  const plan = planOf(type);
  const values = new Array<unknown>(plan.slots.length).fill(undefined);
  const object: Json = {};
  if (plan.isKind) readTypeMeta(type, value, where, object);
  for (const name of Object.keys(value)) {
    const slot = plan.byName.get(name);
    if (slot === undefined) {
      if (!plan.isKind || (name !== 'kind' && name !== 'apiVersion')) where.report.unknown.push(where.item(name).text);
      continue;
    }
    values[slot.index] = readField(
      slot.field,
      value[name],
      new Where(where, name, slot.owner, slot.goName, where.report),
    );
  }
  for (let index = 0; index < plan.slots.length; index++) {
    const field = plan.slots[index] as Field;
    const given = values[index];
    if (given === undefined) {
      if (!field.omitAbsent) object[field.json] = zeroOf(field, field.times);
    } else if (!field.omit || !isOmitted(field, given)) object[field.json] = given;
  }
  return object;
}

function readTypeMeta(type: MessageType, value: Json, where: Where, object: Json): void {
  for (const name of ['kind', 'apiVersion']) {
    const text = value[name] ?? undefined;
    if (text === undefined || text === '') continue;
    object[name] = goString(text, new Where(where, name, type.name, name, where.report));
  }
}

/** The value of a field; undefined where nothing comes of it: null, and what is empty and left out by Go. */
function readField(field: Field, value: unknown, where: Where): unknown {
  if (value === null || value === undefined) return undefined;
  if (field.times === TIMES.LIST) {
    if (!Array.isArray(value)) throw cannotUnmarshal(value, where, `[]${goItemType(field)}`);
    // An empty list is none where Go leaves it out, but for this one: it asks to forget who owns what.
    if (value.length === 0) return field.omitAbsent && field.json !== 'managedFields' ? undefined : [];
    return value.map((item: unknown, index) => readItem(field, item, where.item(index)));
  }
  if (field.times === TIMES.MAP) {
    if (typeof value !== 'object' || Array.isArray(value)) throw cannotUnmarshal(value, where, goMapType(field));
    return readMap(field, value as Json, where);
  }
  const item = readItem(field, value, where);
  return item ?? undefined;
}

function readMap(field: Field, value: Json, where: Where): Json | undefined {
  const names = Object.keys(value);
  if (names.length === 0) return undefined;
  const map: Json = {};
  for (const name of names) {
    setOwn(map, name, readItem(field, value[name], where.item(name)));
  }
  return map;
}

/** One value, as an item of a list or map where null is Go's zero value. */
function readItem(field: Field, value: unknown, where: Where): unknown {
  if (value === null || value === undefined) return zeroOf(field, TIMES.ONE);
  switch (field.code) {
    case CODE.STRING:
      return goString(value, where);
    case CODE.BOOL:
      if (typeof value !== 'boolean') throw cannotUnmarshal(value, where, 'bool');
      return value;
    case CODE.INT32:
    case CODE.INT64:
      return goInteger(value, field.code === CODE.INT32 ? 32 : 64, where, where.literal);
    case CODE.DOUBLE:
      if (typeof value !== 'number') throw cannotUnmarshal(value, where, 'float64');
      return value;
    case CODE.BYTES:
      return goBase64(value, where);
    case CODE.MESSAGE:
      if (typeof value !== 'object' || Array.isArray(value)) {
        throw cannotUnmarshal(value, where, goTypeName(field.inner));
      }
      return readStruct(field.inner, value as Json, where);
    case CODE.TIME:
    case CODE.MICRO_TIME:
      return canonicalTime(goString(value, where), field.code === CODE.MICRO_TIME);
    case CODE.DURATION:
      return goDuration(value, where);
    case CODE.QUANTITY:
      return goQuantity(value, where.literal);
    case CODE.INT_OR_STRING:
      return typeof value === 'string' ? value : goInteger(value, 32, where, where.literal, 'int32');
    case CODE.RAW_JSON:
      return value;
    case CODE.STRINGS:
      if (!Array.isArray(value)) throw cannotUnmarshal(value, where, 'v1.ExtraValue');
      return value.map((item) => goString(item ?? '', where));
    default:
      return readUnion(field, value, where);
  }
}

/** A schema, or else a boolean, a list of schemas, or a list of names. Go reads their inside without strictness. */
function readUnion(field: Field, value: unknown, where: Where): unknown {
  const schema = [...field.inner.byNumber].find((part) => part?.json === 'schema') as Field;
  const lenient = new Where(where.above, where.step, where.struct, where.goName, {
    unknown: [],
    literals: where.report.literals,
  });
  const read = (item: unknown): unknown => readItem(schema, item, lenient);
  if (Array.isArray(value)) {
    if (field.code === CODE.SCHEMA_OR_STRINGS) return value.map((item) => goString(item ?? '', where));
    if (field.code === CODE.SCHEMA_OR_LIST) return value.map(read);
  } else if (typeof value === 'object') return read(value);
  else if (field.code === CODE.SCHEMA_OR_BOOL && typeof value === 'boolean') return value;
  throw new GoDecodeError(
    field.code === CODE.SCHEMA_OR_BOOL
      ? 'boolean or JSON schema expected'
      : `json: cannot unmarshal ${goKindOf(value)} into Go value of type apiextensions.JSONSchemaProps`,
  );
}

function goItemType(field: Field): string {
  switch (field.code) {
    case CODE.STRING:
      return 'string';
    case CODE.BOOL:
      return 'bool';
    case CODE.INT32:
      return 'int32';
    case CODE.INT64:
      return 'int64';
    case CODE.DOUBLE:
      return 'float64';
    case CODE.BYTES:
      return '[]uint8';
    case CODE.QUANTITY:
      return 'resource.Quantity';
    case CODE.INT_OR_STRING:
      return 'intstr.IntOrString';
    case CODE.MESSAGE:
      return goTypeName(field.inner);
    case CODE.TIME:
      return 'v1.Time';
    case CODE.STRINGS:
      return 'v1.ExtraValue';
    default:
      return 'v1.JSON';
  }
}

const goMapType = (field: Field): string =>
  field.code === CODE.QUANTITY ? 'v1.ResourceList' : `map[string]${goItemType(field)}`;

/** Whether Go's omitempty or omitzero leaves a value out. Empty lists and maps never get here. */
function isOmitted(field: Field, value: unknown): boolean {
  if (field.times === TIMES.ONE) {
    if (value === '' || value === 0 || value === false) return field.code < CODE.MESSAGE;
    return field.omitZero && isZero(value);
  }
  if (field.times !== TIMES.POINTER) return false;
  return field.code === CODE.BYTES ? value === '' : field.code === CODE.STRINGS && (value as unknown[]).length === 0;
}

const isZero = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0);

/** For what is nowhere in the document. */
const NOWHERE = new Where(undefined, '', '', '', { unknown: [], literals: new Map<string, string>() });

/** What Go writes for a field that nobody set. */
function zeroOf(field: Field, times: number): unknown {
  if (times !== TIMES.ONE) return null;
  switch (field.code) {
    case CODE.STRING:
    case CODE.BYTES:
      return '';
    case CODE.BOOL:
    case CODE.SCHEMA_OR_BOOL:
      return false;
    case CODE.INT32:
    case CODE.INT64:
    case CODE.DOUBLE:
    case CODE.INT_OR_STRING:
      return 0;
    case CODE.QUANTITY:
      return '0';
    case CODE.DURATION:
      return '0s';
    case CODE.STRINGS:
      return [];
    case CODE.MESSAGE:
      return readStruct(field.inner, {}, NOWHERE);
    default:
      return null;
  }
}
