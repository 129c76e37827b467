export { writingVerbs } from './writing-verbs.js';
export type { Convert, SubresourceHandler, WriteFollower, WritingOptions } from './write.js';
export { scaleOf } from './scale.js';
export type { ScalePaths, ScaledResource } from './scale.js';
export type { Grace, Strategy, WriteContext } from './strategy.js';
