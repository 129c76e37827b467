import type { ResourceRef } from './resource.js';

/** References by group, version and name. Groups and versions may be getters: each is read when it is first asked for. */
type Branch = Readonly<Record<string, unknown>>;

/**
 * Gives the objects of a class a property for each group of a tree of references: `owner.core.v1.pods` is what `make`
 * makes of the reference that stands at `tree.core.v1.pods`. Everything is made when it is first read, once for each
 * owner. A property that the class already has is left as it is.
 */
export function defineAccessors<Owner extends object>(
  prototype: object,
  tree: object,
  make: (owner: Owner, reference: ResourceRef) => unknown,
): void {
  for (const group of Object.keys(tree)) {
    if (group in prototype) continue;
    const made = new WeakMap<Owner, object>();
    Object.defineProperty(prototype, group, {
      configurable: true,
      get(this: Owner) {
        let versions = made.get(this);
        if (versions === undefined) {
          versions = accessorsOf((tree as Branch)[group] as object, (reference) => make(this, reference));
          made.set(this, versions);
        }
        return versions;
      },
    });
  }
}

/**
 * The accessors of one group: `accessors.v1.pods`. With a `target`, they become properties of that.
 */
export function accessorsOf(versions: object, make: (reference: ResourceRef) => unknown, target: object = {}): object {
  for (const version of Object.keys(versions)) {
    lazy(target, version, () => {
      const references = (versions as Branch)[version] as Readonly<Record<string, ResourceRef>>;
      const named = {};
      for (const [name, reference] of Object.entries(references)) lazy(named, name, () => make(reference));
      return Object.freeze(named);
    });
  }
  return target;
}

function lazy(target: object, name: string, make: () => unknown): void {
  let value: unknown;
  let isMade = false;
  Object.defineProperty(target, name, {
    enumerable: true,
    get: () => {
      if (!isMade) {
        value = make();
        isMade = true;
      }
      return value;
    },
  });
}
