import { abortable } from '../../base/abort.js';
import { KubeInformerError } from '../../errors/index.js';
import { apiVersionOf } from '../../meta/index.js';
import type { GroupVersionResource } from '../../meta/index.js';
import { readSurface } from './read-surface.js';
import { ResourceTable } from './resource-table.js';
import type { ApiGroup, ApiGroupVersion, ApiResource, ApiVersionKind, GetJson } from './types.js';

/** What every question to a `DiscoveryClient` takes. */
export interface DiscoveryRequestOptions {
  /** Ends the waiting. The request goes on as long as somebody else waits for it. */
  readonly signal?: AbortSignal | undefined;
}

interface Flight {
  readonly table: Promise<ResourceTable>;
  readonly controller: AbortController;
  waiting: number;
  isOver: boolean;
}

/**
 * What the server serves: its groups, its resources, and which resource a name or a kind means.
 *
 * It is read when first asked for, once for all who ask meanwhile, and kept. A name or kind that is not there makes it
 * read once more, since a custom resource may have been defined since; `invalidate()` forgets it. A failed read is not
 * kept.
 *
 * @example
 * const deployments = await client.discovery.findResource('deploy');
 * const widgets = await client.discovery.resourceFor({ apiVersion: 'example.com/v1', kind: 'Widget' });
 */
export class DiscoveryClient {
  readonly #getJson: GetJson;
  #table: ResourceTable | undefined;
  #flight: Flight | undefined;

  constructor(getJson: GetJson) {
    this.#getJson = getJson;
  }

  /** Forgets what was read. A read that is under way answers those who wait for it already, and nobody else. */
  invalidate(): void {
    this.#table = undefined;
    this.#flight = undefined;
  }

  /** All groups, the core group first, each with its versions, the preferred one first. */
  async groups(options: DiscoveryRequestOptions = {}): Promise<readonly ApiGroup[]> {
    return (await this.#read(options)).surface.groups;
  }

  /** All resources in all their versions, without those of stale group versions. */
  async resources(options: DiscoveryRequestOptions = {}): Promise<readonly ApiResource[]> {
    return (await this.#read(options)).surface.resources;
  }

  /** The group versions whose server does not answer: an aggregated API that is down. Empty when all is well. */
  async staleGroupVersions(options: DiscoveryRequestOptions = {}): Promise<readonly ApiGroupVersion[]> {
    const groups = await this.groups(options);
    return groups.flatMap(({ versions }) => versions.filter(({ stale }) => stale));
  }

  /**
   * The resource that a name means to kubectl: plural, singular, short name or kind in any case, alone or followed by
   * `.group` or `.version.group`. Throws `ERR_RESOURCE_UNKNOWN`, which names what comes near.
   *
   * @example
   * await discovery.findResource('hpa'); // the preferred version
   * await discovery.findResource('horizontalpodautoscalers.v1.autoscaling');
   */
  async findResource(name: string, options: DiscoveryRequestOptions = {}): Promise<ApiResource> {
    if (name.trim() === '') {
      throw new KubeInformerError('ERR_INVALID_ARGUMENT', 'Cannot find a resource: its name is empty.');
    }
    return this.#look(
      (table) => table.find(name),
      (table) => table.unknownName(name),
      options,
    );
  }

  /** The resource that holds the objects of a kind. Throws `ERR_RESOURCE_UNKNOWN`. */
  async resourceFor(kind: ApiVersionKind, options: DiscoveryRequestOptions = {}): Promise<ApiResource> {
    return this.#look(
      (table) => table.resourceFor(kind),
      (table) => table.unknownKind(kind),
      options,
    );
  }

  /** The kind of the objects of a resource: the way back of `resourceFor`. Throws `ERR_RESOURCE_UNKNOWN`. */
  async kindFor(resource: GroupVersionResource, options: DiscoveryRequestOptions = {}): Promise<ApiVersionKind> {
    const found = await this.#look(
      (table) => table.describe(resource),
      (table) => table.unknownResource(resource),
      options,
    );
    return { apiVersion: apiVersionOf(found), kind: found.kind };
  }

  async #look(
    find: (table: ResourceTable) => ApiResource | undefined,
    unknown: (table: ResourceTable) => KubeInformerError,
    options: DiscoveryRequestOptions,
  ): Promise<ApiResource> {
    const known = this.#table;
    const table = await this.#read(options);
    const found = find(table);
    if (found !== undefined) return found;
    // What was read during this call is as new as can be.
    if (table !== known) throw unknown(table);
    // Only the table that misses it: another call may have replaced that already.
    if (this.#table === known) this.#table = undefined;
    const fresh = await this.#read(options);
    const foundNow = find(fresh);
    if (foundNow === undefined) throw unknown(fresh);
    return foundNow;
  }

  async #read({ signal }: DiscoveryRequestOptions): Promise<ResourceTable> {
    signal?.throwIfAborted();
    if (this.#table !== undefined) return this.#table;
    const flight = (this.#flight ??= this.#start());
    flight.waiting++;
    try {
      return await abortable(flight.table, signal);
    } finally {
      flight.waiting--;
      if (flight.waiting === 0 && !flight.isOver) {
        this.#end(flight);
        flight.controller.abort(signal?.reason);
      }
    }
  }

  #start(): Flight {
    const controller = new AbortController();
    const flight: Flight = { controller, waiting: 0, isOver: false, table: this.#fly(controller.signal, () => flight) };
    return flight;
  }

  async #fly(signal: AbortSignal, flight: () => Flight): Promise<ResourceTable> {
    try {
      const table = new ResourceTable(await readSurface(this.#getJson, signal));
      // After invalidate() this is no longer the flight whose result is kept.
      if (this.#flight === flight()) this.#table = table;
      return table;
    } finally {
      this.#end(flight());
    }
  }

  #end(flight: Flight): void {
    flight.isOver = true;
    if (this.#flight === flight) this.#flight = undefined;
  }
}
