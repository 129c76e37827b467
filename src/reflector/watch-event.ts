import { ApiStatusError, KubeInformerError } from '../errors/index.js';
import type { Status } from '../errors/index.js';
import { ObjectRecord, recordOf } from '../meta/index.js';
import type { FieldPath, KubernetesObject } from '../meta/index.js';
import type { WatchEvent } from './contract.js';

/** The annotation by which a bookmark ends the first part of a WatchList. */
const END_MARK = 'k8s.io/initial-events-end';

const API_VERSION: FieldPath = ['apiVersion'];
const KIND: FieldPath = ['kind'];

/** The kind of object a source is expected to send. Objects that do not say what they are pass. */
export interface ExpectedKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** A watch event that was checked. `resourceVersion` is where the source stands after it. */
export type CheckedEvent<T extends KubernetesObject> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly record: ObjectRecord<T> }
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string; readonly isEndMark: boolean };

/**
 * Checks an event of the wire. Throws what it says if it is an `ERROR`, and a typed error if it
 * cannot be used: `ERR_UNKNOWN_EVENT_TYPE`, `ERR_INVALID_OBJECT`, `ERR_UNEXPECTED_KIND`,
 * `ERR_TABLE_UNSUPPORTED`.
 */
export function checkEvent<T extends KubernetesObject>(
  event: WatchEvent<T>,
  expected: ExpectedKind | undefined,
): CheckedEvent<T> {
  // What a source of the user's own sends need not be what its types say.
  const type = (event as WatchEvent<T> | null | undefined)?.type;
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
      return {
        type: type as 'ADDED' | 'MODIFIED' | 'DELETED',
        record: checkObject(event.object as T | ObjectRecord<T>, expected),
      };
    case 'BOOKMARK':
      return checkBookmark(event.object);
    case 'ERROR':
      throw new ApiStatusError(asStatus(event.object), { attempted: 'The watch ended with an error' });
    default:
      throw new KubeInformerError(
        'ERR_UNKNOWN_EVENT_TYPE',
        `The watch sent an event of type ${String(type)}, which is none of ADDED, MODIFIED, DELETED, ` +
          'BOOKMARK and ERROR. It was skipped; check what stands between this process and the API server.',
      );
  }
}

/** The record of an object of a list or watch, of the expected kind. */
export function checkObject<T extends KubernetesObject>(
  item: T | ObjectRecord<T>,
  expected: ExpectedKind | undefined,
): ObjectRecord<T> {
  // What comes over the wire for a resource that is known: the rest would only find that all is well.
  const isAsExpected =
    item instanceof ObjectRecord &&
    expected !== undefined &&
    item.field(KIND) === expected.kind &&
    item.field(API_VERSION) === expected.apiVersion;
  if (isAsExpected) return item;
  checkKind(item, expected);
  return recordOf(item);
}

/** Throws `ERR_TABLE_UNSUPPORTED` for the kind that kubectl asks for and a cache cannot hold. */
export function checkNotTable(apiVersion: string | undefined, kind: string | undefined): void {
  if (kind !== 'Table' || (apiVersion !== undefined && !apiVersion.startsWith('meta.k8s.io/'))) return;
  throw new KubeInformerError(
    'ERR_TABLE_UNSUPPORTED',
    'The source sent a Table, a form for printing, where objects belong. Ask the server for the objects themselves ' +
      '(no "as=Table" in the Accept header).',
  );
}

function checkKind(object: unknown, expected: ExpectedKind | undefined): void {
  const isRecord = object instanceof ObjectRecord;
  const plain = object as Record<string, unknown> | null | undefined;
  const apiVersion = textOf(isRecord ? object.field(API_VERSION) : plain?.['apiVersion']);
  const kind = textOf(isRecord ? object.field(KIND) : plain?.['kind']);
  checkNotTable(apiVersion, kind);
  if (expected === undefined) return;
  const kindFits = kind === undefined || kind === expected.kind;
  const versionFits = apiVersion === undefined || apiVersion === expected.apiVersion;
  if (kindFits && versionFits) return;
  throw new KubeInformerError(
    'ERR_UNEXPECTED_KIND',
    `The source sent ${apiVersion ?? '?'} ${kind ?? '?'} where ${expected.apiVersion} ${expected.kind} was expected. ` +
      'Check the version and the kind of the resource that the informer was made for.',
  );
}

// Of whatever kind: all it says is how far the source is.
function checkBookmark<T extends KubernetesObject>(object: unknown): CheckedEvent<T> {
  const resourceVersion = fieldOf(object, 'resourceVersion');
  if (typeof resourceVersion !== 'string' || resourceVersion === '') {
    throw new KubeInformerError(
      'ERR_INVALID_OBJECT',
      'The watch sent a bookmark without metadata.resourceVersion, which is all a bookmark is for. It was skipped.',
    );
  }
  const annotations = fieldOf(object, 'annotations');
  const isEndMark =
    typeof annotations === 'object' &&
    annotations !== null &&
    (annotations as Record<string, unknown>)[END_MARK] === 'true';
  return { type: 'BOOKMARK', resourceVersion, isEndMark };
}

// A bookmark has no name, so it can be no record of ours; a source that makes records may still send one.
function fieldOf(object: unknown, name: string): unknown {
  if (object instanceof ObjectRecord) return object.field(['metadata', name]);
  return (object as { metadata?: Record<string, unknown> } | null | undefined)?.metadata?.[name];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function asStatus(object: unknown): Status {
  if (typeof object === 'object' && object !== null && !(object instanceof ObjectRecord)) return object;
  return { code: 500, reason: 'InternalError', message: 'the error event carried no Status' };
}
