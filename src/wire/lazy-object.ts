import { inspect } from 'node:util';
import type { TypeMeta } from './type-meta.js';

/** Where a lazy object gets its fields from. */
export interface FieldSource {
  /** The names of the fields that are there, in order, without repetition. Called once. */
  fieldNames(): readonly string[];
  /** Decodes one of them: a fresh, deep-frozen value. Must not throw; called once for each name. */
  decodeField(name: string): unknown;
}

/** A class whose constructor returns what it is given, so that a subclass adds its private fields to that. */
const Given = function (target: object): object {
  return target;
} as unknown as new (target: object) => object;

/** The state of a lazy object, in a private field that is stamped on it: nothing but this class can see it. */
class Fields extends Given {
  /** As long as there is something to read: nobody should keep the bytes of an object for what is decoded. */
  #source: FieldSource | undefined;
  /** Those of the fields that are decoded when they are read. */
  readonly #names: readonly string[];
  /** By place of the name; a hole was not read. Made at the first read: most objects of a cache are never read. */
  #values: unknown[] | undefined;

  constructor(target: object, source: FieldSource, names: readonly string[]) {
    super(target);
    this.#source = names.length > 0 ? source : undefined;
    this.#names = names;
  }

  static read(target: object, name: string): unknown {
    if (!Fields.isStamped(target)) return readInherited(target, name);
    const names = target.#names;
    // As long as it will be: one that grows takes room for more.
    const values = (target.#values ??= new Array<unknown>(names.length));
    const index = names.indexOf(name);
    const known = values[index];
    if (known !== undefined || index < 0 || index in values) return known;
    const value = (values[index] = target.#source?.decodeField(name));
    if (!values.includes(undefined)) target.#source = undefined;
    return value;
  }

  static isStamped(target: object): target is Fields {
    return #source in target;
  }
}

/** An accessor can be called on another object: on one that has a lazy object as its prototype. */
function readInherited(target: object, name: string): unknown {
  for (let next = Object.getPrototypeOf(target) as object | null; next !== null;) {
    if (Fields.isStamped(next)) return Fields.read(next, name);
    next = Object.getPrototypeOf(next) as object | null;
  }
  return undefined;
}

// Accessors are shared by all objects that have a field of that name: closures for each object would put
// V8 into its slow mode, with ten times the memory. Custom resources can have any names at the top, so the
// table stops growing at a number that no set of real kinds comes near.
const MOST_ACCESSORS = 4096;
const accessors = new Map<string, Getter>();

type Getter = (this: object) => unknown;

function accessorOf(name: string): Getter {
  let accessor = accessors.get(name);
  if (accessor === undefined) {
    accessor = function (this: object) {
      return Fields.read(this, name);
    };
    if (accessors.size < MOST_ACCESSORS) accessors.set(name, accessor);
  }
  return accessor;
}

// Half the time of Object.defineProperty, which has to read a descriptor: a handler is handed an object for each change.
const { __defineGetter__: defineGetter } = Object.prototype as unknown as {
  readonly __defineGetter__: (this: object, name: string, getter: Getter) => void;
};

/** The names of the fields of an object, and how each becomes a property. */
interface Shape {
  readonly names: readonly string[];
  /** By place of the name; undefined for a plain one. */
  readonly getters: readonly (Getter | undefined)[];
  /** Those that have an accessor. */
  readonly lazy: readonly string[];
}

// Objects of one kind mostly have the same fields: they share one shape, as long as there are few.
const MOST_SHAPES = 4096;

/** The shapes of objects that have the same plain fields: those that are decoded at once. */
class Shapes {
  readonly #plain: ReadonlySet<string>;
  readonly #byText = new Map<string, Shape>();
  /** By a list that a source has asked with: mostly one that it shares among its objects. */
  readonly #byList = new WeakMap<readonly string[], Shape>();
  #last: Shape = { names: [], getters: [], lazy: [] };

  constructor(plain: readonly string[]) {
    this.#plain = new Set(plain);
  }

  of(names: readonly string[]): Shape {
    const known = this.#byList.get(names);
    if (known !== undefined) return known;
    const last = this.#last.names;
    if (names.length === last.length && names.every((name, index) => name === last[index])) return this.#last;
    // Not a separator that can be in a name: two lists must not look the same.
    const text = JSON.stringify(names);
    const shape = this.#byText.get(text) ?? this.#make(names);
    if (this.#byText.size < MOST_SHAPES) this.#byText.set(text, shape);
    this.#byList.set(names, shape);
    return (this.#last = shape);
  }

  #make(names: readonly string[]): Shape {
    const isLazy = (name: string): boolean => !this.#plain.has(name);
    return {
      names,
      getters: names.map((name) => (isLazy(name) ? accessorOf(name) : undefined)),
      lazy: names.filter(isLazy),
    };
  }
}

// Node prints accessors as [Getter]; this makes it print what they give.
const PRINTED: PropertyDescriptor = {
  value(this: object) {
    return { ...this };
  },
  enumerable: false,
  configurable: false,
  writable: false,
};

function complete(object: Record<string, unknown>, source: FieldSource, shapes: Shapes): void {
  const { names, getters, lazy } = shapes.of(source.fieldNames());
  new Fields(object, source, lazy);
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string;
    const getter = getters[index];
    if (getter === undefined) object[name] = source.decodeField(name);
    else defineGetter.call(object, name, getter);
  }
  Reflect.defineProperty(object, inspect.custom, PRINTED);
  Object.freeze(object);
}

// Constructors, since V8 gives the objects of one constructor one shape, and not classes, since the prototype of a class
// cannot be set.
interface Constructor<Args extends readonly unknown[]> {
  new (...args: Args): object;
  prototype: object;
}

const allLazy = new Shapes([]);

const LazyObject = function (this: Record<string, unknown>, source: FieldSource): void {
  complete(this, source, allLazy);
} as unknown as Constructor<[source: FieldSource]>;
LazyObject.prototype = Object.prototype;

// Two accessors less: an object is made for each change that a handler is told of, and they are most of what that takes.
const TypedLazyObject = function (this: Record<string, unknown>, type: TypeMeta, source: FieldSource): void {
  this['kind'] = type.kind;
  this['apiVersion'] = type.apiVersion;
  complete(this, source, allLazy);
} as unknown as Constructor<[type: TypeMeta, source: FieldSource]>;
TypedLazyObject.prototype = Object.prototype;

// What a record has at hand, or next to it: an accessor takes longer to make than these to decode.
const metadataShapes = new Shapes(['name', 'namespace', 'uid', 'resourceVersion']);

const LazyMetadata = function (this: Record<string, unknown>, source: FieldSource): void {
  complete(this, source, metadataShapes);
} as unknown as Constructor<[source: FieldSource]>;
LazyMetadata.prototype = Object.prototype;

/**
 * An object that is decoded field by field when it is read, and that its reader cannot tell from the
 * plain, frozen object: keys, spread, JSON, structured clone, deep equality and printing are the same.
 * The one difference is that `Object.getOwnPropertyDescriptor(object, name)` has `get` instead of `value`; and a getter knows
 * no other object than its own, so that one that is put on another by its descriptor, or asked through a Proxy that passes
 * itself on as the receiver, gives undefined.
 */
export function lazyObject<T extends object>(source: FieldSource): T {
  return new LazyObject(source) as T;
}

/** The same, with its type in front, which is not among the fields of the source. */
export function typedLazyObject<T extends object>(type: TypeMeta, source: FieldSource): T {
  return new TypedLazyObject(type, source) as T;
}

/** The same for the metadata of an object, of which who and which state it is is decoded at once. */
export function lazyMetadata(source: FieldSource): object {
  return new LazyMetadata(source);
}
