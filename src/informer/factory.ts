import { onAbort } from '../base/abort.js';
import type { Unlink } from '../base/abort.js';
import { realClock } from '../base/clock.js';
import type { Transform } from '../delta-fifo/index.js';
import { KubeInformerError } from '../errors/index.js';
import { apiVersionOf, resourceName } from '../meta/index.js';
import type { KubernetesObject, ResourceRef } from '../meta/index.js';
import { tuningOf } from './controller.js';
import type { InformerForOptions, InformerSource, SharedInformerFactoryOptions } from './factory-options.js';
import { InformerHandle } from './informer-handle.js';
import { informerKey, informerName } from './informer-key.js';
import type { InformerScope } from './informer-key.js';
import { selectorOptions, withRequests } from './scoped-source.js';
import { SharedInformer } from './shared-informer.js';
import type { SharedInformerOptions } from './shared-informer-options.js';
import type { InformerStatus } from './status.js';

/** Makes an informer in place of the factory, with the options the factory would have used. */
export type NewInformer<T extends KubernetesObject> = (
  source: InformerSource,
  options: SharedInformerOptions<T>,
) => SharedInformer<T>;

/** One informer of a factory. */
interface Entry {
  // Of any kind of object: the key it is found by stands for its type.
  readonly informer: SharedInformer<never>;
  leases: number;
  /** Asked for without a lease: stays until the factory stops, or it is dropped by name. */
  pinned: boolean;
  stopping: Promise<void> | undefined;
}

/**
 * One informer for each resource, namespace, selector and projection, shared by all who ask: two
 * controllers that watch pods cost one connection and one cache.
 *
 * @example
 * const factory = new SharedInformerFactory(client, { namespace: 'default', resyncPeriod: 5_000 });
 * const { informer, lister } = factory.for(pods);
 * informer.addEventHandler({ onAdd: (pod) => console.log('add', pod.metadata.name) });
 * factory.start({ signal });
 * await factory.waitForCacheSync({ signal });
 */
export class SharedInformerFactory {
  readonly #source: InformerSource;
  readonly #options: SharedInformerFactoryOptions;
  readonly #customResync: ReadonlyMap<string, number>;
  readonly #entries = new Map<string, Entry>();
  readonly #abort = new AbortController();
  #isStarted = false;
  #unlinks: Unlink[] = [];

