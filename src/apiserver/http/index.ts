export { listen } from './listen.js';
export type { ListenOptions, Listener } from './listen.js';
export type { Document, Gatekeeper, HandlerParts, PeerIdentity } from './handler.js';
export type { Answer, Body, ListAnswer, ServedEvent, Verbs, WatchAnswer, WatchSink } from './contract.js';
export type { Fault, FaultMatch, FaultPredicate, Faults, PlannedFault } from './faults.js';
export type { ExchangeInfo } from './exchange.js';
export type { PathRoute, ResourceRoute, Route } from './route.js';
export { unauthorized } from './failures.js';
