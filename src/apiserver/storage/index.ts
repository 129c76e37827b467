export type { Change, Entry, Snapshot, Storage } from './contract.js';
export { MemoryStorage } from './memory-storage.js';
export type { MemoryStorageOptions } from './memory-storage.js';
export { openStorage } from './open-storage.js';
export { reshaped, restamped } from './stored-entry.js';
