import type { ResourceTree } from '../generated/index.js';
import type { KubernetesObject, ResourceRef } from '../meta/index.js';
import type { NamespacedResourceClient, ResourceClient } from './rest/index.js';

/** The client of a resource: with `namespace()` if its objects are in namespaces. */
export type ClientFor<R> =
  R extends ResourceRef<infer T extends KubernetesObject, infer S>
    ? S extends 'Namespaced'
      ? NamespacedResourceClient<T>
      : ResourceClient<T>
    : never;

/** A client for each resource of a tree of references. */
export type ClientsFor<Group> = {
  readonly [Version in keyof Group]: { readonly [Name in keyof Group[Version]]: ClientFor<Group[Version][Name]> };
};

/** `client.core.v1.pods` and every other built-in resource. */
export type TypedClients = { readonly [Group in keyof ResourceTree]: ClientsFor<ResourceTree[Group]> };
