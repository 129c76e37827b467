import type { Logger } from '../base/logger.js';
import { TimeSlicer } from '../base/time-slicer.js';
import { KubeInformerError } from '../errors/index.js';
import { recordOf } from '../meta/index.js';
import type { FieldPath, KubernetesObject, ObjectRecord } from '../meta/index.js';
import { Content } from './content.js';
import type { EntryGroup } from './entry.js';
import { IndexDefinition, samePath, warnOfIndexErrors } from './index-definition.js';
import type { IndexSource, OnIndexError } from './index-definition.js';
import type { InvertedIndex } from './inverted-index.js';
import { Store } from './store.js';

/** The index every indexer has: answered from the store's own layout, at no cost. */
export const NAMESPACE_INDEX = 'namespace';

/** Indices by name. */
export type Indexers<T extends KubernetesObject, Names extends string = string> = Readonly<
  Partial<Record<Names, IndexSource<T>>>
>;

/** What an indexer starts with. */
export interface IndexerOptions<T extends KubernetesObject, Names extends string = string> {
  /** The indices to begin with; more may come with `addIndexers`. */
  readonly indexers?: Indexers<T, Names> | undefined;
  /** Told of each object that an index could not file. Default: a warning to `logger`. */
  readonly onIndexError?: OnIndexError | undefined;
  /** Default: the console. */
  readonly logger?: Logger | undefined;
}

/**
 * A store that also finds objects by what is in them.
 *
 * An index files each object under any number of values. It is kept up with every write and is part
 * of the same step: a reader never sees an object and its index disagree. Where an index function
 * throws or returns something other than text, that object is not in that index, `onIndexError` is
 * told, and the store goes on.
 *
 * The names of the indices are part of the type where they are known, so that an editor completes
 * them and the compiler rejects others.
 *
 * @example
 * const indexer = new Indexer<Pod, 'node' | 'app'>({
 *   indexers: { node: 'spec.nodeName', app: (pod) => pod.metadata.labels?.['app'] },
 * });
 * indexer.byIndex('node', 'node-1');
 */
export class Indexer<T extends KubernetesObject, Names extends string = string> extends Store<T> {
  readonly #byName = new Map<string, IndexDefinition<T>>();

  constructor(options: IndexerOptions<T, Names> = {}) {
    super(new Content(options.onIndexError ?? warnOfIndexErrors(options.logger)));
    if (options.indexers !== undefined) this.addIndexers(options.indexers);
  }

