import { sameJson } from '../json.js';
import { trackUpdate } from '../patch/index.js';
import { builtInSchema } from '../schema/index.js';
import type { Storage } from '../storage/contract.js';
import type { WriteFollower } from '../writing/write.js';
import { keepApiServices } from './api-services.js';
import { acceptNames } from './definition-names.js';
import { CLEANUP, DEFINITIONS, hasCondition, setCondition } from './definition.js';
import type { Definition } from './definition.js';

/** Who writes what the server itself writes. */
const MANAGER = 'kube-apiserver';

/**
 * What the controllers inside a kube-apiserver do about CRDs, done at once: names are accepted, the CRD is established,
 * the APIServices of its group are kept, and the objects of one that is deleted go before it does. Each step is a write
 * of its own, so that a watch sees what it would see of the real ones.
 */
export class DefinitionKeeper {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  afterWrite({ groupResource, entry, removed, now }: Parameters<WriteFollower['afterWrite']>[0]): void {
    if (groupResource === DEFINITIONS) {
      const definition = entry.object as Definition;
      if (!removed && definition.metadata.deletionTimestamp !== undefined) this.#cleanUp(entry.name, now);
      else this.#settleGroup(definition.spec.group, now);
    } else if (removed && groupResource.includes('.')) {
      this.#finish(groupResource, now);
    }
  }

  /** Does what was left to do when the process ended between two of the steps. */
  recover(now: string): void {
    const definitions = [...this.#storage.snapshot(DEFINITIONS).entries()].map(({ object }) => object as Definition);
    for (const { metadata } of definitions) {
      if (metadata.deletionTimestamp !== undefined) this.#cleanUp(metadata.name ?? '', now);
    }
    for (const group of new Set(definitions.map(({ spec }) => spec.group))) this.#settleGroup(group, now);
  }

  #definitionsOf(group: string): Definition[] {
    return [...this.#storage.snapshot(DEFINITIONS).entries()]
      .map(({ object }) => object as Definition)
      .filter(({ spec }) => spec.group === group);
  }

  /** Names that one CRD gives up, another may have been waiting for. */
  #settleGroup(group: string, now: string): void {
    for (const { metadata } of this.#definitionsOf(group)) this.#settle(group, metadata.name ?? '', now);
    keepApiServices(this.#storage, group, now);
  }

  #settle(group: string, name: string, now: string): void {
    const definition = this.#storage.get(DEFINITIONS, name)?.object as Definition | undefined;
    if (definition === undefined || definition.metadata.deletionTimestamp !== undefined) return;
    if (!sameJson(definition.spec.names, definition.status?.acceptedNames)) {
      const { accepted, condition } = acceptNames(definition, this.#definitionsOf(group));
      this.#write(name, now, (next) => {
        next.status = { ...next.status, acceptedNames: accepted };
        setCondition(next, condition, now);
        if (!hasCondition(next, 'Established')) setCondition(next, pending(condition.status), now);
      });
    }
    const settled = this.#storage.get(DEFINITIONS, name)?.object as Definition;
    if (hasCondition(settled, 'Established') || !hasCondition(settled, 'NamesAccepted')) return;
    this.#write(name, now, (next) => {
      setCondition(
        next,
        {
          type: 'Established',
          status: 'True',
          reason: 'InitialNamesAccepted',
          message: 'the initial names have been accepted',
        },
        now,
      );
    });
  }

  #cleanUp(name: string, now: string): void {
    const definition = this.#storage.get(DEFINITIONS, name)?.object as Definition | undefined;
    if (definition?.metadata.finalizers?.includes(CLEANUP) !== true) return;
    const { spec, status } = definition;
    const groupResource = `${status?.acceptedNames?.plural ?? spec.names.plural}.${spec.group}`;
    // One that was never established never had objects of its own.
    if (hasCondition(definition, 'Established')) {
      this.#write(name, now, (next) => {
        setCondition(
          next,
          {
            type: 'Terminating',
            status: 'True',
            reason: 'InstanceDeletionInProgress',
            message: 'CustomResource deletion is in progress',
          },
          now,
        );
      });
      this.#deleteObjects(groupResource, now);
    }
    this.#finish(groupResource, now);
  }

  #deleteObjects(groupResource: string, now: string): void {
    for (const { key, object } of [...this.#storage.snapshot(groupResource).entries()]) {
      const { metadata } = object;
      if ((metadata.finalizers ?? []).length === 0) this.#storage.remove(groupResource, key);
      else if (metadata.deletionTimestamp === undefined) {
        const next = structuredClone(object);
        next.metadata.deletionTimestamp = now;
        next.metadata.deletionGracePeriodSeconds = 0;
        if (metadata.generation !== undefined) next.metadata.generation = metadata.generation + 1;
        this.#storage.put(groupResource, key, next);
      }
    }
  }

  /** Lets go of a CRD that waited for its objects, when the last of them is gone. */
  #finish(name: string, now: string): void {
    const definition = this.#storage.get(DEFINITIONS, name)?.object as Definition | undefined;
    if (definition?.metadata.deletionTimestamp === undefined || this.#storage.count(name) > 0) return;
    const finalizers = (definition.metadata.finalizers ?? []).filter((finalizer) => finalizer !== CLEANUP);
    if (finalizers.length === 0) {
      this.#storage.remove(DEFINITIONS, name);
      this.#settleGroup(definition.spec.group, now);
      return;
    }
    if (finalizers.length === definition.metadata.finalizers?.length) return;
    this.#write(name, now, (next) => {
      next.metadata.finalizers = finalizers;
      setCondition(
        next,
        {
          type: 'Terminating',
          status: 'False',
          reason: 'InstanceDeletionCompleted',
          message: 'removed all instances',
        },
        now,
      );
    });
  }

  #write(name: string, now: string, change: (next: Definition) => void): void {
    const old = this.#storage.get(DEFINITIONS, name)?.object as Definition;
    const next = structuredClone(old);
    change(next);
    next.metadata.managedFields = trackUpdate({
      schema: builtInSchema(old.apiVersion, old.kind),
      before: old,
      after: next,
      manager: MANAGER,
      subresource: 'status',
      now,
    });
    this.#storage.put(DEFINITIONS, name, next);
  }
}

const pending = (accepted: string): { type: string; status: string; reason: string; message: string } =>
  accepted === 'True'
    ? { type: 'Established', status: 'False', reason: 'Installing', message: 'the initial names have been accepted' }
    : { type: 'Established', status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' };
