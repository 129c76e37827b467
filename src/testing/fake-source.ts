import type { Clock } from '../base/clock.js';
import type { DynamicObject } from '../client/index.js';
import type { InformerSource, SourceOptions, SourceResource } from '../informer/index.js';
import { apiVersionOf } from '../meta/index.js';
import type { KubernetesObject, ResourceRef } from '../meta/index.js';
import type { ListOptions, ListerWatcher } from '../reflector/index.js';
import { FakeListerWatcher } from './fake-lister-watcher.js';

/**
 * A source in memory for a factory: one `FakeListerWatcher` for each resource, made when it is first asked for.
 *
 * @example
 * const source = new FakeSource({ clock });
 * source.of(resources.core.v1.pods).create({ metadata: { name: 'web', namespace: 'default' }, spec: { containers: [] } });
 * const factory = new SharedInformerFactory(source, { clock });
 */
export class FakeSource implements InformerSource {
  readonly #clock: Clock | undefined;
  readonly #sources = new Map<string, FakeListerWatcher<never>>();

  /** `clock`: for all of them. Default: the machine's. */
  constructor({ clock }: { readonly clock?: Clock | undefined } = {}) {
    this.#clock = clock;
  }

  /** The objects of a resource, to be written and to misbehave. */
  of<T extends KubernetesObject = DynamicObject>(resource: ResourceRef<T> | SourceResource<T>): FakeListerWatcher<T> {
    const key = `${apiVersionOf(resource)} ${resource.resource}`;
    const known = this.#sources.get(key) as FakeListerWatcher<T> | undefined;
    if (known !== undefined) return known;
    const made = new FakeListerWatcher<T>({
      clock: this.#clock,
      apiVersion: apiVersionOf(resource),
      kind: resource.kind,
    });
    this.#sources.set(key, made as unknown as FakeListerWatcher<never>);
    return made;
  }

  /** What a factory asks for. */
  listerWatcher<T extends KubernetesObject>(
    resource: SourceResource<T>,
    { namespace }: Pick<SourceOptions, 'namespace'>,
  ): ListerWatcher<T> {
    const source = this.of<T>(resource);
    return namespace === '' ? source : within(source, namespace);
  }
}

/** The objects of one namespace. */
function within<T extends KubernetesObject>(source: FakeListerWatcher<T>, namespace: string): ListerWatcher<T> {
  const narrowed = (options: ListOptions): ListOptions => {
    const { fieldSelector = '' } = options;
    const own = `metadata.namespace=${namespace}`;
    return { ...options, fieldSelector: fieldSelector === '' ? own : `${fieldSelector},${own}` };
  };
  return {
    list: (options, context) => source.list(narrowed(options), context),
    watch: (options, context) => source.watch(narrowed(options), context),
    // Read when it is asked for: a test may change it.
    get supportsWatchList(): boolean | undefined {
      return source.supportsWatchList;
    },
  };
}
