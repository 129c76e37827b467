export type { Grace, Strategy, WriteContext } from '../contract.js';
