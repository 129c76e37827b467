import type { KubernetesObject } from '../meta/index.js';
import type { ListPage, WatchEvent } from '../reflector/index.js';
import { failureStatus } from './fake-errors.js';

/**
 * A watch event no client can use: a type nobody knows, an object without a name, one of another
 * kind, a Table, a Status that is no ERROR, no object at all, an ERROR without a Status.
 */
export type EventGarbage =
  'unknown-type' | 'no-name' | 'wrong-kind' | 'table' | 'status' | 'no-object' | 'error-without-status';

/** A list no client can use whole: without a resourceVersion, with an item without a name or of another kind, a Table. */
export type ListGarbage = 'no-resource-version' | 'no-name' | 'wrong-kind' | 'table';

/** What the garbage has in common with good answers. */
export interface GarbageContext {
  readonly apiVersion: string | undefined;
  readonly kind: string | undefined;
  readonly resourceVersion: string;
}

export function garbageEvent(garbage: EventGarbage, context: GarbageContext): WatchEvent {
  switch (garbage) {
    case 'unknown-type':
      return { type: 'SURPRISE', object: { ...nameless(context), metadata: { name: 'surprise' } } };
    case 'no-name':
      return { type: 'ADDED', object: nameless(context) };
    case 'wrong-kind':
      return { type: 'ADDED', object: stranger(context) };
    case 'table':
      return { type: 'ADDED', object: table(context) };
    case 'status':
      return { type: 'MODIFIED', object: failureStatus(500) };
    case 'no-object':
      return { type: 'ADDED', object: null };
    case 'error-without-status':
      return { type: 'ERROR', object: {} };
  }
}

export function garbledPage<T extends KubernetesObject>(
  page: ListPage<T>,
  garbage: ListGarbage,
  context: GarbageContext,
): ListPage<T> {
  switch (garbage) {
    case 'no-resource-version':
      return { ...page, resourceVersion: '' };
    case 'no-name':
      return { ...page, items: [...page.items, nameless(context) as T] };
    case 'wrong-kind':
      return { ...page, items: [...page.items, stranger(context) as unknown as T] };
    case 'table':
      return { ...page, items: [], kind: 'Table' };
  }
}

function nameless({ apiVersion, kind, resourceVersion }: GarbageContext): object {
  return { apiVersion, kind, metadata: { resourceVersion } };
}

function stranger({ resourceVersion }: GarbageContext): KubernetesObject {
  return { apiVersion: 'example.com/v1', kind: 'Surprise', metadata: { name: 'surprise', resourceVersion } };
}

function table({ resourceVersion }: GarbageContext): object {
  return {
    apiVersion: 'meta.k8s.io/v1',
    kind: 'Table',
    metadata: { resourceVersion },
    columnDefinitions: [],
    rows: [],
  };
}
