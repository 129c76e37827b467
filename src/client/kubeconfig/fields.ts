import { kubeConfigError } from './kubeconfig-error.js';

/**
 * Reads the fields of an object of unknown shape and names the field in the error when one is not what it must be.
 * Null counts as absent, as it does for kubectl. Messages never repeat a value: it may be a secret.
 */
export class Fields {
  readonly #value: Readonly<Record<string, unknown>>;
  readonly #path: string;
  readonly #source: string;

  /** `path` is where in the file the object is, `source` which file it is. */
  constructor(value: unknown, path: string, source: string) {
    this.#path = path;
    this.#source = source;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw this.#wrong('', value, 'a map');
    }
    this.#value = value as Readonly<Record<string, unknown>>;
  }

  /** The value as it is; undefined if absent or null. Only fields of the object itself, never inherited ones. */
  raw(key: string): unknown {
    return Object.hasOwn(this.#value, key) ? (this.#value[key] ?? undefined) : undefined;
  }

  /** Text; the empty text counts as absent. */
  text(key: string): string | undefined {
    const value = this.raw(key);
    if (value === undefined || value === '') return undefined;
    if (typeof value !== 'string') throw this.#wrong(key, value, 'text');
    return value;
  }

  requiredText(key: string): string {
    const value = this.text(key);
    if (value === undefined) {
      throw kubeConfigError(`The kubeconfig ${this.#source} has no ${this.#at(key)}. Add it.`);
    }
    return value;
  }

  /** True or false, also as `yes`, `no`, `on` and `off`: kubectl reads YAML 1.1, where those are the same. */
  flag(key: string): boolean {
    const value = this.raw(key);
    if (value === undefined) return false;
    if (typeof value === 'string' && /^(?:y|yes|on)$/i.test(value)) return true;
    if (typeof value === 'string' && /^(?:n|no|off)$/i.test(value)) return false;
    if (typeof value !== 'boolean') throw this.#wrong(key, value, 'true or false');
    return value;
  }

  list(key: string): readonly unknown[] {
    const value = this.raw(key);
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw this.#wrong(key, value, 'a list');
    return value;
  }

  textList(key: string): readonly string[] {
    return this.list(key).map((item, index) => {
      if (typeof item !== 'string') throw this.#wrong(`${key}[${index}]`, item, 'text');
      return item;
    });
  }

  object(key: string): Fields | undefined {
    const value = this.raw(key);
    return value === undefined ? undefined : new Fields(value, this.#at(key), this.#source);
  }

  objects(key: string): readonly Fields[] {
    return this.list(key).map((item, index) => new Fields(item, `${this.#at(key)}[${index}]`, this.#source));
  }

  /** Own fields by name, each read by `read`. */
  entries<T>(read: (fields: Fields, key: string) => T): ReadonlyMap<string, T> {
    return new Map(Object.keys(this.#value).map((key) => [key, read(this, key)]));
  }

  /** Text that base64 was made of. */
  base64(key: string): string | undefined {
    const encoded = this.text(key)?.replaceAll(/\s/g, '');
    if (encoded === undefined) return undefined;
    if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(encoded)) {
      throw kubeConfigError(
        `In the kubeconfig ${this.#source}, ${this.#at(key)} is not base64. ` +
          'Encode the PEM file with base64, or name the file in the field without "-data".',
      );
    }
    return Buffer.from(encoded, 'base64').toString('utf8');
  }

  #at(key: string): string {
    if (key === '') return this.#path === '' ? 'the whole' : this.#path;
    return this.#path === '' ? key : `${this.#path}.${key}`;
  }

  #wrong(key: string, value: unknown, wanted: string): Error {
    const is = Array.isArray(value) ? 'a list' : value === null ? 'null' : kindOf(value);
    const advice = wanted === 'text' && typeof value !== 'object' ? ' Put it in quotes.' : '';
    return kubeConfigError(
      `In the kubeconfig ${this.#source}, ${this.#at(key)} is ${is}; it must be ${wanted}.${advice}`,
    );
  }
}

function kindOf(value: unknown): string {
  if (typeof value === 'object') return 'a map';
  if (typeof value === 'string') return 'text';
  return value === undefined ? 'missing' : `a ${typeof value}`;
}
