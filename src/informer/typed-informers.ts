import type { ResourceTree } from '../generated/index.js';
import type { KubernetesObject, ResourceRef } from '../meta/index.js';
import type { InformerHandle } from './informer-handle.js';

/** The informer and lister of each resource of a group. */
export type InformersFor<Group> = {
  readonly [Version in keyof Group]: {
    readonly [Name in keyof Group[Version]]: Group[Version][Name] extends ResourceRef<infer T extends KubernetesObject>
      ? InformerHandle<T>
      : never;
  };
};

/** `factory.core.v1.pods` and every other built-in resource. */
export type TypedInformers = { readonly [Group in keyof ResourceTree]: InformersFor<ResourceTree[Group]> };
