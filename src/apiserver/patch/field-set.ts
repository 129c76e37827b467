import { isObject } from '../json.js';
import type { Json } from '../json.js';
import { compareElements, elementText, parseElement } from './path-element.js';
import type { PathElement } from './path-element.js';

/** From the object to a field. */
export type Path = readonly PathElement[];

/**
 * A set of fields of an object, as a tree. Immutable but for `add`, which its maker uses. A field may be in the set, have
 * fields below it that are, or both: a map that somebody owns, with entries that others do.
 */
export class FieldSet {
  readonly members = new Set<PathElement>();
  readonly children = new Map<PathElement, FieldSet>();

  static of(...paths: readonly Path[]): FieldSet {
    const set = new FieldSet();
    for (const path of paths) set.add(path);
    return set;
  }

  /** Reads `fieldsV1`. What is not understood is left out. */
  static fromFields(fields: unknown): FieldSet {
    const set = new FieldSet();
    if (!isObject(fields)) return set;
    for (const [text, inner] of Object.entries(fields)) {
      const element = parseElement(text);
      if (element === undefined || !isObject(inner)) continue;
      if (Object.keys(inner).length === 0 || Object.hasOwn(inner, '.')) set.members.add(element);
      const child = FieldSet.fromFields(inner);
      if (!child.isEmpty) set.children.set(element, child);
    }
    return set;
  }

  /** Writes `fieldsV1`, in the order of the real server. */
  toFields(): Json {
    const fields: Json = {};
    const elements = [...new Set([...this.members, ...this.children.keys()])].sort(compareElements);
    for (const element of elements) {
      const child = this.children.get(element)?.toFields() ?? {};
      fields[element] = this.members.has(element) && Object.keys(child).length > 0 ? { '.': {}, ...child } : child;
    }
    return fields;
  }

  get isEmpty(): boolean {
    if (this.members.size > 0) return false;
    for (const child of this.children.values()) if (!child.isEmpty) return false;
    return true;
  }

  add(path: Path): void {
    addFrom(this, path);
  }

  /** The set below a step, made when there is none. */
  descend(element: PathElement): FieldSet {
    let child = this.children.get(element);
    if (child === undefined) {
      child = new FieldSet();
      this.children.set(element, child);
    }
    return child;
  }

  has(path: Path): boolean {
    const [element, ...rest] = path;
    if (element === undefined) return false;
    return rest.length === 0 ? this.members.has(element) : this.children.get(element)?.has(rest) === true;
  }

  /** Every field that is in the set, those of a level before those below it, each in the order of steps. */
  *paths(prefix: Path = []): Generator<Path> {
    for (const element of [...this.members].sort(compareElements)) yield [...prefix, element];
    const children = [...this.children].sort(([a], [b]) => compareElements(a, b));
    for (const [element, child] of children) yield* child.paths([...prefix, element]);
  }

  union(other: FieldSet): FieldSet {
    const result = new FieldSet();
    for (const set of [this, other]) for (const element of set.members) result.members.add(element);
    for (const element of new Set([...this.children.keys(), ...other.children.keys()])) {
      const left = this.children.get(element);
      const right = other.children.get(element);
      const child = left === undefined ? right : right === undefined ? left : left.union(right);
      if (child !== undefined && !child.isEmpty) result.children.set(element, child);
    }
    return result;
  }

  intersection(other: FieldSet): FieldSet {
    return this.#combine(
      (element) => other.members.has(element),
      (child, element) => {
        const matching = other.children.get(element);
        return matching === undefined ? undefined : child.intersection(matching);
      },
    );
  }

  /** Without the fields of another set; what is below one of them stays. */
  difference(other: FieldSet): FieldSet {
    return this.#combine(
      (element) => !other.members.has(element),
      (child, element) => {
        const matching = other.children.get(element);
        return matching === undefined ? child : child.difference(matching);
      },
    );
  }

  /** Without the fields of another set and everything below them. */
  without(other: FieldSet): FieldSet {
    return this.#combine(
      (element) => !other.members.has(element),
      (child, element) => {
        if (other.members.has(element)) return undefined;
        const matching = other.children.get(element);
        return matching === undefined ? child : child.without(matching);
      },
    );
  }

  #combine(
    keeps: (element: PathElement) => boolean,
    inner: (child: FieldSet, element: PathElement) => FieldSet | undefined,
  ): FieldSet {
    const result = new FieldSet();
    for (const element of this.members) if (keeps(element)) result.members.add(element);
    for (const [element, child] of this.children) {
      const kept = inner(child, element);
      if (kept !== undefined && !kept.isEmpty) result.children.set(element, kept);
    }
    return result;
  }
}

function addFrom(root: FieldSet, path: Path): void {
  let set = root;
  for (let at = 0; at < path.length - 1; at++) set = set.descend(path[at] as PathElement);
  if (path.length > 0) set.members.add(path[path.length - 1] as PathElement);
}

/** `.spec.containers[name="web"].image`. */
export const pathText = (path: Path): string => path.map(elementText).join('');
