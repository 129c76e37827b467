export { DiscoveryClient } from './discovery-client.js';
export type { DiscoveryRequestOptions } from './discovery-client.js';
export type {
  ApiGroup,
  ApiGroupVersion,
  ApiResource,
  ApiSubresource,
  ApiVersionKind,
  GetJson,
  GetJsonOptions,
} from './types.js';
