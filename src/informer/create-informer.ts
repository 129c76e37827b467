import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import { InOrderQueue } from '../delta-fifo/index.js';
import type { Transform } from '../delta-fifo/index.js';
import type { KubeInformerError } from '../errors/index.js';
import type { KubernetesObject } from '../meta/index.js';
import type { ExpectedKind, ListerWatcher, ReflectorTuning } from '../reflector/index.js';
import { Indexer } from '../store/index.js';
import type { Indexers } from '../store/index.js';
import { Controller, tuningOf } from './controller.js';
import { ErrorReports } from './error-reports.js';
import type { ResourceEventHandler } from './notification.js';
import { processDeltas } from './process-deltas.js';
import type { ReadonlyIndexer } from './readonly-indexer.js';
import { keptPeriod } from './resync-schedule.js';

/** What the smallest informer is made of. */
export interface CreateInformerOptions<
  T extends KubernetesObject,
  Names extends string = string,
> extends ReflectorTuning {
  readonly listerWatcher: ListerWatcher<T>;
  readonly handler: ResourceEventHandler<T>;
  readonly objectType?: ExpectedKind | undefined;
  /** How often, in milliseconds, the handler is shown every object again; at least 1000. Default 0: never. */
  readonly resyncPeriod?: number | undefined;
  readonly indexers?: Indexers<T, Names> | undefined;
  readonly transform?: Transform<T> | undefined;
  /**
   * Sees every error of the connection and of single objects, what the transform throws among them: an
   * event it fails on is skipped, a list it fails on is read again. Default: logged.
   */
  readonly watchErrorHandler?: ((error: unknown) => unknown) | undefined;
  /** Sees what the handler and index functions throw. Default: logged. */
  readonly onError?: ((error: KubeInformerError) => unknown) | undefined;
  /** Default: the console. */
  readonly logger?: Logger | undefined;
  readonly clock?: Clock | undefined;
}

/**
 * The smallest informer: a cache and one handler, which is called while the change is processed, so
 * that a slow handler holds up the cache. For more handlers, and none of that, use `SharedInformer`.
 *
 * @example
 * const { indexer, controller } = createInformer({ listerWatcher, handler: { onAdd: (pod) => console.log(pod.metadata.name) } });
 * await controller.run(signal);
 */
export function createInformer<T extends KubernetesObject, Names extends string = string>(
  options: CreateInformerOptions<T, Names>,
): { readonly indexer: ReadonlyIndexer<T, Names>; readonly controller: Controller<T> } {
  const errors = new ErrorReports('informer', options);
  const onError = (error: KubeInformerError): void => {
    errors.report(error);
  };
  const indexer = new Indexer<T, Names>({
    ...(options.indexers === undefined ? {} : { indexers: options.indexers }),
    onIndexError: onError,
  });
  const controller = new Controller<T>({
    ...tuningOf(options),
    queue: new InOrderQueue<T>(options.transform === undefined ? {} : { transform: options.transform }),
    listerWatcher: options.listerWatcher,
    process: processDeltas(indexer, options.handler, onError),
    onProcessError: onError,
    ...(options.objectType === undefined ? {} : { objectType: options.objectType }),
    fullResyncPeriod: keptPeriod(options.resyncPeriod ?? 0),
    watchErrorHandler: (error) => {
      errors.reportConnection(error);
    },
    ...(options.clock === undefined ? {} : { clock: options.clock }),
  });
  return { indexer, controller };
}
