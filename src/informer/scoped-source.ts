import { KubeInformerError } from '../errors/index.js';
import type { KubernetesObject } from '../meta/index.js';
import type { ListOptions, ListerWatcher } from '../reflector/index.js';
import type { InformerSource, SourceResource } from './factory-options.js';
import type { InformerScope } from './informer-key.js';

/** A source of what the scope asks for: its selectors are in every request, and `tweak` has the last word. */
export function scopedSource<T extends KubernetesObject>(
  source: InformerSource,
  resource: SourceResource<T>,
  { namespace, projection, unknownFields, labelSelector, fieldSelector }: InformerScope,
  tweak: ((options: ListOptions) => ListOptions) | undefined,
): ListerWatcher<T> {
  const listerWatcher = source.listerWatcher(resource, { namespace, projection, unknownFields });
  const selectors: ListOptions = {
    ...(labelSelector === '' ? {} : { labelSelector }),
    ...(fieldSelector === '' ? {} : { fieldSelector }),
  };
  if (tweak === undefined && Object.keys(selectors).length === 0) return listerWatcher;
  return withRequests(listerWatcher, (request) => {
    const selected = { ...request, ...selectors };
    return tweak === undefined ? selected : tweaked(tweak, selected);
  });
}

/** A source whose every request is changed by `change` first. */
function withRequests<T extends KubernetesObject>(
  source: ListerWatcher<T>,
  change: (options: ListOptions) => ListOptions,
): ListerWatcher<T> {
  return {
    list: (options, context) => source.list(change(options), context),
    watch: async (options, context) => source.watch(change(options), context),
    // Read when it is asked for: a source may learn it later.
    get supportsWatchList(): boolean | undefined {
      return source.supportsWatchList;
    },
  };
}

/** Who knows client-go changes the options in place and returns nothing. */
function tweaked(tweak: (options: ListOptions) => ListOptions, options: ListOptions): ListOptions {
  const result: unknown = tweak(options);
  if (typeof result === 'object' && result !== null) return result;
  throw new KubeInformerError(
    'ERR_INVALID_ARGUMENT',
    `Cannot send a list or watch: tweakListOptions returned ${String(result)}. It must return the options, changed or not.`,
  );
}
