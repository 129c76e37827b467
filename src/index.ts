export { realClock } from './base/clock.js';
export type { Clock, Timer } from './base/clock.js';
export type { BackoffOptions } from './base/backoff.js';
export { consoleLogger, silentLogger } from './base/logger.js';
export type { Logger } from './base/logger.js';
export { noMetrics } from './base/metrics.js';
export type { Counter, Gauge, Histogram, Labels, MetricsProvider } from './base/metrics.js';
export {
  LabelSelector,
  FieldSelector,
  ObjectRecord,
  compareResourceVersions,
  defineResource,
  keyOf,
  mutableCopy,
  recordOf,
  splitKey,
} from './meta/index.js';
export type {
  FieldPath,
  GroupVersionResource,
  KubernetesObject,
  Mutable,
  ObjectMeta,
  Projection,
  ResourceRef,
  Scope,
} from './meta/index.js';
export { Indexer, Lister, Store } from './store/index.js';
export type { Indexers } from './store/index.js';
export { DeltaFIFO, InOrderQueue, ObjectDelta } from './delta-fifo/index.js';
export type { Delta, Deltas, Queue, Transform } from './delta-fifo/index.js';
export { ListWatch, Reflector, RelistBudget } from './reflector/index.js';
export type {
  ListOptions,
  ListPage,
  ListerWatcher,
  ObjectList,
  ReflectorOptions,
  ReflectorStatus,
  ReflectorTransition,
  RequestContext,
  WatchEvent,
  WatchStream,
} from './reflector/index.js';
export {
  Controller,
  SharedInformer,
  SharedInformerFactory,
  createInformer,
  filterHandler,
  processDeltas,
} from './informer/index.js';
export type {
  ControllerConfig,
  HandlerOptions,
  HandlerRegistration,
  HandlerStatus,
  InformerForOptions,
  InformerHandle,
  InformerLease,
  InformerSource,
  InformerStatus,
  NewInformer,
  Notification,
  ResourceEventHandler,
  SharedInformerFactoryOptions,
  SharedInformerOptions,
  SourceOptions,
  SourceResource,
  WaitForCacheSyncOptions,
} from './informer/index.js';
