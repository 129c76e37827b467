import { KubeInformerError } from '../../errors/index.js';
import { ObjectRecord, isPartial } from '../../meta/index.js';
import type { KubernetesObject } from '../../meta/index.js';

/**
 * The most objects that are remembered. Beyond it the oldest are forgotten: a cluster that is newer than this library
 * may have a new field in every object of a kind. 100,000 take about 15 MB.
 */
const MOST_OBJECTS = 100_000;

/**
 * The objects that lost fields on their way: the server sent some that are newer than the tables of this library. To
 * write such an object back as a whole would delete those fields from the server.
 */
export class IncompleteObjects {
  /** The resourceVersion by uid. A copy of the object has both, so that copies are known too. */
  readonly #versions = new Map<string, string>();
  #fields = 0;

  /** How many fields came that could not be read, over all objects. */
  get lostFields(): number {
    return this.#fields;
  }

  /** Counts what came in and is not handed on: it is asked for again in another form. Whether it has lost fields. */
  count(item: unknown): boolean {
    if (!(item instanceof ObjectRecord) || item.unknownFields === 0) return false;
    this.#fields += item.unknownFields;
    return true;
  }

  /** Counts and remembers what came in; whether it has lost fields. */
  note(item: unknown): boolean {
    if (!this.count(item)) return false;
    const record = item as ObjectRecord;
    if (record.uid === '') return true;
    this.#versions.delete(record.uid);
    this.#versions.set(record.uid, record.resourceVersion);
    if (this.#versions.size > MOST_OBJECTS) {
      for (const oldest of this.#versions.keys()) {
        this.#versions.delete(oldest);
        break;
      }
    }
    return true;
  }

  /** Throws `ERR_INCOMPLETE_OBJECT` for an object that must not be written back. */
  assertWhole(object: Partial<KubernetesObject>, attempted: string): void {
    const { uid, resourceVersion } = object.metadata ?? {};
    if (uid === undefined || this.#versions.get(uid) !== resourceVersion) return;
    throw new KubeInformerError(
      'ERR_INCOMPLETE_OBJECT',
      `${attempted}: the server sent this object with fields that are newer than this version of kube-informer, and an ` +
        'update would delete them. Use patch() or apply(), or a client with { protobuf: false }.',
    );
  }
}

/** Throws `ERR_INCOMPLETE_OBJECT` for an object that is known to be a part of what the server has. */
export function assertNotPartial(
  object: object,
  { metadataOnly = false }: { readonly metadataOnly?: boolean },
  attempted: string,
): void {
  if (!metadataOnly && !isPartial(object)) return;
  const what = metadataOnly
    ? 'this client reads metadata alone'
    : 'the object is from a cache that keeps a part of each';
  throw new KubeInformerError(
    'ERR_INCOMPLETE_OBJECT',
    `${attempted}: ${what}, and an update would delete on the server what it lacks. Use patch() or apply(), or update what ` +
      'get() of a client of whole objects gives.',
  );
}
