import type { Change } from './contract.js';

/** Where changes go before anyone may know of them. */
export interface Journal {
  /** Takes a change, in the order of versions. Throws StatusError when it can take none. */
  append(change: Change): void;
  close(): Promise<void>;
}

/** What a journal reports back. */
export interface JournalReader {
  /** Everything up to this version survives a crash. */
  onDurable(version: number): void;
  /** Nothing above the last durable version was or will be written. */
  onLost(cause: unknown): void;
}
