/** A class whose constructor returns what it is given, so that a subclass adds its private fields to that. */
const Given = function (target: object): object {
  return target;
} as unknown as new (target: object) => object;

/**
 * Puts a key on an object in a private field: its reader cannot see it, and `keyOf` need not read the object, which may
 * have to be decoded for that.
 */
export class Keyed extends Given {
  readonly #key: string;

  constructor(target: object, key: string) {
    super(target);
    this.#key = key;
  }

  static keyOf(target: object): string | undefined {
    return #key in target ? target.#key : undefined;
  }
}
