import { KubeInformerError, NotFoundError } from '../errors/index.js';
import { FieldSelector, LabelSelector, assertKnownOptions, keyOf } from '../meta/index.js';
import type { KnownOptions, KubernetesObject, LabelSelectorInput, ObjectName, Scope } from '../meta/index.js';
import { candidates } from './candidates.js';
import type { Store } from './store.js';

/** Which objects to list. Everything that is given must hold. */
export interface ListerListOptions {
  /** `app=web,tier in (front, back)`, or `{ matchLabels, matchExpressions }`. */
  readonly labelSelector?: LabelSelectorInput | undefined;
  /** `spec.nodeName=node-1,status.phase!=Running`, over any field of the object. */
  readonly fieldSelector?: string | FieldSelector | undefined;
  /** At most this many; 0 or absent: all. */
  readonly limit?: number | undefined;
}

const LIST_OPTIONS: KnownOptions<ListerListOptions> = { labelSelector: true, fieldSelector: true, limit: true };

/**
 * Reads a cache and cannot write to it. What it returns is read-only and shared: copy it with
 * `mutableCopy()` to change it.
 *
 * A selector that cannot match returns at once and an empty one reads no labels. A selector that
 * asks for given values of a field over which the indexer has an index, or for one namespace, looks
 * at those objects only. Results come in the order of the store, or of the index where one is used.
 *
 * @example
 * lister.get('default/web-1');
 * lister.namespace('default').list({ labelSelector: 'app=web', limit: 10 });
 */
export class Lister<T extends KubernetesObject> implements Iterable<T> {
  readonly #store: Store<T>;
  readonly #kind: ObjectsRead;

  /**
   * `resource` is what messages call the objects: `pods`, `deployments.apps`. With a `scope`, a key that none of them can
   * have is refused instead of not found.
   */
  constructor(store: Store<T>, resource: string, scope?: Scope) {
    this.#store = store;
    this.#kind = { resource, scope };
  }

  /** How many objects are cached. */
  get size(): number {
    return this.#store.size;
  }

