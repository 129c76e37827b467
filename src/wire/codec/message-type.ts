import { wireTables } from '../../generated/index.js';
import { CODE, TIMES, WIRE, parseFieldText, wireTypeOf } from './codes.js';
import type { Code, FieldText, Times } from './codes.js';

const META = 'meta.k8s.io/v1';

function isAlwaysThere({ times, code, omitZero }: Field): boolean {
  return times === TIMES.ONE && code === CODE.MESSAGE && !omitZero;
}

function isMetadata(field: Field | undefined): boolean {
  return field?.json === 'metadata' && field.inner.name === 'ObjectMeta';
}

/** A field of a message. */
export class Field {
  /** Empty for an inline field: the JSON has the fields of its message in its place. */
  readonly json: string;
  readonly number: number;
  readonly times: Times;
  /** Whether an empty value stays out of the JSON. */
  readonly omit: boolean;
  /** Whether that holds for a struct that is zero, too. */
  readonly omitZero: boolean;
  /** Whether the JSON has no such key when the bytes have no such field. */
  readonly omitAbsent: boolean;
  readonly code: Code;
  /** How each occurrence is written. */
  readonly wireType: number;
  /** The tag that Go writes before each occurrence. */
  readonly tag: number;
  /** Its place in the JSON of its message; of an inline field, the place of its first one. */
  slot = -1;
  /** How many places it takes: one, or those of its inline message. */
  width = 1;
  readonly #table: string;
  readonly #ref: string;
  #inner: MessageType | undefined;
  #entry: MessageType | undefined;

  constructor(text: FieldText, table: string) {
    this.json = text.json;
    this.number = text.number;
    this.times = text.times;
    this.omit = text.omit;
    this.omitZero = text.omitZero;
    // omitempty does nothing to a struct: one that is no pointer is in the JSON whatever it holds.
    this.omitAbsent = text.omit && (text.times !== TIMES.ONE || text.code < CODE.MESSAGE || text.omitZero);
    this.code = text.code;
    this.wireType = text.times === TIMES.MAP ? WIRE.LENGTH : wireTypeOf(text.code);
    this.tag = text.number * 8 + this.wireType;
    this.#table = table;
    this.#ref = text.ref;
  }

  get isInline(): boolean {
    return this.json === '';
  }

