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
  /** Until everything was read: nobody should keep the bytes of an object for what is decoded. */
  #source: FieldSource | undefined;
  readonly #names: readonly string[];
  /** By place of the name; a hole was not read. Made at the first read: most objects of a cache are never read. */
  #values: unknown[] | undefined;

  constructor(target: object, source: FieldSource, names: readonly string[]) {
    super(target);
    this.#source = source;
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

/** The names of the fields of an object, and for each its accessor. */
interface Shape {
  readonly names: readonly string[];
  readonly getters: readonly Getter[];
}

// Objects of one kind mostly have the same fields: they share one shape, as long as there are few.
const MOST_SHAPES = 4096;
const shapes = new Map<string, Shape>();
/** By a list that a source has asked with: mostly one that it shares among its objects. */
const shapesByList = new WeakMap<readonly string[], Shape>();
let lastShape: Shape = { names: [], getters: [] };

function shapeOf(names: readonly string[]): Shape {
  const known = shapesByList.get(names);
  if (known !== undefined) return known;
  const last = lastShape.names;
  if (names.length === last.length && names.every((name, index) => name === last[index])) return lastShape;
  // Not a separator that can be in a name: two lists must not look the same.
  const text = JSON.stringify(names);
  const shape = shapes.get(text) ?? { names, getters: names.map(accessorOf) };
  if (shapes.size < MOST_SHAPES) shapes.set(text, shape);
  shapesByList.set(names, shape);
  return (lastShape = shape);
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

function complete(object: object, source: FieldSource): void {
  const { names, getters } = shapeOf(source.fieldNames());
  new Fields(object, source, names);
  for (let index = 0; index < names.length; index++) {
    defineGetter.call(object, names[index] as string, getters[index] as Getter);
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

const LazyObject = function (this: object, source: FieldSource): void {
  complete(this, source);
} as unknown as Constructor<[source: FieldSource]>;
LazyObject.prototype = Object.prototype;

// Two accessors less: an object is made for each change that a handler is told of, and they are most of what that takes.
const TypedLazyObject = function (
  this: { kind: string; apiVersion: string },
  type: TypeMeta,
  source: FieldSource,
): void {
  this.kind = type.kind;
  this.apiVersion = type.apiVersion;
  complete(this, source);
} as unknown as Constructor<[type: TypeMeta, source: FieldSource]>;
TypedLazyObject.prototype = Object.prototype;

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
