import type { KubernetesObject } from '../meta/index.js';
import type { ListOptions, ListerWatcher } from '../reflector/index.js';

/** A source whose every request is changed by `change`, to add selectors for one. */
export function withRequests<T extends KubernetesObject>(
  source: ListerWatcher<T>,
  change: (options: ListOptions) => ListOptions,
): ListerWatcher<T> {
  return {
    list: (options, context) => source.list(change(options), context),
    watch: (options, context) => source.watch(change(options), context),
    ...(source.supportsWatchList === undefined ? {} : { supportsWatchList: source.supportsWatchList }),
  };
}

/** The selectors that are not empty, as list options. */
export function selectorOptions(labelSelector: string, fieldSelector: string): ListOptions {
  return {
    ...(labelSelector === '' ? {} : { labelSelector }),
    ...(fieldSelector === '' ? {} : { fieldSelector }),
  };
}
