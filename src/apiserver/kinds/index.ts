export { convert } from './convert.js';
export { selectableFieldsOf } from './selectable-fields.js';
export { strategyOf } from './registry.js';
export { bindPod } from './pod-binding.js';
export { qosClassOf } from './pod-qos.js';
