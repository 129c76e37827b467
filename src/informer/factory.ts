import { onAbort } from '../base/abort.js';
import type { Unlink } from '../base/abort.js';
import { realClock } from '../base/clock.js';
import type { Timer } from '../base/clock.js';
import type { Transform } from '../delta-fifo/index.js';
import { KubeInformerError } from '../errors/index.js';
import { resources } from '../generated/index.js';
import { assertKnownOptions, assertResource, defineAccessors, resourceName } from '../meta/index.js';
import type {
  CheckedProjection,
  GroupVersionResource,
  KubernetesObject,
  Projected,
  Projection,
  ResourceRef,
} from '../meta/index.js';
import { relistBudgetOf } from '../reflector/index.js';
import type { ListerWatcher } from '../reflector/index.js';
import { FACTORY_OPTIONS, FOR_OPTIONS } from './factory-options.js';
import type {
  InformerForOptions,
  InformerSource,
  SharedInformerFactoryOptions,
  SourceResource,
} from './factory-options.js';
import { InformerHandle } from './informer-handle.js';
import { informerKey, informerName, resourceKey, scopeOf } from './informer-key.js';
import type { InformerScope } from './informer-key.js';
import { settingsOf } from './informer-settings.js';
import { scopedSource } from './scoped-source.js';
import { SharedInformer } from './shared-informer.js';
import { startSignal } from './shared-informer-options.js';
import type { SharedInformerOptions } from './shared-informer-options.js';
import { remindToStart, warnOfStartAfterStop } from './start-reminder.js';
import type { InformerStatus } from './status.js';
import type { TypedInformers } from './typed-informers.js';
import { waitForInformers } from './wait-for-informers.js';
import type { AnyInformer, WaitForCacheSyncOptions } from './wait-for-informers.js';

/**
 * Makes an informer in place of the factory, from the source and the options the factory would have
 * used: namespace, selectors and tweaks are in the source already.
 */
export type NewInformer<T extends KubernetesObject> = (
  listerWatcher: ListerWatcher<T>,
  options: SharedInformerOptions<T>,
) => SharedInformer<T>;

/** One informer of a factory. */
interface Entry<I extends AnyInformer = AnyInformer> {
  readonly key: string;
  readonly informer: I;
  leases: number;
  /** Asked for without a lease: stays until the factory stops, or somebody stops it. */
  pinned: boolean;
  /** Settles when nothing of the informer is left; undefined until it was asked to stop. */
  stopping: Promise<void> | undefined;
  /** Waits to complain that nobody starts it. */
  reminder: Timer | undefined;
}

/** What one handle stands for. */
interface Request<T extends KubernetesObject> {
  readonly resource: SourceResource<T>;
  readonly options: InformerForOptions<T, Projection>;
  readonly scope: InformerScope;
  readonly key: string;
  readonly create: NewInformer<T>;
}

// A class whose objects have the accessors, as far as types go; `defineAccessors` below makes it true.
const TypedBase = class {} as unknown as new <P extends Projection>() => TypedInformers<P>;

/**
 * One informer for each resource, namespace, selector and projection, shared by all who ask: two
 * controllers that watch pods cost one connection and one cache.
 *
 * It lives once. After `stop()`, or once a signal given to `start()` has aborted, the informers it
 * made can still be read, and it makes no more.
 *
 * @example
 * const factory = new SharedInformerFactory(client, { namespace: 'default', resyncPeriod: 5_000 });
 * const { informer, lister } = factory.core.v1.pods;
 * informer.addEventHandler({ onAdd: (pod) => console.log('add', pod.metadata.name) });
 * factory.start({ signal });
 * await factory.waitForCacheSync({ signal });
 */
