import type { KubernetesObject } from '../meta/index.js';
import type { Indexer } from '../store/index.js';

/** An indexer for readers: everything but what would change it. */
export type ReadonlyIndexer<T extends KubernetesObject, Names extends string = string> = Pick<
  Indexer<T, Names>,
  | 'get'
  | 'getRecord'
  | 'has'
  | 'size'
  | 'keys'
  | 'values'
  | 'records'
  | 'recordsIn'
  | 'namespaces'
  | 'list'
  | 'resourceVersion'
  | 'byIndex'
  | 'recordsByIndex'
  | 'index'
  | 'indexKeys'
  | 'indexValues'
  | 'indexNames'
  | typeof Symbol.iterator
>;

/** The names of indices when more are added: just those, where it was not said which there are. */
export type MoreNames<Names extends string, More extends string> = string extends Names ? More : Names | More;
