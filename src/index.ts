export { realClock } from './base/clock.js';
export type { Clock, Timer } from './base/clock.js';
export type { BackoffOptions } from './base/backoff.js';
export { consoleLogger, silentLogger } from './base/logger.js';
export type { Logger } from './base/logger.js';
export { noMetrics } from './base/metrics.js';
export type { Counter, Gauge, Histogram, Labels, MetricsProvider } from './base/metrics.js';
export { ApiStatusError, KubeInformerError, NotFoundError } from './errors/index.js';
export type { ErrorCode, Status, StatusCause } from './errors/index.js';
export {
  FieldSelector,
  LabelSelector,
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
  FieldRequirement,
  GroupVersionResource,
  KubernetesObject,
  LabelOperator,
  LabelRequirement,
  LabelSelectorInput,
  LabelSelectorSpec,
  Mutable,
  ObjectMeta,
  PinnedField,
  Projection,
  ResourceRef,
  Scope,
} from './meta/index.js';
export { Indexer, Lister, NAMESPACE_INDEX, Store } from './store/index.js';
export type {
  IndexErrorContext,
  IndexFunction,
  IndexSource,
  IndexerOptions,
  Indexers,
  ListerListOptions,
  NamespaceLister,
  OnIndexError,
  StoreOperation,
  StoreReplacement,
  TransactionResult,
} from './store/index.js';
export { DeltaFIFO, InOrderQueue, ObjectDelta } from './delta-fifo/index.js';
export type {
  BookmarkDelta,
  Delta,
  DeltaFIFOOptions,
  Deltas,
  InOrderQueueOptions,
  Item,
  KnownObjects,
  ObjectDeltaType,
  PopInfo,
  ProcessDeltas,
  Queue,
  ReplacedAllDelta,
  SyncAllDelta,
  Transform,
  WholeDelta,
} from './delta-fifo/index.js';
export { ListWatch, Reflector, RelistBudget } from './reflector/index.js';
export type {
  ExpectedKind,
  ListOptions,
  ListPage,
  ListWatchOptions,
  ListerWatcher,
  ObjectList,
  PrimeReason,
  ReflectorEventType,
  ReflectorOptions,
  ReflectorPhase,
  ReflectorSink,
  ReflectorStatus,
  ReflectorTransition,
  ReflectorTuning,
  Release,
  RelistBudgetOptions,
  ReplaceSession,
  ReportedError,
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
  AddInfo,
  ControllerConfig,
  CreateInformerOptions,
  DeleteInfo,
  ErrorMessage,
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
  NotificationsOptions,
  Overflow,
  ReadonlyIndexer,
  ResourceEventHandler,
  SharedInformerFactoryOptions,
  SharedInformerOptions,
  SourceOptions,
  SourceResource,
  StaleObject,
  TransitionMessage,
  UpdateInfo,
  WaitForCacheSyncOptions,
  WaitOptions,
} from './informer/index.js';
