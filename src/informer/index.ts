export type { Overflow } from './backlog.js';
export { Controller } from './controller.js';
export type { ControllerConfig } from './controller.js';
export { createInformer } from './create-informer.js';
export type { CreateInformerOptions } from './create-informer.js';
export type { ErrorMessage, TransitionMessage } from './diagnostics.js';
export { SharedInformerFactory } from './factory.js';
export type { NewInformer } from './factory.js';
export type {
  InformerForOptions,
  InformerSource,
  SharedInformerFactoryOptions,
  SourceOptions,
  SourceResource,
} from './factory-options.js';
export { filterHandler } from './filter-handler.js';
export type { InformerHandle, InformerLease } from './informer-handle.js';
export type { StaleObject } from './intake.js';
export type { HandlerStatus } from './listener.js';
export type { AddInfo, DeleteInfo, Notification, ResourceEventHandler, UpdateInfo } from './notification.js';
export type { NotificationStream } from './notifications.js';
export { processDeltas } from './process-deltas.js';
export type { MoreNames, ReadonlyIndexer } from './readonly-indexer.js';
export type { HandlerRegistration } from './registration.js';
export { SharedInformer } from './shared-informer.js';
export type {
  HandlerOptions,
  NotificationsOptions,
  SharedInformerOptions,
  StoredAs,
} from './shared-informer-options.js';
export type { InformerStatus } from './status.js';
export type { VerifyResult } from './verify.js';
export type { WaitOptions } from './waiters.js';
export type { WaitForCacheSyncOptions } from './wait-for-informers.js';
export type { InformersFor, TypedInformers } from './typed-informers.js';
