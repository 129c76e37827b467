export { Store } from './store.js';
export { StoreDraft } from './draft.js';
export type { StoreReplacement } from './replacement.js';
export type { StoreOperation, TransactionResult } from './transaction.js';
export { Indexer, NAMESPACE_INDEX } from './indexer.js';
export type { IndexerOptions, Indexers } from './indexer.js';
export type { IndexErrorContext, IndexFunction, IndexSource, OnIndexError } from './index-definition.js';
export { Lister } from './lister.js';
export type { ListerListOptions, NamespaceLister } from './lister.js';