  /** The message a value of this field is. Found when first asked for: messages refer to each other and to themselves. */
  get inner(): MessageType {
    return (this.#inner ??= this.#find());
  }

  /** The message that one entry of a map is: its key and its value. */
  get entry(): MessageType {
    return (this.#entry ??= this.#makeEntry());
  }

  #makeEntry(): MessageType {
    const { json, code } = this;
    const alone = { times: TIMES.ONE, omit: false, omitZero: false };
    return new MessageType(this.#table, `an entry of ${json}`, [
      { ...alone, json: `${json} (its key)`, number: 1, code: CODE.STRING, ref: '' },
      { ...alone, json: `${json} (its value)`, number: 2, code, ref: this.#ref },
    ]);
  }

  #find(): MessageType {
    if (this.code !== CODE.MESSAGE) return innerOf(this.code, this.#table, this.#ref);
    return refer(this.#table, this.#ref);
  }
}

// More than the combinations that the objects of one kind have in a cluster.
const MOST_KEY_LISTS = 1_024;

/**
 * How a protobuf message and its JSON relate. Get one with `messageTypeOf`; it is shared, and what it says never changes.
 */
export class MessageType {
  readonly apiVersion: string;
  /** The Go name, which for an object is its kind. */
  readonly name: string;
  /** By field number; sparse. */
  readonly byNumber: readonly (Field | undefined)[];
  /** The fields of the JSON in their order, those of inline messages in place. */
  readonly slots: readonly Field[];
  /**
   * The keys of the JSON where they are the same for every message: where all are structs, which Go never omits. So it is
   * with most objects, which have metadata, spec and status.
   */
  readonly constantKeys: readonly string[] | undefined;
  /** From the highest field number down: the order of a writer that fills its buffer from the end. */
  readonly descending: readonly Field[];
  /** For each name in the JSON, the fields on the way to it: inline ones, then the field. */
  readonly ways: ReadonlyMap<string, readonly Field[]>;
  /** By the places that are taken: messages that have the same keys share one list of them. */
  readonly #keys = new Map<number, readonly string[]>();
  #isObject: boolean | undefined;

  constructor(apiVersion: string, name: string, texts: readonly FieldText[]) {
    this.apiVersion = apiVersion;
    this.name = name;
    const fields = texts.map((text) => new Field(text, apiVersion));
    const byNumber: (Field | undefined)[] = [];
    const slots: Field[] = [];
    const ways = new Map<string, readonly Field[]>();
    for (const field of fields) {
      // Without holes, which would make reading it slow.
      while (byNumber.length <= field.number) byNumber.push(undefined);
      byNumber[field.number] = field;
      field.slot = slots.length;
      if (field.isInline) {
        const { inner } = field;
        field.width = inner.slots.length;
        slots.push(...inner.slots);
        for (const [name, way] of inner.ways) ways.set(name, [field, ...way]);
      } else {
        slots.push(field);
        ways.set(field.json, [field]);
      }
    }
    this.byNumber = byNumber;
    this.slots = slots;
    this.constantKeys = slots.every(isAlwaysThere) ? slots.map(({ json }) => json) : undefined;
    this.ways = ways;
    this.descending = [...fields].sort((a, b) => b.number - a.number);
  }

  /** Whether it has the metadata of an object, in field 1. */
  get isObject(): boolean {
    // Not known when the type is made: messages refer to each other.
    return (this.#isObject ??= isMetadata(this.byNumber[1]));
  }

  /** The keys of a message, given the places of its JSON that are taken, a bit for each. Only where `hasFewKeys`. */
  keysOf(taken: number): readonly string[] {
    let keys = this.#keys.get(taken);
    if (keys === undefined) {
      keys = this.slots.filter((_, slot) => (taken & (1 << slot)) !== 0).map(({ json }) => json);
      if (this.#keys.size < MOST_KEY_LISTS) this.#keys.set(taken, keys);
    }
    return keys;
  }

  /** Whether its places fit into the bits of a number. */
  get hasFewKeys(): boolean {
    return this.slots.length <= 31;
  }

  /** `v1 Pod`: how messages to people name it. */
  toString(): string {
    return `${this.apiVersion} ${this.name}`;
  }
}

interface Table {
  /** A line a message, made into a type when first asked for. */
  readonly lines: Map<string, string>;
  readonly types: Map<string, MessageType>;
  readonly kinds: Set<string>;
}

const tables = new Map<string, Table>();

function tableOf(apiVersion: string): Table | undefined {
  const known = tables.get(apiVersion);
  if (known !== undefined) return known;
  if (!Object.hasOwn(wireTables, apiVersion)) return undefined;
  const table: Table = { lines: new Map(), types: new Map(), kinds: new Set() };
  for (const line of (wireTables[apiVersion] as string).trimStart().split('\n')) {
    const isKind = line.startsWith('!');
    const end = line.indexOf(' ');
    const name = line.slice(isKind ? 1 : 0, end === -1 ? undefined : end);
    table.lines.set(name, end === -1 ? '' : line.slice(end + 1));
    if (isKind) table.kinds.add(name);
  }
  tables.set(apiVersion, table);
  return table;
}

function typeIn(apiVersion: string, name: string): MessageType | undefined {
  const table = tableOf(apiVersion);
  if (table === undefined) return undefined;
  let type = table.types.get(name);
  if (type === undefined) {
    const line = table.lines.get(name);
    if (line === undefined) return undefined;
    type = new MessageType(apiVersion, name, line === '' ? [] : line.split(' ').map(parseFieldText));
    table.types.set(name, type);
  }
  return type;
}

function refer(apiVersion: string, ref: string): MessageType {
  const at = ref.indexOf(':');
  // The generator writes only references to messages that it writes too.
  return (at === -1 ? typeIn(apiVersion, ref) : typeIn(ref.slice(0, at), ref.slice(at + 1))) as MessageType;
}

const innerTypes = new Map<string, MessageType>();

/** The messages behind the types that have a JSON of their own. */
function innerOf(code: Code, table: string, ref: string): MessageType {
  const key = ref === '' ? String(code) : `${String(code)} ${table} ${ref}`;
  let type = innerTypes.get(key);
  if (type === undefined) {
    const [name, words] = innerText(code, ref);
    type = new MessageType(ref === '' ? META : table, name, words.map(parseFieldText));
    innerTypes.set(key, type);
  }
  return type;
}

function innerText(code: Code, ref: string): [name: string, words: string[]] {
  switch (code) {
    case CODE.TIME:
    case CODE.MICRO_TIME:
      return ['Timestamp', ['seconds:1.-l', 'nanos:2.-i']];
    case CODE.DURATION:
      return ['Duration', ['duration:1.-l']];
    case CODE.QUANTITY:
      return ['Quantity', ['string:1.-s']];
    case CODE.INT_OR_STRING:
      return ['IntOrString', ['type:1.-l', 'intVal:2.-i', 'strVal:3.-s']];
    case CODE.RAW_JSON:
      return ['RawJson', ['raw:1?-y']];
    case CODE.SCHEMA_OR_BOOL:
      return ['JSONSchemaPropsOrBool', ['allows:1.-b', `schema:2?-m${ref}`]];
    case CODE.SCHEMA_OR_LIST:
      return ['JSONSchemaPropsOrArray', [`schema:1?-m${ref}`, `schemas:2*-m${ref}`]];
    case CODE.SCHEMA_OR_STRINGS:
      return ['JSONSchemaPropsOrStringArray', [`schema:1?-m${ref}`, 'property:2*-s']];
    default:
      return ['Strings', ['items:1*-s']];
  }
}

/**
 * The message of a built-in kind, lists and the kinds of `meta.k8s.io/v1` included; undefined for any
 * other, whose objects travel as JSON. Every group/version also has the shared kinds: `Status`,
 * `DeleteOptions`, `WatchEvent`.
 *
 * @example
 * const pod = messageTypeOf('v1', 'Pod');
 */
export function messageTypeOf(apiVersion: string, kind: string): MessageType | undefined {
  const table = tableOf(apiVersion);
  if (table === undefined) return undefined;
  if (table.kinds.has(kind)) return typeIn(apiVersion, kind);
  return tableOf(META)?.kinds.has(kind) === true ? typeIn(META, kind) : undefined;
}
