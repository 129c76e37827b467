import type { ApiObject } from '../api-object.js';

/**
 * The shape of a value, for built-in kinds (from the generated tables) and custom ones (from the schema of
 * their CRD) alike. Patches, field ownership, strict decoding and OpenAPI all read this one description.
 */
export type TypeNode = AnyNode | ListNode | MapNode | ScalarNode | StructNode;

/** Named fields. */
export interface StructNode {
  readonly type: 'struct';
  /** The Go type of a built-in (`v1.PodSpec`), which messages quote; empty for a custom one. */
  readonly name: string;
  /** By JSON name, those of inline structs in place. Looked up lazily: types refer to themselves. */
  readonly fields: ReadonlyMap<string, FieldNode>;
  readonly required: readonly string[];
  /** Owned as one by server-side apply. */
  readonly atomic: boolean;
  /** Keeps fields that are not described (`x-kubernetes-preserve-unknown-fields`). */
  readonly preserveUnknown: boolean;
  /** An embedded object with apiVersion, kind and metadata of its own (`x-kubernetes-embedded-resource`). */
  readonly embedded: boolean;
}

/** A field of a struct. */
export interface FieldNode {
  readonly name: string;
  readonly node: TypeNode;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  /** What a field of a built-in type is when nobody sets it, if Go writes it all the same: an item's key in field ownership. */
  readonly zero?: unknown;
  /** Of strategic merge patch. */
  readonly patchStrategy: readonly string[];
  readonly patchMergeKey?: string;
}

/** A list, and who owns what of it. */
export interface ListNode {
  readonly type: 'list';
  readonly item: TypeNode;
  readonly listType: 'atomic' | 'map' | 'set';
  readonly keys: readonly string[];
}

/** A map from strings. */
export interface MapNode {
  readonly type: 'map';
  readonly value: TypeNode;
  readonly atomic: boolean;
}

/** A value without parts. */
export interface ScalarNode {
  readonly type: 'scalar';
  readonly scalar:
    | 'boolean'
    | 'bytes'
    | 'double'
    | 'duration'
    | 'int32'
    | 'int64'
    | 'intOrString'
    | 'microTime'
    | 'quantity'
    | 'string'
    | 'time';
}

/** Any JSON: RawExtension, FieldsV1, a schema's `type`-less node. `atomic` says whether its inside is owned as one. */
export interface AnyNode {
  readonly type: 'any';
  readonly atomic: boolean;
}

/** How strictly a body is read: the `fieldValidation` parameter. */
export type FieldValidation = 'Ignore' | 'Strict' | 'Warn';

/** A body that was read. `problems` are unknown and duplicate fields, worded as the real server words them. */
export interface Decoded {
  readonly object: ApiObject;
  readonly problems: readonly string[];
}

/** What else is known about a value that is read. */
export interface ReadOptions {
  /** How the document wrote numbers that are not plain whole ones, by path: Go takes neither 1.0 nor 1e2 for an integer. */
  readonly literals?: ReadonlyMap<string, string>;
  /** Leaves the nulls of a custom object for validation to find, as it is after server-side apply. */
  readonly keepNulls?: boolean;
}

/** How objects of one kind in one version are read, checked for their types, and written. */
export interface ObjectSchema {
  readonly apiVersion: string;
  readonly kind: string;
  readonly root: StructNode;
  /** Of a custom kind: every version that its CRD has. */
  readonly versions?: readonly string[];
  /**
   * An object with only what the type has, in the form the server would return it: unknown fields gone (and
   * reported), `null` and empty fields as Go's encoder leaves them. Throws StatusError 400 on a value of a wrong type.
   * No defaults are applied.
   */
  normalise(value: Record<string, unknown>, options?: ReadOptions): Decoded;
  /** For kinds with a protobuf form. */
  readonly protobuf?: {
    /** The message without its envelope. */
    encode(object: ApiObject): Uint8Array;
    /** Throws StatusError 400. */
    decode(message: Uint8Array): ApiObject;
  };
}
