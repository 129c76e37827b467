import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import type { MetricsProvider } from '../base/metrics.js';
import type { Transform } from '../delta-fifo/index.js';
import type { KubeInformerError } from '../errors/index.js';
import type { KubernetesObject, Projection, ResourceRef } from '../meta/index.js';
import type { ListOptions, ListerWatcher, ReflectorTuning } from '../reflector/index.js';

/** What a source is asked for: which objects, and how much of each it may leave out already. */
export interface SourceOptions {
  /** `''`: all namespaces. */
  readonly namespace: string;
  readonly projection: Projection;
}

/** Where a factory gets its sources from. A client fits. Selectors come with each request. */
export interface InformerSource {
  listerWatcher<T extends KubernetesObject>(resource: ResourceRef<T>, options: SourceOptions): ListerWatcher<T>;
}

/** Which objects of a resource an informer holds, and how. Informers are shared by all who ask for the same. */
export interface InformerForOptions<T extends KubernetesObject = KubernetesObject> {
  /** Default: the factory's. `''`: all namespaces. */
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** How much of each object is kept. Default: the factory's. */
  readonly projection?: Projection;
  /** Changes every object before it is cached. Objects must be decoded for it; a projection is cheaper. Default: the factory's. */
  readonly transform?: Transform<T>;
  /** Changes every request. Default: the factory's. */
  readonly tweakListOptions?: (options: ListOptions) => ListOptions;
}

export interface SharedInformerFactoryOptions extends ReflectorTuning {
  /** Default `''`: all namespaces. */
  readonly namespace?: string;
  /** How often handlers are shown every object again, unless they ask for another period. Default 0: never. */
  readonly resyncPeriod?: number;
  /** Resync periods for single resources. */
  readonly customResync?: ReadonlyMap<ResourceRef, number>;
  readonly projection?: Projection;
  readonly transform?: Transform<KubernetesObject>;
  readonly tweakListOptions?: (options: ListOptions) => ListOptions;
  /** Sees every error of every informer's connection. */
  readonly watchErrorHandler?: (error: unknown, informer: string) => void;
  /** Sees every error of transforms, handlers, and index functions. Default: logged. */
  readonly onError?: (error: KubeInformerError, informer: string) => void;
  readonly logger?: Logger;
  readonly metrics?: MetricsProvider;
  readonly clock?: Clock;
}
