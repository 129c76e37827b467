// `any` in a public signature silences the compiler in the user's program, not in ours. These walk
// every member of what is exported: properties, parameters and results, three levels down.
import type * as errors from 'kube-informer/errors';
import type * as main from 'kube-informer';
import type * as testing from 'kube-informer/testing';
import type * as workqueue from 'kube-informer/workqueue';
import type {
  ControllerConfig,
  DeltaFIFO,
  HandlerRegistration,
  Indexer,
  InformerForOptions,
  InformerHandle,
  InformerLease,
  InformerStatus,
  Lister,
  ListerWatcher,
  Notification,
  ObjectRecord,
  Queue,
  Reflector,
  ReflectorOptions,
  ResourceEventHandler,
  SharedInformer,
  SharedInformerFactory,
  SharedInformerFactoryOptions,
  SharedInformerOptions,
  Store,
  WatchEvent,
} from 'kube-informer';
import { describe, expectTypeOf, it } from 'vitest';
import type { Widget } from './kinds.js';

type IsAny<T> = 0 extends 1 & T ? true : false;

type Depth = [never, 0, 1, 2, 3];

/** The paths at which `T` has `any`; `never` when there is none. */
type AnyPaths<T, Level extends number = 3, Path extends string = ''> =
  IsAny<T> extends true
    ? Path
    : Level extends 0
      ? never
      : T extends (...args: infer Args) => infer Result
        ? AnyPaths<Args, Depth[Level], `${Path}(…)`> | AnyPaths<Result, Depth[Level], `${Path}()`>
        : T extends abstract new (...args: infer Args) => infer Instance
          ? AnyPaths<Args, Depth[Level], `new ${Path}(…)`> | AnyPaths<Instance, Depth[Level], `new ${Path}`>
          : T extends string | number | bigint | boolean | symbol | null | undefined | AbortSignal | Error
            ? never
            : T extends readonly (infer Item)[]
              ? AnyPaths<Item, Depth[Level], `${Path}[]`>
              : T extends Promise<infer Value>
                ? AnyPaths<Value, Depth[Level], `await ${Path}`>
                : { [Key in keyof T & string]-?: AnyPaths<T[Key], Depth[Level], `${Path}.${Key}`> }[keyof T & string];

describe('the walk', () => {
  it('finds any, wherever it is', () => {
    expectTypeOf<AnyPaths<{ a: { b: ReturnType<typeof JSON.parse> } }>>().toEqualTypeOf<'.a.b'>();
    expectTypeOf<AnyPaths<{ f: (text: ReturnType<typeof JSON.parse>) => void }>>().toEqualTypeOf<'.f(…)[]'>();
    expectTypeOf<AnyPaths<{ f: () => Promise<ReturnType<typeof JSON.parse>> }>>().toEqualTypeOf<'await .f()'>();
    expectTypeOf<AnyPaths<{ a: unknown }>>().toBeNever();
  });
});

describe('no any', () => {
  it('in the factory and what it hands out', () => {
    expectTypeOf<AnyPaths<SharedInformerFactory>>().toBeNever();
    expectTypeOf<AnyPaths<SharedInformerFactoryOptions>>().toBeNever();
    expectTypeOf<AnyPaths<InformerForOptions<Widget>>>().toBeNever();
    expectTypeOf<AnyPaths<InformerHandle<Widget>>>().toBeNever();
    expectTypeOf<AnyPaths<InformerLease<Widget>>>().toBeNever();
  });

  it('in informers and handlers', () => {
    expectTypeOf<AnyPaths<SharedInformer<Widget>>>().toBeNever();
    expectTypeOf<AnyPaths<SharedInformerOptions<Widget>>>().toBeNever();
    expectTypeOf<AnyPaths<ResourceEventHandler<Widget>>>().toBeNever();
    expectTypeOf<AnyPaths<HandlerRegistration>>().toBeNever();
    expectTypeOf<AnyPaths<Notification<Widget>>>().toBeNever();
    expectTypeOf<AnyPaths<InformerStatus>>().toBeNever();
  });

  it('in the parts informers are made of', () => {
    expectTypeOf<AnyPaths<Lister<Widget>>>().toBeNever();
    expectTypeOf<AnyPaths<Indexer<Widget>>>().toBeNever();
    expectTypeOf<AnyPaths<Store<Widget>>>().toBeNever();
    expectTypeOf<AnyPaths<DeltaFIFO<Widget>>>().toBeNever();
    expectTypeOf<AnyPaths<Queue<Widget>>>().toBeNever();
    expectTypeOf<AnyPaths<Reflector<Widget>>>().toBeNever();
    expectTypeOf<AnyPaths<ReflectorOptions<Widget>>>().toBeNever();
    expectTypeOf<AnyPaths<ControllerConfig<Widget>>>().toBeNever();
    expectTypeOf<AnyPaths<ListerWatcher<Widget>>>().toBeNever();
    expectTypeOf<AnyPaths<WatchEvent<Widget>>>().toBeNever();
    expectTypeOf<AnyPaths<ObjectRecord<Widget>>>().toBeNever();
  });

  it('in any value that an entry point exports', () => {
    expectTypeOf<AnyPaths<typeof main>>().toBeNever();
    expectTypeOf<AnyPaths<typeof errors>>().toBeNever();
    expectTypeOf<AnyPaths<typeof workqueue>>().toBeNever();
    expectTypeOf<AnyPaths<typeof testing>>().toBeNever();
  });
});
