export type { Strategy, WriteContext } from '../contract.js';
