export { discoveryOf } from './discovery.js';
