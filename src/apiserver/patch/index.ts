export { readApplyConfiguration } from './apply-configuration.js';
export { patchObject } from './patch-object.js';
export { serverSideApply } from './server-side-apply.js';
export { trackUpdate } from './track-update.js';
