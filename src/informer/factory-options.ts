import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import type { MetricsProvider } from '../base/metrics.js';
import type { UnknownFields } from '../client/index.js';
import type { Transform } from '../delta-fifo/index.js';
import type { KubeInformerError } from '../errors/index.js';
import type {
  FieldSelector,
  GroupVersionResource,
  KnownOptions,
  KubernetesObject,
  LabelSelectorInput,
  Projection,
  ResourceRef,
} from '../meta/index.js';
import type { ListOptions, ListerWatcher, ReflectorTuning } from '../reflector/index.js';
import type { StoredAs } from './shared-informer-options.js';

/** A resource by the names of the API; kind, scope and type of its objects where they are known. */
export type SourceResource<T extends KubernetesObject = KubernetesObject> = GroupVersionResource &
  Partial<ResourceRef<T>>;

/** What a source is asked for: which objects, and how much of each it may leave out already. */
export interface SourceOptions {
  /** `''`: all namespaces, or a resource that has none. */
  readonly namespace: string;
  readonly projection: Projection;
  /** A source that loses no fields may leave it be. */
  readonly unknownFields: UnknownFields;
}

/** Where a factory gets its sources from. A client fits. Selectors come with each request. */
export interface InformerSource {
  listerWatcher<T extends KubernetesObject>(resource: SourceResource<T>, options: SourceOptions): ListerWatcher<T>;
}

/**
 * Which objects of a resource an informer holds, and how. Whoever asks for the same gets the same
 * informer. Selectors are the same if they have the same requirements, in whatever order and
 * spelling; projections if they have the same paths. Functions are the same only if they are one
 * function: keep it in a constant, since a function written in place makes an informer each time.
 *
 * `T` is what the cache holds, and `P` how much of each object that is: options that are kept in a variable are
 * `InformerForOptions<Projected<Pod, 'metadata'>, 'metadata'>`, or `InformerForOptions<Pod>` for whole objects.
 */
export interface InformerForOptions<T extends KubernetesObject = KubernetesObject, P extends Projection = 'full'> {
  /** Default: the factory's, or none for a resource that is not namespaced. `''`: all namespaces. */
  readonly namespace?: string | undefined;
  /** Sent to the server: what it does not match is neither received nor cached. */
  readonly labelSelector?: LabelSelectorInput | undefined;
  /** Sent to the server, which knows a few fields of each kind: `spec.nodeName=node-1`. */
  readonly fieldSelector?: string | FieldSelector | undefined;
  /** How much of each object is kept; applied to the bytes, so what is left out costs nothing. Default: the factory's. */
  readonly projection?: P | undefined;
  /** Whether what is cached is the bytes of objects, or plain objects. Default: the factory's. */
  readonly store?: StoredAs | undefined;
  /**
   * Changes every object before it is cached. It forces every object to be decoded when it arrives:
   * to leave parts out, a projection is cheaper. Default: the factory's.
   */
  readonly transform?: Transform<T> | undefined;
  /** What happens to fields that are newer than this library. Default: the factory's. */
  readonly unknownFields?: UnknownFields | undefined;
  /** Changes every list and watch request, after the selectors are set. Default: the factory's. */
  readonly tweakListOptions?: ((options: ListOptions) => ListOptions) | undefined;
}

/** What holds for every informer of a factory unless it is asked for otherwise. */
export interface SharedInformerFactoryOptions<P extends Projection = 'full'> extends ReflectorTuning {
  /** Default `''`: all namespaces. Resources that are not namespaced are not touched by it. */
  readonly namespace?: string | undefined;
  /** How often, in milliseconds, handlers are shown every object again, unless they ask for another period; at least 1000. Default 0: never. */
  readonly resyncPeriod?: number | undefined;
  /** Resync periods for single resources. */
  readonly customResync?: ReadonlyMap<GroupVersionResource, number> | undefined;
  /** How much of each object is kept. Default: all of it. */
  readonly projection?: P | undefined;
  /** Whether what is cached is the bytes of objects, decoded when they are read, or plain objects. Default: `'bytes'`. */
  readonly store?: StoredAs | undefined;
  /** Changes every object of every informer before it is cached, and so forces all to be decoded; see `projection`. */
  readonly transform?: Transform<KubernetesObject> | undefined;
  /**
   * What happens to fields of built-in kinds that are newer than this library: `'drop'`, the default, leaves them out and
   * counts them in `status.unknownFields`; `'json'` makes an informer that meets one read JSON from then on.
   */
  readonly unknownFields?: UnknownFields | undefined;
  /** Changes every list and watch request. */
  readonly tweakListOptions?: ((options: ListOptions) => ListOptions) | undefined;
  /** Sees every error of every informer's connection. Default: logged. */
  readonly watchErrorHandler?: ((error: unknown, informer: string) => unknown) | undefined;
  /** Sees every error of transforms, handlers, and index functions. Default: logged. */
  readonly onError?: ((error: KubeInformerError, informer: string) => unknown) | undefined;
  /** Default: the console. */
  readonly logger?: Logger | undefined;
  /** Where measurements go. Default: nowhere. */
  readonly metrics?: MetricsProvider | undefined;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
}

/** For who does not have the types; see `assertKnownOptions`. */
export const FOR_OPTIONS: KnownOptions<InformerForOptions> = {
  namespace: true,
  labelSelector: true,
  fieldSelector: true,
  projection: true,
  store: true,
  transform: true,
  unknownFields: true,
  tweakListOptions: true,
};

export const FACTORY_OPTIONS: KnownOptions<SharedInformerFactoryOptions> = {
  namespace: true,
  resyncPeriod: true,
  customResync: true,
  projection: true,
  store: true,
  transform: true,
  unknownFields: true,
  tweakListOptions: true,
  watchErrorHandler: true,
  onError: true,
  logger: true,
  metrics: true,
  clock: true,
  watchList: true,
  pageSize: true,
  minWatchTimeoutMs: true,
  backoff: true,
  endMarkTimeoutMs: true,
  answerTimeoutMs: true,
  relistBudget: true,
};
