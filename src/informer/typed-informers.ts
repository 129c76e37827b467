import type { ResourceTree } from '../generated/index.js';
import type { KubernetesObject, Projected, Projection, ResourceRef } from '../meta/index.js';
import type { InformerHandle } from './informer-handle.js';

/** The informer and lister of each resource of a group, in a factory of that projection. */
export type InformersFor<Group, P extends Projection = 'full'> = {
  readonly [Version in keyof Group]: {
    readonly [Name in keyof Group[Version]]: Group[Version][Name] extends ResourceRef<infer T extends KubernetesObject>
      ? InformerHandle<Projected<T, P>>
      : never;
  };
};

/** `factory.core.v1.pods` and every other built-in resource. */
export type TypedInformers<P extends Projection = 'full'> = {
  readonly [Group in keyof ResourceTree]: InformersFor<ResourceTree[Group], P>;
};