  /** The names that queries accept, `namespace` first. */
  get indexNames(): string[] {
    return [NAMESPACE_INDEX, ...[...this.#byName.values()].filter(({ ready }) => ready).map(({ name }) => name)];
  }

  /**
   * Adds indices and files what is in the store, before it returns. Above some 10,000 objects that
   * is felt by everything else on the event loop: use `addIndexersSliced` there.
   * An index that is there already, under the same name and over the same path or by the same function, is left as it is:
   * those who share an indexer need not know of each other. A name that is taken by another throws `ERR_INDEX_CONFLICT`, a
   * path that cannot be read `ERR_INVALID_ARGUMENT`, and then nothing has changed. Returns this indexer, under a type that
   * knows the new names too.
   */
  // eslint-disable-next-line @typescript-eslint/prefer-return-this-type -- `this` would not know the new names
  addIndexers<More extends string>(indexers: Indexers<T, More>): Indexer<T, Names | More> {
    const definitions = this.#define(indexers);
    for (const generation of this.content.liveGenerations()) {
      for (const entry of generation.entries()) {
        for (const definition of definitions) this.content.fill(generation, entry, definition);
      }
    }
    for (const definition of definitions) definition.ready = true;
    return this;
  }

  /**
   * As `addIndexers`, for a big store: never holds the event loop for more than a few milliseconds.
   * The store may be read, written and replaced meanwhile. Until the promise resolves, queries on
   * the new names throw `ERR_INDEX_UNKNOWN`. Rejects where `addIndexers` throws.
   */
  async addIndexersSliced<More extends string>(indexers: Indexers<T, More>): Promise<Indexer<T, Names | More>> {
    const definitions = this.#define(indexers);
    const slicer = new TimeSlicer(1);
    // A generation that begins after this point is filled as it is written: only these have holes.
    for (const generation of this.content.liveGenerations()) {
      for (const entry of generation.entries()) {
        if (!this.content.liveGenerations().includes(generation)) break;
        for (const definition of definitions) this.content.fill(generation, entry, definition);
        // With no entry in hand: one that is deleted meanwhile would be filed for good.
        if (slicer.due()) await slicer.yield();
      }
    }
    for (const definition of definitions) definition.ready = true;
    return this;
  }

  /** A new array of the objects that have `value`, in the order in which they came to have it. */
  byIndex(name: Names | typeof NAMESPACE_INDEX, value: string): T[] {
    return Array.from(this.entriesByIndex(name, value), ({ record }) => record.object);
  }

  /** The records that have `value`, without a copy. Live, as every iterator of a store. */
  recordsByIndex(name: Names | typeof NAMESPACE_INDEX, value: string): Iterable<ObjectRecord<T>> {
    const { generation } = this.content;
    if (name === NAMESPACE_INDEX) return generation.recordsIn(value);
    return recordsOf(generation.index(this.#definition(name).slot), value);
  }

  /** @internal What `recordsByIndex` goes through, for who goes through it at once. */
  entriesByIndex(name: string, value: string): EntryGroup<T> {
    const { generation } = this.content;
    if (name === NAMESPACE_INDEX) return generation.entriesIn(value);
    return generation.index(this.#definition(name).slot).entries(value);
  }

  /**
   * The objects that share at least one value with `item`, each once. `item` need not be in the
   * store; one that the index cannot file shares nothing, and `onIndexError` is told.
   */
  index(name: Names | typeof NAMESPACE_INDEX, item: T | ObjectRecord<T>): T[] {
    if (name === NAMESPACE_INDEX) return this.byIndex(name, recordOf(item).namespace);
    const values = this.#definition(name).evaluate(item, this.content.report);
    if (typeof values === 'string') return this.byIndex(name, values);
    const found = new Set<ObjectRecord<T>>();
    for (const value of values) for (const record of this.recordsByIndex(name, value)) found.add(record);
    return Array.from(found, ({ object }) => object);
  }

  /** The keys of the objects that have `value`, sorted. */
  indexKeys(name: Names | typeof NAMESPACE_INDEX, value: string): string[] {
    return Array.from(this.recordsByIndex(name, value), ({ key }) => key).sort();
  }

  /** The values that at least one object has, each once, in order of first arrival. */
  indexValues(name: Names | typeof NAMESPACE_INDEX): string[] {
    if (name === NAMESPACE_INDEX) return [...this.namespaces()];
    return [...this.content.generation.index(this.#definition(name).slot).values()];
  }

  /** The name of an index over exactly this field, if there is one that queries may use. */
  indexOfField(path: FieldPath): string | undefined {
    for (const { name, path: indexed, ready } of this.#byName.values()) {
      if (ready && indexed !== undefined && samePath(indexed, path)) return name;
    }
    return undefined;
  }

  #definition(name: string): IndexDefinition<T> {
    const definition = this.#byName.get(name);
    if (definition?.ready === true) return definition;
    const known = this.indexNames.map((each) => JSON.stringify(each)).join(', ');
    const advice =
      definition === undefined
        ? `There is no such index, only ${known}. Add it with addIndexers().`
        : `It is still being built: await what the call that adds it returned. Ready are ${known}.`;
    throw new KubeInformerError('ERR_INDEX_UNKNOWN', `Cannot query the index ${JSON.stringify(name)}. ${advice}`);
  }

  /** The definitions that are not whole yet: the new ones, and those that another call is still filling. */
  #define(indexers: Indexers<T>): IndexDefinition<T>[] {
    const fresh: IndexDefinition<T>[] = [];
    const underWay: IndexDefinition<T>[] = [];
    for (const [name, source] of Object.entries(indexers)) {
      if (source === undefined) continue;
      const taken = this.#byName.get(name);
      if (name === NAMESPACE_INDEX || taken?.isOver(source) === false) throw conflict(name);
      if (taken === undefined) {
        fresh.push(new IndexDefinition(name, this.content.definitions.length + fresh.length, source));
      } else if (!taken.ready) {
        underWay.push(taken);
      }
    }
    this.content.define(fresh);
    for (const definition of fresh) this.#byName.set(definition.name, definition);
    return [...fresh, ...underWay];
  }
}

function conflict(name: string): KubeInformerError {
  const why =
    name === NAMESPACE_INDEX
      ? 'every indexer has it already; leave it out'
      : 'there is one of that name over something else; use another name';
  return new KubeInformerError(
    'ERR_INDEX_CONFLICT',
    `Cannot add the index ${JSON.stringify(name)}: ${why}. No index was added.`,
  );
}

/** The index is asked at the first step: until then nothing is decided but which generation is shown. */
function* recordsOf<T extends KubernetesObject>(
  index: InvertedIndex<T>,
  value: string,
): Generator<ObjectRecord<T>, undefined> {
  for (const { record } of index.entries(value)) yield record;
}
