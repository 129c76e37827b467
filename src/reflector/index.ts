export type {
  ListOptions,
  ListPage,
  ListerWatcher,
  ReflectorSink,
  ReplaceSession,
  RequestContext,
  WatchEvent,
  WatchStream,
} from './contract.js';
export { ListWatch } from './list-watch.js';
export type { ListWatchOptions, ObjectList } from './list-watch.js';
export type { ReflectorOptions, ReflectorTuning } from './options.js';
export { Reflector } from './reflector.js';
export { RelistBudget, relistBudgetOf } from './relist-budget.js';
export type { Release, RelistBudgetOptions } from './relist-budget.js';
export type { EventType as ReflectorEventType, Phase as ReflectorPhase, PrimeReason } from './state.js';
export type { ReflectorStatus, ReflectorTransition, ReportedError } from './status.js';
export type { ExpectedKind } from './watch-event.js';
