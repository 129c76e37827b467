export { discoveryOf } from './discovery.js';
export type { DiscoveryAnswer, DiscoveryRequestHeaders } from './answer.js';
export { byVersionPriority } from './groups.js';