  /**
   * The object of a key, or of a name and namespace, such as the metadata of any object; undefined when there is none.
   * Throws `ERR_INVALID_KEY` for what is not a key, such as the name alone of an object that must have a namespace.
   */
  get(key: string | ObjectName): T | undefined {
    const text = textOf(key);
    const found = this.#store.get(text);
    if (found === undefined) assertPossible(text, this.#kind);
    return found;
  }

  /**
   * The same, or `NotFoundError`, as a GET would give. `ERR_NOT_SYNCED` as long as the cache is empty and has no
   * resourceVersion, which a list would have brought: whoever takes an object that is not there for deleted must not clean up after it then.
   */
  getOrThrow(key: string | ObjectName): T {
    return this.get(key) ?? missing(this.#store, this.#kind.resource, textOf(key));
  }

  /** A new array of the objects that match. Throws `ERR_INVALID_SELECTOR`, and `ERR_INVALID_ARGUMENT` for an option that there is not. */
  list(options: ListerListOptions = {}): T[] {
    return select(this.#store, undefined, options);
  }

  /** The same over one namespace. `''` lists all namespaces and gets cluster-scoped objects, as in Kubernetes. */
  namespace(namespace: string): NamespaceLister<T> {
    return new NamespaceLister(this.#store, this.#kind, namespace);
  }

  keys(): IterableIterator<string> {
    return this.#store.keys();
  }

  /** All objects, without a copy of the list. */
  [Symbol.iterator](): IterableIterator<T> {
    return this.#store.values();
  }
}

interface ObjectsRead {
  readonly resource: string;
  readonly scope: Scope | undefined;
}

/** Asked of keys that are not in the store: those that are need no check. */
function assertPossible(key: string, { resource, scope }: ObjectsRead): void {
  const slash = key.indexOf('/');
  if (scope === undefined || slash > 0 === (scope === 'Namespaced')) return;
  const advice =
    scope === 'Namespaced'
      ? `they are in namespaces, so give "namespace/name", or ask namespace('…').get(${JSON.stringify(key)}), or correct the scope of the resource`
      : `they are in no namespace, so give the name alone, ${JSON.stringify(key.slice(slash + 1))}, or correct the scope of the resource`;
  throw new KubeInformerError('ERR_INVALID_KEY', `Cannot look up ${JSON.stringify(key)} among ${resource}: ${advice}.`);
}

function missing(store: Pick<Store<never>, 'size' | 'resourceVersion'>, resource: string, key: string): never {
  if (store.size > 0 || store.resourceVersion !== '') throw new NotFoundError(resource, key);
  throw new KubeInformerError(
    'ERR_NOT_SYNCED',
    `Cannot tell whether there are ${resource} ${JSON.stringify(key)}: the cache was not filled yet. ` +
      'Start its informer, and wait for waitForCacheSync() before you read.',
    { retryable: true },
  );
}

function textOf(key: string | ObjectName): string {
  if (typeof key === 'string') return key;
  // What a caller without types gives may be neither.
  const { namespace, name } = Object(key) as { readonly namespace?: string; readonly name: unknown };
  if (typeof name === 'string' && name !== '' && !name.includes('/')) return keyOf(namespace, name);
  throw new KubeInformerError(
    'ERR_INVALID_KEY',
    `Cannot look up ${JSON.stringify(key)}: give a key, "namespace/name", or an object with name and namespace.`,
  );
}

/** A lister of one namespace. Made by `Lister.namespace()`. */
export class NamespaceLister<T extends KubernetesObject> implements Iterable<T> {
  readonly #store: Store<T>;
  readonly #kind: ObjectsRead;
  readonly #namespace: string;

  /** @internal */
  constructor(store: Store<T>, kind: ObjectsRead, namespace: string) {
    this.#store = store;
    this.#kind = kind;
    this.#namespace = namespace;
  }

  /** The object of that name; undefined when there is none. Throws `ERR_INVALID_KEY` as `Lister.get` does, and for a slash. */
  get(name: string): T | undefined {
    const key = this.#keyOf(name);
    const found = this.#store.get(key);
    if (found === undefined) assertPossible(key, this.#kind);
    return found;
  }

  /** The object of that name, or what `Lister.getOrThrow` throws. */
  getOrThrow(name: string): T {
    return this.get(name) ?? missing(this.#store, this.#kind.resource, this.#keyOf(name));
  }

  /** A new array of the objects that match. Throws `ERR_INVALID_SELECTOR`, and `ERR_INVALID_ARGUMENT` for an option that there is not. */
  list(options: ListerListOptions = {}): T[] {
    return select(this.#store, this.#scope, options);
  }

  /** The objects of the namespace, without a copy of the list. */
  *[Symbol.iterator](): Generator<T, undefined> {
    for (const group of this.#store.entryGroups(this.#scope)) for (const { record } of group) yield record.object;
  }

  #keyOf(name: string): string {
    if (name === '' || name.includes('/')) {
      throw new KubeInformerError(
        'ERR_INVALID_KEY',
        `Cannot look up the name ${JSON.stringify(name)} in a namespace: give the name alone, or the whole key to the lister itself.`,
      );
    }
    return keyOf(this.#namespace, name);
  }

  get #scope(): string | undefined {
    return this.#namespace === '' ? undefined : this.#namespace;
  }
}

function select<T extends KubernetesObject>(
  store: Store<T>,
  namespace: string | undefined,
  options: ListerListOptions,
): T[] {
  // Lists are made often, and nearly all of them of options that there are: the whole check is for others.
  for (const name in options) {
    if (!Object.hasOwn(LIST_OPTIONS, name)) assertKnownOptions(options, LIST_OPTIONS, 'Cannot list what is cached');
  }
  const limit = limitOf(options.limit);
  const labels = LabelSelector.from(options.labelSelector);
  const fields = FieldSelector.from(options.fieldSelector);
  if (labels.matchesNothing || fields.matchesNothing) return [];
  const found: T[] = [];
  for (const group of candidates(store, namespace, labels, fields)) {
    for (const { record } of group) {
      if (namespace !== undefined && record.namespace !== namespace) continue;
      if (!labels.matchesRecord(record) || !fields.matchesRecord(record)) continue;
      found.push(record.object);
      if (found.length === limit) return found;
    }
  }
  return found;
}

function limitOf(limit: number | undefined): number {
  if (limit === undefined || limit === 0) return Infinity;
  if (Number.isInteger(limit) && limit > 0) return limit;
  throw new KubeInformerError(
    'ERR_INVALID_ARGUMENT',
    `Cannot list with a limit of ${limit}: give a whole number from 1 up, or 0 for no limit.`,
  );
}
