export { startApiServer } from './start.js';
export type { ApiServer, ApiServerOptions, KubeconfigOptions } from './start.js';
export type { UserOptions } from './access/index.js';
export type { ExchangeInfo, Fault, FaultMatch, FaultPredicate, FaultVerb, Faults, PlannedFault } from './http/index.js';
export type { ApiObject } from './contract.js';
export type { Change, Entry, Snapshot, Storage } from './storage/index.js';
