export { parseFieldTerms } from './field-terms.js';
export { readingVerbs } from './reading-verbs.js';
export { list } from './list.js';
