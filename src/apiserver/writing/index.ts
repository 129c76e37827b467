export { writingVerbs } from './writing-verbs.js';