export class SharedInformerFactory<const out P extends Projection = 'full'>
  extends TypedBase<P>
  implements AsyncDisposable
{
  readonly #source: InformerSource;
  readonly #options: SharedInformerFactoryOptions<Projection>;
  readonly #customResync: ReadonlyMap<string, number>;
  readonly #entries = new Map<string, Entry>();
  /** Informers that were taken out and have not ended yet. */
  readonly #leaving = new Set<Promise<void>>();
  /** The signals that stop the factory. */
  readonly #links = new Map<AbortSignal, Unlink>();
  #isStarted = false;
  #isStopped = false;
  /** By a call, not by a signal alone. */
  #isClosed = false;

  constructor(source: InformerSource, options: SharedInformerFactoryOptions<P> = {}) {
    super();
    assertKnownOptions(options, FACTORY_OPTIONS, 'Cannot make a SharedInformerFactory', {
      namespaces: 'A factory is for one namespace, or all; for some, ask for each: factory.for(pods, { namespace }).',
    });
    assertSource(source);
    this.#source = source;
    this.#options = { ...options, relistBudget: options.relistBudget ?? relistBudgetOf(source) };
    this.#customResync = new Map(
      Array.from(options.customResync ?? [], ([resource, period]) => [resourceKey(resource), period]),
    );
  }

  /**
   * The informer and lister of a resource. Nothing is made until one of the two is read. Throws
   * `ERR_INVALID_SELECTOR` for a selector that no server would accept, and `ERR_INVALID_ARGUMENT`
   * for a namespace of a resource that is not namespaced.
   *
   * @example
   * const web = factory.for(pods, { labelSelector: 'app=web', projection: 'metadata' });
   * web.lister.namespace('default').list();
   */
  for<T extends KubernetesObject, const Q extends Projection = P>(
    resource: ResourceRef<T>,
    options: InformerForOptions<Projected<T, NoInfer<Q>>, Q> & CheckedProjection<T, Q> = {},
  ): InformerHandle<Projected<T, Q>> {
    return this.#handle(this.#request<Projected<T, Q>>(resource as SourceResource<never>, options, newSharedInformer));
  }

  /**
   * As `for`, by the names of the API alone, for a resource that is known only when the program
   * runs. Its objects have no type of their own, and without a kind any kind is accepted.
   */
  forResource<const Q extends Projection = P>(
    resource: SourceResource,
    options: InformerForOptions<Projected<KubernetesObject, NoInfer<Q>>, Q> = {},
  ): InformerHandle<Projected<KubernetesObject, Q>> {
    return this.#handle(
      this.#request<Projected<KubernetesObject, Q>>(resource as SourceResource<never>, options, newSharedInformer),
    );
  }

  /**
   * The informer that `for` would give, made by `create` if there is none yet. What others made
   * before is returned as it is.
   *
   * @example
   * factory.informerFor(pods, (source, options) => new SharedInformer(source, { ...options, indexers }));
   */
  informerFor<T extends KubernetesObject, const Q extends Projection = P>(
    resource: ResourceRef<T>,
    create: NewInformer<Projected<T, NoInfer<Q>>>,
    options: InformerForOptions<Projected<T, NoInfer<Q>>, Q> & CheckedProjection<T, Q> = {},
  ): SharedInformer<Projected<T, Q>> {
    return this.#handle(this.#request<Projected<T, Q>>(resource as SourceResource<never>, options, create)).informer;
  }

  /**
   * Starts what was asked for and is not started yet; call it again after asking for more. When a
   * signal that was given to any call aborts, everything stops. Does nothing once the factory is stopped, and warns of that
   * after `stop()`; after a signal who calls it may not know of that yet.
   */
  start(options: { readonly signal?: AbortSignal | undefined } = {}): void {
    const signal = startSignal(options, 'informers');
    if (this.#isClosed) warnOfStartAfterStop(this.#options);
    if (this.#isStopped) return;
    this.#isStarted = true;
    this.#stopWith(signal);
    for (const entry of this.#entries.values()) startOne(entry);
  }

  /**
   * Resolves when every informer that was asked for has its whole first list in the cache. Rejects
   * with `ERR_NOT_SYNCED`, naming those that have not and why: when the signal aborts or the time is
   * over, and at once when waiting cannot help, because one was asked for after the last `start()`
   * or is stopped.
   */
  async waitForCacheSync(options: WaitForCacheSyncOptions = {}): Promise<void> {
    const informers = Array.from(this.#entries.values(), ({ informer }) => informer);
    await waitForInformers(informers, options, this.#options.clock ?? realClock);
  }

  /** What each informer is doing, in the order they were made. */
  get status(): readonly InformerStatus[] {
    return Array.from(this.#entries.values(), ({ informer }) => informer.status);
  }

  /**
   * Stops every informer and resolves when nothing of them is left, those included that were taken
   * out before and have not ended. The factory cannot be started again.
   */
  async stop(): Promise<void> {
    this.#isClosed = true;
    this.#shutDown();
    await Promise.all(this.#leaving);
  }

  /** The same as `stop()`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  #stopWith(signal: AbortSignal | undefined): void {
    if (signal === undefined || this.#links.has(signal)) return;
    const unlink = onAbort(signal, () => {
      this.#shutDown();
    });
    if (!this.#isStopped) this.#links.set(signal, unlink);
  }

  #shutDown(): void {
    this.#isStopped = true;
    for (const unlink of this.#links.values()) unlink();
    this.#links.clear();
    for (const entry of this.#entries.values()) this.#requestStop(entry);
  }

  /** Asks an informer to stop, without waiting: the promise is kept, for `stop()` to await. */
  #requestStop(entry: Entry): void {
    if (entry.stopping !== undefined) return;
    entry.reminder?.cancel();
    const stopping = entry.informer.stop().finally(() => this.#leaving.delete(stopping));
    this.#leaving.add(stopping);
    entry.stopping = stopping;
  }

  async #drop(entry: Entry): Promise<void> {
    // The key may belong to a newer informer by now.
    if (this.#entries.get(entry.key) === entry) this.#entries.delete(entry.key);
    this.#requestStop(entry);
    await entry.stopping;
  }

  #request<T extends KubernetesObject>(
    resource: SourceResource<T>,
    options: InformerForOptions<T, Projection>,
    create: NewInformer<T>,
  ): Request<T> {
    assertResource(resource, 'Cannot get an informer');
    assertKnownOptions(options, FOR_OPTIONS, `Cannot get an informer of ${resource.resource}`);
    const scope = scopeOf(resource, options, this.#options);
    return { resource, options, scope, key: informerKey(resource, scope), create };
  }

  #handle<T extends KubernetesObject>(request: Request<T>): InformerHandle<T> {
    return new InformerHandle<T>(request.resource, {
      pin: () => {
        const entry = this.#entry(request);
        entry.pinned = true;
        if (this.#isStarted && !entry.informer.isStarted)
          entry.reminder ??= remindToStart(entry.informer, this.#options);
        return entry.informer;
      },
      lease: () => {
        this.#assertNotStopped(request.resource);
        const entry = this.#entry(request);
        entry.leases++;
        if (this.#isStarted) startOne(entry);
        return { informer: entry.informer, release: () => this.#release(entry) };
      },
      stop: async () => {
        const entry = this.#entries.get(request.key);
        if (entry !== undefined) await this.#drop(entry);
      },
    });
  }

  async #release(entry: Entry): Promise<void> {
    entry.leases--;
    if (entry.leases === 0 && !entry.pinned) await this.#drop(entry);
  }

  #entry<T extends KubernetesObject>(request: Request<T>): Entry<SharedInformer<T>> {
    // The key stands for the type: whoever names a resource says what its objects are.
    const found = this.#entries.get(request.key) as Entry<SharedInformer<T>> | undefined;
    if (found !== undefined && (this.#isStopped || !found.informer.isStopped || lostItsSource(found.informer)))
      return found;
    this.#assertNotStopped(request.resource);
    if (found !== undefined) {
      this.#requestStop(found);
      this.#entries.delete(found.key);
    }
    const informer = this.#create(request);
    const entry = { key: request.key, informer, leases: 0, pinned: false, stopping: undefined, reminder: undefined };
    this.#entries.set(request.key, entry);
    return entry;
  }

  #create<T extends KubernetesObject>({ resource, options, scope, create }: Request<T>): SharedInformer<T> {
    const shared = this.#options;
    const settings = settingsOf(
      resource,
      {
        name: this.#freeName(informerName(resource, scope)),
        resyncPeriod: this.#customResync.get(resourceKey(resource)) ?? shared.resyncPeriod ?? 0,
        projection: scope.projection,
        store: scope.store,
        // One for all kinds takes any object, and gives back one of the same kind by its contract.
        transform: options.transform ?? (shared.transform as unknown as Transform<T> | undefined),
      },
      shared,
    );
    const tweak = options.tweakListOptions ?? shared.tweakListOptions;
    return create(scopedSource(this.#source, resource, scope, tweak), settings);
  }

  /** Informers that differ in their functions alone would share a name, and with it their metrics. */
  #freeName(name: string): string {
    const taken = new Set(Array.from(this.#entries.values(), ({ informer }) => informer.name));
    let free = name;
    for (let number = 2; taken.has(free); number++) free = `${name} #${number}`;
    return free;
  }

  #assertNotStopped(resource: GroupVersionResource): void {
    if (!this.#isStopped) return;
    throw new KubeInformerError(
      'ERR_LIFECYCLE',
      `Cannot get an informer for ${resourceName(resource)}: the factory was stopped. Make a new one.`,
    );
  }
}

defineAccessors<SharedInformerFactory>(SharedInformerFactory.prototype, resources, (factory, reference) =>
  factory.for(reference),
);

/** For who does not have the types. */
function assertSource(source: InformerSource): void {
  const given = source as Partial<InformerSource> | null | undefined;
  if (typeof given?.listerWatcher === 'function') return;
  throw new KubeInformerError(
    'ERR_INVALID_ARGUMENT',
    'Cannot make a SharedInformerFactory: its first argument is what it gets objects from, such as new Client(kubeConfig).',
  );
}

function newSharedInformer<T extends KubernetesObject>(
  listerWatcher: ListerWatcher<T>,
  options: SharedInformerOptions<T>,
): SharedInformer<T> {
  return new SharedInformer(listerWatcher, options);
}

/** Whether it stopped because its source was closed. A new one could not be filled, and would look like an empty cluster. */
function lostItsSource({ status }: AnyInformer): boolean {
  const error = status.lastError?.error;
  return error instanceof KubeInformerError && error.code === 'ERR_CLOSED';
}

function startOne({ informer, reminder }: Entry): void {
  reminder?.cancel();
  if (!informer.isStopped) informer.start();
}
