import { inspect } from 'node:util';

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

const NOT_READ = Symbol('not read');

/** The state of a lazy object, in a private field that is stamped on it: nothing but this class can see it. */
class Fields extends Given {
  /** Until everything was read: nobody should keep the bytes of an object for what is decoded. */
  #source: FieldSource | undefined;
  readonly #names: readonly string[];
  /** By place of the name. Made at the first read: most objects of a cache are never read. */
  #values: unknown[] | undefined;

  constructor(target: object, source: FieldSource, names: readonly string[]) {
    super(target);
    this.#source = source;
    this.#names = names;
  }

  static read(target: object, name: string): unknown {
    if (!Fields.isStamped(target)) return readInherited(target, name);
    const names = target.#names;
    const values = (target.#values ??= new Array<unknown>(names.length).fill(NOT_READ));
    const index = names.indexOf(name);
    if (values[index] === NOT_READ) {
      values[index] = target.#source?.decodeField(name);
      if (!values.includes(NOT_READ)) target.#source = undefined;
    }
    return values[index];
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

// Objects of one kind mostly have the same fields: they share one list of names, as long as there are few lists.
const MOST_LISTS = 4096;
const knownNames = new Map<string, readonly string[]>();
const knownLists = new WeakSet<readonly string[]>();
let lastNames: readonly string[] = [];

function shared(names: readonly string[]): readonly string[] {
  // One object after the other of a kind: mostly a list that its source shares already.
  if (knownLists.has(names)) return names;
  const last = lastNames;
  if (names.length === last.length && names.every((name, index) => name === last[index])) return last;
  // Not a separator that can be in a name: two lists must not look the same.
  const text = JSON.stringify(names);
  const known = knownNames.get(text) ?? names;
  if (knownNames.size < MOST_LISTS) knownNames.set(text, known);
  // Both: a source that shares it asks with the same one again.
  knownLists.add(known).add(names);
  return (lastNames = known);
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

interface LazyObjectConstructor {
  new (source: FieldSource): object;
  prototype: object;
}

// A constructor, since V8 gives the objects of one constructor one shape, and not a class, since the
// prototype of a class cannot be set.
const LazyObject = function (this: object, source: FieldSource): void {
  const names = shared(source.fieldNames());
  new Fields(this, source, names);
  Object.defineProperty(this, inspect.custom, PRINTED);
  for (const name of names) defineGetter.call(this, name, accessorOf(name));
  Object.freeze(this);
} as unknown as LazyObjectConstructor;
LazyObject.prototype = Object.prototype;

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
