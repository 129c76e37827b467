/**
 * The longest object, watch frame or watch line that is read. An API server refuses to store more than
 * 3 MB, and client-go gives up on watch frames above 16 MiB: what is longer is not a Kubernetes object.
 */
export const MAX_OBJECT_BYTES = 16 * 2 ** 20;

/**
 * How deep JSON may be nested. The API server's own decoder stops at 10,000, so no object that it has stored
 * is deeper; the few levels more are the list or event around it.
 */
export const MAX_JSON_DEPTH = 10_016;

/**
 * How many bytes a decoder works through before it hands over what it has: at 150 MB/s this is less
 * than 2 ms of the event loop, and enough objects that handing them over costs nothing.
 */
export const SLICE_BYTES = 256 * 2 ** 10;

/** Limits that a caller may change. */
export interface WireLimits {
  /** Default: 16 MiB. */
  readonly maxObjectBytes?: number;
}
