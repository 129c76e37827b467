import { apiVersionOf } from '../../meta/index.js';
import type { ResourceCatalogue, ServedResource } from '../contract.js';
import type { Entry, Storage } from '../storage/contract.js';
import { timestamp } from '../timestamp.js';
import type { WriteFollower } from '../writing/write.js';
import { builtInResources } from './built-in-resources.js';
import { servedBy } from './custom-resource.js';
import type { ServedDefinition } from './custom-resource.js';
import { DefinitionKeeper } from './definition-keeper.js';
import { DEFINITIONS, hasCondition } from './definition.js';
import type { Definition } from './definition.js';

const NOTHING: ServedDefinition = { served: new Map(), stored: undefined };
const DERIVED = 'crd/served';

/** What an entry of a CRD serves, made once for each state. */
function servedOf(entry: Entry): ServedDefinition {
  let found = entry.derived.get(DERIVED) as ServedDefinition | undefined;
  if (found === undefined) {
    const definition = entry.object as Definition;
    found = hasCondition(definition, 'Established') ? servedBy(definition) : NOTHING;
    entry.derived.set(DERIVED, found);
  }
  return found;
}

/**
 * Built-in resources and those of the CRDs in the storage. Nothing is kept that could be stale: a custom resource is
 * looked up through its CRD each time, so it is served from the very write that established it.
 */
class Catalogue implements ResourceCatalogue, WriteFollower {
  readonly #storage: Storage;
  readonly #builtIn: readonly ServedResource[] = builtInResources();
  readonly #byPath = new Map<string, ServedResource>();
  readonly #byName = new Map<string, ServedResource>();
  readonly #keeper: DefinitionKeeper;
  #generation = 1;
  #seen = '';

  constructor(storage: Storage) {
    this.#storage = storage;
    this.#keeper = new DefinitionKeeper(storage);
    this.#keeper.recover(timestamp(Date.now()));
    for (const resource of this.#builtIn) {
      this.#byPath.set(`${resource.apiVersion}/${resource.resource}`, resource);
      if (resource.version === resource.storageVersion) this.#byName.set(resource.groupResource, resource);
    }
  }

  find(group: string, version: string, resource: string): ServedResource | undefined {
    const builtIn = this.#byPath.get(`${apiVersionOf({ group, version })}/${resource}`);
    return builtIn ?? this.#custom(`${resource}.${group}`)?.served.get(version);
  }

  stored(groupResource: string): ServedResource | undefined {
    return this.#byName.get(groupResource) ?? this.#custom(groupResource)?.stored;
  }

  *all(): Iterable<ServedResource> {
    yield* this.#builtIn;
    for (const entry of this.#storage.snapshot(DEFINITIONS).entries()) yield* servedOf(entry).served.values();
  }

  get generation(): number {
    let seen = '';
    for (const { version } of this.#storage.snapshot(DEFINITIONS).entries()) seen += `${String(version)},`;
    if (seen !== this.#seen) {
      this.#seen = seen;
      this.#generation += 1;
    }
    return this.#generation;
  }

  afterWrite(change: Parameters<WriteFollower['afterWrite']>[0]): void {
    this.#keeper.afterWrite(change);
  }

  #custom(name: string): ServedDefinition | undefined {
    const entry = this.#storage.get(DEFINITIONS, name);
    return entry === undefined ? undefined : servedOf(entry);
  }
}

/** Everything that is served: the built-in resources, and custom ones from the moment their CRD is stored. */
export function createCatalogue(storage: Storage): ResourceCatalogue & WriteFollower {
  return new Catalogue(storage);
}