  constructor(source: InformerSource, options: SharedInformerFactoryOptions = {}) {
    this.#source = source;
    this.#options = options;
    this.#customResync = new Map(
      [...(options.customResync ?? [])].map(([resource, period]) => [resourceKey(resource), period]),
    );
  }

  /** The informer and lister of a resource. Nothing is made until one of the two is read. */
  for<T extends KubernetesObject>(resource: ResourceRef<T>, options: InformerForOptions<T> = {}): InformerHandle<T> {
    return this.#handle(resource, options, undefined);
  }

  /** As `for`, by the names of the API; the objects have no type of their own. */
  forResource(resource: ResourceRef, options: InformerForOptions = {}): InformerHandle<KubernetesObject> {
    return this.#handle(resource, options, undefined);
  }

  /** As `for`, with an informer that `create` makes, if there is none yet for what is asked. */
  informerFor<T extends KubernetesObject>(
    resource: ResourceRef<T>,
    create: NewInformer<T>,
    options: InformerForOptions<T> = {},
  ): SharedInformer<T> {
    return this.#handle(resource, options, create).informer;
  }

  /**
   * Starts what was asked for and is not started yet; call it again after asking for more. When a
   * signal that was given to it aborts, everything stops. After `stop()` it does nothing.
   */
  start({ signal }: { readonly signal?: AbortSignal } = {}): void {
    if (this.#abort.signal.aborted) return;
    this.#isStarted = true;
    if (signal !== undefined)
      this.#unlinks.push(
        onAbort(signal, () => {
          this.#abort.abort(signal.reason);
          this.#requestStop();
        }),
      );
    for (const { informer } of this.#entries.values()) this.#startOne(informer);
  }

  /**
   * Resolves when every informer that was asked for has its whole first list in the cache. Rejects
   * with `ERR_NOT_SYNCED`, naming those that have not and why, when the signal aborts, the time is
   * over, or the factory stops; at once if one was asked for after `start()` and so never started.
   */
  async waitForCacheSync({
    signal,
    timeoutMs,
  }: { readonly signal?: AbortSignal; readonly timeoutMs?: number } = {}): Promise<void> {
    const informers = [...this.#entries.values()].map(({ informer }) => informer);
    const idle = informers.filter((informer) => !informer.isStarted);
    if (idle.length > 0) throw notSynced(idle, 'call start() after asking for it');
    const late = new AbortController();
    const unlink = onAbort(signal, () => {
      late.abort(signal?.reason);
    });
    const clock = this.#options.clock ?? realClock;
    const timer =
      timeoutMs === undefined
        ? undefined
        : clock.setTimeout(() => {
            late.abort(new KubeInformerError('ERR_TIMEOUT', `The ${timeoutMs / 1000} s given for it are over.`));
          }, timeoutMs);
    try {
      await Promise.allSettled(informers.map((informer) => informer.waitForSync({ signal: late.signal })));
    } finally {
      timer?.cancel();
      unlink();
    }
    const behind = informers.filter((informer) => !informer.hasSynced);
    if (behind.length > 0) throw notSynced(behind, undefined, late.signal.reason);
  }

  /** What each informer is doing, in the order they were asked for. */
  get status(): readonly InformerStatus[] {
    return [...this.#entries.values()].map(({ informer }) => informer.status);
  }

  /** Stops every informer and resolves when nothing of them is left. The factory cannot be started again. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await Promise.all(this.#requestStop());
    for (const unlink of this.#unlinks) unlink();
    this.#unlinks = [];
    this.#entries.clear();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  #requestStop(): Promise<void>[] {
    return [...this.#entries.values()].map((entry) => (entry.stopping ??= entry.informer.stop()));
  }

  #handle<T extends KubernetesObject>(
    resource: ResourceRef<T>,
    options: InformerForOptions<T>,
    create: NewInformer<T> | undefined,
  ): InformerHandle<T> {
    const scope = this.#scope(options);
    const key = informerKey(resource, scope);
    const entryOf = (): Entry => {
      let entry = this.#entries.get(key);
      if (entry === undefined) {
        this.#assertNotStopped(resource);
        const informer = this.#create(resource, scope, options, create);
        entry = {
          informer: informer as unknown as SharedInformer<never>,
          leases: 0,
          pinned: false,
          stopping: undefined,
        };
        this.#entries.set(key, entry);
      }
      return entry;
    };
    const typed = (entry: Entry): SharedInformer<T> => entry.informer as unknown as SharedInformer<T>;
    return new InformerHandle<T>(resource, {
      pin: () => {
        const entry = entryOf();
        entry.pinned = true;
        return typed(entry);
      },
      lease: () => {
        const entry = entryOf();
        entry.leases++;
        if (this.#isStarted) this.#startOne(entry.informer);
        return typed(entry);
      },
      release: async () => {
        const entry = this.#entries.get(key);
        if (entry === undefined || --entry.leases > 0 || entry.pinned) return;
        await this.#drop(key, entry);
      },
      stop: async () => {
        const entry = this.#entries.get(key);
        if (entry !== undefined) await this.#drop(key, entry);
      },
    });
  }

  async #drop(key: string, entry: Entry): Promise<void> {
    this.#entries.delete(key);
    await (entry.stopping ??= entry.informer.stop());
  }

  #startOne(informer: SharedInformer<never>): void {
    if (!informer.isStopped) informer.start();
  }

  #scope<T extends KubernetesObject>(options: InformerForOptions<T>): InformerScope {
    return {
      namespace: options.namespace ?? this.#options.namespace ?? '',
      labelSelector: options.labelSelector ?? '',
      fieldSelector: options.fieldSelector ?? '',
      projection: options.projection ?? this.#options.projection ?? 'full',
      functions: [
        options.transform ?? this.#options.transform,
        options.tweakListOptions ?? this.#options.tweakListOptions,
      ],
    };
  }

  #create<T extends KubernetesObject>(
    resource: ResourceRef<T>,
    scope: InformerScope,
    options: InformerForOptions<T>,
    create: NewInformer<T> | undefined,
  ): SharedInformer<T> {
    const name = informerName(resourceName(resource), scope);
    const { watchErrorHandler, onError, logger, metrics, clock, ...common } = this.#options;
    const transform = options.transform ?? (this.#options.transform as unknown as Transform<T> | undefined);
    const settings: SharedInformerOptions<T> = {
      ...tuningOf(common),
      name,
      resource: resourceName(resource),
      objectType: { apiVersion: apiVersionOf(resource), kind: resource.kind },
      resyncPeriod: this.#customResync.get(resourceKey(resource)) ?? common.resyncPeriod ?? 0,
      projection: scope.projection,
      ...(transform === undefined ? {} : { transform }),
      ...(logger === undefined ? {} : { logger }),
      ...(metrics === undefined ? {} : { metrics }),
      ...(clock === undefined ? {} : { clock }),
      ...(onError === undefined
        ? {}
        : {
            onError: (error) => {
              onError(error, name);
            },
          }),
      ...(watchErrorHandler === undefined
        ? {}
        : {
            watchErrorHandler: (error) => {
              watchErrorHandler(error, name);
            },
          }),
    };
    if (create !== undefined) return create(this.#source, settings);
    const tweak = options.tweakListOptions ?? this.#options.tweakListOptions ?? ((request) => request);
    const selectors = selectorOptions(scope.labelSelector, scope.fieldSelector);
    const source = this.#source.listerWatcher(resource, { namespace: scope.namespace, projection: scope.projection });
    return new SharedInformer(
      withRequests(source, (request) => tweak({ ...request, ...selectors })),
      settings,
    );
  }

  #assertNotStopped(resource: ResourceRef): void {
    if (!this.#abort.signal.aborted) return;
    throw new KubeInformerError(
      'ERR_LIFECYCLE',
      `Cannot get an informer for ${resourceName(resource)}: the factory was stopped. Make a new one.`,
    );
  }
}

function resourceKey(resource: ResourceRef): string {
  return `${resource.group}/${resource.version}/${resource.resource}`;
}

function notSynced(
  informers: readonly SharedInformer<never>[],
  advice: string | undefined,
  cause?: unknown,
): KubeInformerError {
  const reasons = informers.map((informer) => informer.notSynced().message);
  return new KubeInformerError(
    'ERR_NOT_SYNCED',
    `Waited for caches to sync, and ${informers.length} did not. ${reasons.join(' ')}${advice === undefined ? '' : ` Next: ${advice}.`}`,
    { cause, retryable: true },
  );
}
