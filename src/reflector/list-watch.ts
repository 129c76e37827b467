import { KubeInformerError } from '../errors/index.js';
import type { KubernetesObject, ObjectRecord } from '../meta/index.js';
import type { ListOptions, ListPage, ListerWatcher, RequestContext, WatchStream } from './contract.js';

/** A list as the API server sends it. */
export interface ObjectList<T extends KubernetesObject> {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string };
  readonly items?: readonly (T | ObjectRecord<T>)[] | null;
}

/** The two functions a source is made of. */
export interface ListWatchOptions<T extends KubernetesObject> {
  /** One request: one page when `options.limit` is set, else the whole list. */
  readonly list: (options: ListOptions, context: RequestContext) => Promise<ObjectList<T>> | ObjectList<T>;
  readonly watch: (options: ListOptions, context: RequestContext) => Promise<WatchStream<T>> | WatchStream<T>;
  /** Set to false when the source does not know `sendInitialEvents`. */
  readonly supportsWatchList?: boolean | undefined;
}

/**
 * A ListerWatcher made of two functions, as in client-go. It follows `continue` tokens, so that
 * `list` needs to know only about one request.
 *
 * @example
 * const source = new ListWatch<Pod>({
 *   list: (options) => api.listPods(options),
 *   watch: (options, { signal }) => api.watchPods(options, signal),
 * });
 */
export class ListWatch<T extends KubernetesObject> implements ListerWatcher<T> {
  readonly supportsWatchList?: boolean;
  readonly #options: ListWatchOptions<T>;

  constructor(options: ListWatchOptions<T>) {
    this.#options = options;
    if (options.supportsWatchList !== undefined) this.supportsWatchList = options.supportsWatchList;
  }

  /**
   * Every page carries the first one's resourceVersion. An expired page throws; nothing is read twice.
   * A server that does not get on from page to page is refused with `ERR_LIST_INVALID`.
   */
  async *list(options: ListOptions, context: RequestContext): AsyncIterable<ListPage<T>> {
    let request = options;
    let resourceVersion: string | undefined;
    for (;;) {
      const { items, kind, metadata } = await this.#options.list(request, context);
      resourceVersion ??= metadata?.resourceVersion ?? '';
      const token = metadata?.continue ?? '';
      yield {
        items: items ?? [],
        resourceVersion,
        ...(kind === undefined ? {} : { kind }),
        ...(token === '' ? {} : { continue: token }),
      };
      if (token === '') return;
      if (token === request.continue) throw sameToken();
      // The token names the snapshot; a resourceVersion beside it is an error.
      const { resourceVersion: _version, resourceVersionMatch: _match, ...rest } = options;
      request = { ...rest, continue: token };
    }
  }

  async watch(options: ListOptions, context: RequestContext): Promise<WatchStream<T>> {
    return this.#options.watch(options, context);
  }
}

function sameToken(): KubeInformerError {
  return new KubeInformerError(
    'ERR_LIST_INVALID',
    'The server answered a continue token with the same token, so the list would never end. ' +
      'Check that the list function passes options.continue on.',
  );
}
