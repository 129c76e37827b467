// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.
export { allResources, findResource, resources } from './resources.js';
export type { ResourceInfo, SubresourceInfo } from './resources.js';
export { rulesOf } from './rules.js';
export type { FieldRule, MessageRules } from './rules.js';
export { kubernetesRelease } from './resource-tables.js';
export type { ResourceTree } from './resource-tree.js';
export { wireTables } from './wire-tables.js';
