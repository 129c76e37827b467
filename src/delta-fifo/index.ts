export { ObjectDelta } from './delta.js';
export type {
  BookmarkDelta,
  Delta,
  Deltas,
  ObjectDeltaType,
  RecordList,
  ReplacedAllDelta,
  SyncAllDelta,
  WholeDelta,
} from './delta.js';
export { DeltaFIFO } from './delta-fifo.js';
export type { DeltaFIFOOptions } from './delta-fifo.js';
export { InOrderQueue } from './in-order-queue.js';
export type { InOrderQueueOptions } from './in-order-queue.js';
export type { Item, KnownObjects, PopInfo, ProcessDeltas, Queue } from './queue.js';
export { transformRecord } from './transform.js';
export type { Transform } from './transform.js';
