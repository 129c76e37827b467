import type { KubernetesObject } from '../meta/index.js';
import type { WireLimits } from './limits.js';
import type { DecodeOptions, WireItem } from './json-item.js';

/** What a list says of itself. */
export interface ListInfo {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly resourceVersion?: string;
  /** Set when the server cut the list here and another request brings the rest. */
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

/**
 * Some items of a list, as they came in. `list` is what has been read of the list itself so far; with the
 * last part it is whole. Built-in kinds say it before the items, custom resources after them. There is
 * always a last part, with no items if need be.
 */
export interface ListPart<T extends KubernetesObject = KubernetesObject> {
  readonly items: readonly WireItem<T>[];
  readonly list: ListInfo;
  readonly isLast: boolean;
}

/** How a list or watch is decoded. `what` says in errors what was being read: `the list of pods`. */
export interface StreamOptions extends DecodeOptions, WireLimits {
  readonly what?: string;
}
