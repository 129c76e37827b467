export { list } from './list.js';
export { readingVerbs } from './reading-verbs.js';
export type { ReadingOptions } from './reading-verbs.js';
export { listOptionsOf } from './list-options.js';
export type { ListOptions } from './list-options.js';
export { selectionOf, selectionOfName } from './selection.js';
export type { Selection } from './selection.js';
