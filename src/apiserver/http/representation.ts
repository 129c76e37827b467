import { encodeMessage, messageTypeOf, writeUnknown } from '../../wire/codec/index.js';
import type { ApiObject, ServedResource, TableLayout } from '../contract.js';
import type { Entry } from '../storage/contract.js';
import { tableLayoutOf } from '../table/index.js';
import type { Representation } from './accept.js';
import type { EncodingCache } from './encoding-cache.js';
import { yamlOf } from './yaml.js';

/** What `includeObject` asks of the rows of a table. */
export type IncludeObject = 'Metadata' | 'None' | 'Object';

/** How the objects of one request are written. */
export interface EncodingContext {
  readonly resource: ServedResource;
  readonly representation: Representation;
  readonly includeObject: IncludeObject;
  /** What ages in tables are counted from. */
  readonly now: Date;
  readonly cache: EncodingCache;
  convert(object: ApiObject, apiVersion: string): ApiObject;
}

type Loose = Readonly<Record<string, unknown>>;

const NEWLINE = Buffer.from('\n');

/** An object in the version that the request is about. */
export const served = (context: EncodingContext, object: ApiObject): ApiObject =>
  object.apiVersion === context.resource.apiVersion || object.kind !== context.resource.kind
    ? object
    : context.convert(object, context.resource.apiVersion);

/** The order of the real server: kind first for its own types, sorted keys for custom ones. */
function typeMetaText(apiVersion: string, kind: string, custom: boolean): string {
  const version = `"apiVersion":${JSON.stringify(apiVersion)}`;
  const name = `"kind":${JSON.stringify(kind)}`;
  return custom ? `{${version},${name},` : `{${name},${version},`;
}

/** The JSON of a stored state without its braces' left one and its type, which lists of built-in kinds leave out. */
function jsonTail(context: EncodingContext, entry: Entry): Buffer {
  const { resource, cache } = context;
  const key = `json ${resource.apiVersion}`;
  const make = (): Buffer => {
    const { apiVersion: _version, kind: _kind, ...rest } = served(context, entry.object);
    return Buffer.from(JSON.stringify(rest).slice(1));
  };
  return cache.get(entry, key, make);
}

/** The protobuf of a stored state, without an envelope. */
export function protobufMessage(context: EncodingContext, entry: Entry): Buffer {
  const { resource, cache } = context;
  const key = `protobuf ${resource.apiVersion}`;
  const make = (): Buffer => messageOf(served(context, entry.object));
  return cache.get(entry, key, make);
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function messageOf(object: { readonly apiVersion: string; readonly kind: string }): Buffer {
  // The metadata kinds of v1beta1 are those of v1 on the wire.
  const apiVersion = object.apiVersion.startsWith('meta.k8s.io/') ? 'meta.k8s.io/v1' : object.apiVersion;
  const type = messageTypeOf(apiVersion, object.kind);
  if (type === undefined) throw new Error(`${object.apiVersion} ${object.kind} has no protobuf form`);
  return asBuffer(encodeMessage(type, object));
}

export const enveloped = (apiVersion: string, kind: string, raw: Uint8Array): Buffer =>
  asBuffer(writeUnknown({ apiVersion, kind, raw }));

/** The bytes of any one object. Custom kinds and what is not stored come this way too. */
export async function encodeAny(object: Loose, representation: Representation): Promise<Buffer> {
  switch (representation.format) {
    case 'protobuf': {
      const typed = object as unknown as ApiObject;
      return enveloped(typed.apiVersion, typed.kind, messageOf(typed));
    }
    case 'yaml':
      return Buffer.from(await yamlOf(object));
    default:
      return representation.pretty
        ? Buffer.from(JSON.stringify(object, null, 2))
        : Buffer.from(`${JSON.stringify(object)}\n`);
  }
}

/** Only what identifies an object. */
export const partial = (object: { readonly metadata: unknown }, apiVersion: string): Loose => ({
  kind: 'PartialObjectMetadata',
  apiVersion,
  metadata: object.metadata,
});

/** One object of `get` and of the writing verbs. */
export async function encodeObject(context: EncodingContext, object: ApiObject, entry?: Entry): Promise<Buffer> {
  const { resource, representation } = context;
  const { as, format } = representation;
  if (as?.kind === 'PartialObjectMetadata') return encodeAny(partial(object, as.apiVersion), representation);
  if (as?.kind === 'Table') return encodeAny(tableOf(context, served(context, object), true), representation);
  if (entry !== undefined) {
    if (format === 'json' && !representation.pretty) {
      return Buffer.concat([...objectJson(context, entry), NEWLINE]);
    }
    if (format === 'protobuf') {
      return enveloped(resource.apiVersion, resource.kind, protobufMessage(context, entry));
    }
  }
  return encodeAny(ordered(served(context, object), resource.custom), representation);
}

/** The type first, as the real server writes it. */
export function ordered(object: ApiObject, custom: boolean): Loose {
  const { apiVersion, kind, ...rest } = object;
  return custom ? { apiVersion, kind, ...rest } : { kind, apiVersion, ...rest };
}

/** The two parts of a state's JSON, as it stands in a watch event and in a `get`. */
export function objectJson(context: EncodingContext, entry: Entry): [Buffer, Buffer] {
  const { resource } = context;
  return [Buffer.from(typeMetaText(resource.apiVersion, resource.kind, resource.custom)), jsonTail(context, entry)];
}

/** What the JSON of an item of a list begins with; `listItemTail` is the rest. */
export const listItemHead = ({ resource }: EncodingContext): string =>
  resource.custom ? typeMetaText(resource.apiVersion, resource.kind, true) : '{';

export const listItemTail = (context: EncodingContext, entry: Entry): Buffer => jsonTail(context, entry);

/** A bookmark has nothing to show: where a layout cannot bear that, its cells are empty. */
function cellsOf(layout: TableLayout, object: ApiObject, now: Date): readonly unknown[] {
  if (object.metadata.uid !== undefined) return layout.cells(object, now);
  try {
    return layout.cells({ ...object, metadata: { name: '', ...object.metadata } }, now);
  } catch {
    return layout.columns.map(() => '');
  }
}

/** A row of a table. */
export function rowOf(context: EncodingContext, object: ApiObject): Loose {
  const { representation, includeObject, now } = context;
  const layout = layoutOf(context, object);
  const cells = cellsOf(layout, object, now);
  const conditions = layout.conditions?.(object);
  const shown = conditions === undefined ? { cells } : { cells, conditions };
  if (includeObject === 'None') return { ...shown, object: null };
  const version = (representation.as as { apiVersion: string }).apiVersion;
  return { ...shown, object: includeObject === 'Object' ? object : partial(object, version) };
}

/** A subresource of another kind is shown as that kind is. */
export function layoutOf({ resource }: EncodingContext, object?: ApiObject): TableLayout {
  if (object === undefined || object.kind === resource.kind) return resource.table;
  const [group = ''] = object.apiVersion.includes('/') ? object.apiVersion.split('/') : [];
  return tableLayoutOf(group, `${object.kind.toLowerCase()}s`);
}

/** A table of one object. */
export function tableOf(context: EncodingContext, object: ApiObject, withColumns: boolean): Loose {
  const { resourceVersion } = object.metadata;
  return {
    kind: 'Table',
    apiVersion: (context.representation.as as { apiVersion: string }).apiVersion,
    metadata: resourceVersion === undefined ? {} : { resourceVersion },
    columnDefinitions: withColumns ? layoutOf(context, object).columns : null,
    rows: [rowOf(context, object)],
  };
}
