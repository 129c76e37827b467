export { listen } from './listen.js';
export type { Listener } from './listen.js';
export type { Gatekeeper, PeerIdentity } from './handler.js';
export type { Answer, Body, Verbs } from './contract.js';
export type { Fault, FaultMatch, FaultVerb, FaultPredicate, Faults, PlannedFault } from './faults.js';
export type { ExchangeInfo } from './exchange.js';
export type { Route } from './route.js';
export { unauthorized } from './failures.js';
