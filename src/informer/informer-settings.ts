import type { Transform } from '../delta-fifo/index.js';
import { apiVersionOf, resourceName } from '../meta/index.js';
import type { KubernetesObject, Projection } from '../meta/index.js';
import { tuningOf } from './controller.js';
import type { SharedInformerFactoryOptions, SourceResource } from './factory-options.js';
import type { SharedInformerOptions, StoredAs } from './shared-informer-options.js';

/** What is an informer's own among the options of its factory. */
interface OwnSettings<T extends KubernetesObject> {
  readonly name: string;
  readonly resyncPeriod: number;
  readonly projection: Projection;
  readonly store: StoredAs;
  readonly transform: Transform<T> | undefined;
}

/** The options of one informer of a factory. Errors are passed on together with its name. */
export function settingsOf<T extends KubernetesObject>(
  resource: SourceResource<T>,
  { transform, ...own }: OwnSettings<T>,
  shared: SharedInformerFactoryOptions<Projection>,
): SharedInformerOptions<T> {
  const { watchErrorHandler, onError, logger, metrics, clock } = shared;
  const settings: Writable<SharedInformerOptions<T>> = {
    ...tuningOf(shared),
    ...own,
    resource: resourceName(resource),
  };
  if (resource.scope !== undefined) settings.scope = resource.scope;
  if (resource.kind !== undefined) settings.objectType = { apiVersion: apiVersionOf(resource), kind: resource.kind };
  if (transform !== undefined) settings.transform = transform;
  if (logger !== undefined) settings.logger = logger;
  if (metrics !== undefined) settings.metrics = metrics;
  if (clock !== undefined) settings.clock = clock;
  if (onError !== undefined) {
    settings.onError = (error) => onError(error, own.name);
  }
  if (watchErrorHandler !== undefined) {
    settings.watchErrorHandler = (error) => watchErrorHandler(error, own.name);
  }
  return settings;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
