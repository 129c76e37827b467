import { TimeSlicer } from '../../base/time-slicer.js';
import { encodeMessage, messageTypeOf } from '../../wire/codec/index.js';
import type { Entry } from '../storage/contract.js';
import type { ListAnswer } from './contract.js';
import type { EncodingContext } from './representation.js';
import {
  enveloped,
  layoutOf,
  listItemHead,
  listItemTail,
  ordered,
  partial,
  protobufMessage,
  rowOf,
  served,
} from './representation.js';
import { yamlOf } from './yaml.js';

// Few writes, and little that waits for a slow client.
const CHUNK_BYTES = 64 * 1024;

type Loose = Readonly<Record<string, unknown>>;

/** Gathers small pieces into chunks. */
class Chunks {
  #parts: Buffer[] = [];
  #size = 0;

  add(...parts: readonly (Buffer | string)[]): void {
    for (const part of parts) {
      const bytes = typeof part === 'string' ? Buffer.from(part) : part;
      this.#parts.push(bytes);
      this.#size += bytes.length;
    }
  }

  get full(): boolean {
    return this.#size >= CHUNK_BYTES;
  }

  take(): Buffer {
    const all = this.#parts.length === 1 ? (this.#parts[0] as Buffer) : Buffer.concat(this.#parts, this.#size);
    this.#parts = [];
    this.#size = 0;
    return all;
  }
}

function listMeta(list: ListAnswer, custom: boolean): Loose {
  return {
    // Go's list of any objects says this even when there is nothing to go on with.
    ...(custom ? { continue: '' } : {}),
    resourceVersion: list.resourceVersion,
    ...(list.continue === undefined || list.continue === '' ? {} : { continue: list.continue }),
    ...(list.remainingItemCount === undefined ? {} : { remainingItemCount: list.remainingItemCount }),
  };
}

/** The bytes of a list, a chunk at a time, made while the socket takes them: never the whole at once. */
export async function* encodeList(context: EncodingContext, list: ListAnswer): AsyncGenerator<Buffer, void, undefined> {
  const { format, pretty } = context.representation;
  if (format === 'protobuf') yield* protobufList(context, list);
  else if (format === 'yaml') yield* yamlList(context, list);
  else if (pretty) yield* prettyList(context, list);
  else yield* jsonList(context, list);
}

/** The envelope of a list without its items, and what an item of it is. */
function shapeOf(context: EncodingContext, list: ListAnswer): { head: Loose; items: 'items' | 'rows' } {
  const { resource, representation } = context;
  const { as } = representation;
  const metadata = listMeta(list, resource.custom && as === undefined);
  if (as === undefined) {
    const { listKind: kind, apiVersion, custom } = resource;
    return { head: custom ? { apiVersion, kind, metadata } : { kind, apiVersion, metadata }, items: 'items' };
  }
  const head = { kind: as.kind, apiVersion: as.apiVersion, metadata };
  if (as.kind !== 'Table') return { head, items: 'items' };
  return { head: { ...head, columnDefinitions: layoutOf(context).columns }, items: 'rows' };
}

/** An item as a value, in every representation but protobuf. */
function itemOf(context: EncodingContext, entry: Entry): Loose {
  const { as } = context.representation;
  const object = served(context, entry.object);
  if (as?.kind === 'Table') return rowOf(context, object);
  if (as !== undefined) return partial(object, as.apiVersion);
  if (context.resource.custom) return ordered(object, true);
  const { apiVersion: _version, kind: _kind, ...rest } = object;
  return rest;
}

async function* jsonList(context: EncodingContext, list: ListAnswer): AsyncGenerator<Buffer, void, undefined> {
  const { head, items } = shapeOf(context, list);
  const plain = context.representation.as === undefined;
  const chunks = new Chunks();
  const slicer = new TimeSlicer();
  chunks.add(`${JSON.stringify(head).slice(0, -1)},"${items}":[`);
  const first = Buffer.from(plain ? listItemHead(context) : '');
  const next = Buffer.from(`,${first.toString()}`);
  let count = 0;
  for (const entry of list.entries) {
    chunks.add(count++ === 0 ? first : next);
    chunks.add(plain ? listItemTail(context, entry) : JSON.stringify(itemOf(context, entry)));
    if (chunks.full) yield chunks.take();
    if (slicer.due()) await slicer.yield();
  }
  chunks.add(']}\n');
  yield chunks.take();
}

async function* prettyList(context: EncodingContext, list: ListAnswer): AsyncGenerator<Buffer, void, undefined> {
  const { head, items } = shapeOf(context, list);
  const chunks = new Chunks();
  const slicer = new TimeSlicer();
  chunks.add(`${JSON.stringify(head, null, 2).slice(0, -2)},\n  "${items}": [`);
  let count = 0;
  for (const entry of list.entries) {
    const text = JSON.stringify(itemOf(context, entry), null, 2).replaceAll('\n', '\n    ');
    chunks.add(count++ > 0 ? ',\n    ' : '\n    ', text);
    if (chunks.full) yield chunks.take();
    if (slicer.due()) await slicer.yield();
  }
  chunks.add(count === 0 ? ']\n}' : '\n  ]\n}');
  yield chunks.take();
}

async function* yamlList(context: EncodingContext, list: ListAnswer): AsyncGenerator<Buffer, void, undefined> {
  const { head, items } = shapeOf(context, list);
  const before = Object.fromEntries(Object.entries(head).filter(([name]) => name < items));
  const after = Object.fromEntries(Object.entries(head).filter(([name]) => name > items));
  const chunks = new Chunks();
  const slicer = new TimeSlicer();
  chunks.add(await yamlOf(before));
  let count = 0;
  for (const entry of list.entries) {
    if (count++ === 0) chunks.add(`${items}:\n`);
    chunks.add(await yamlOf([itemOf(context, entry)]));
    if (chunks.full) yield chunks.take();
    if (slicer.due()) await slicer.yield();
  }
  if (count === 0) chunks.add(`${items}: []\n`);
  if (Object.keys(after).length > 0) chunks.add(await yamlOf(after));
  yield chunks.take();
}

/** Tag of `items`, field 2 of every list. */
const ITEMS_TAG = 0x12;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  while (left >= 0x80) {
    bytes.push((left % 0x80) | 0x80);
    left = Math.floor(left / 0x80);
  }
  bytes.push(left);
  return Buffer.from(bytes);
}

async function* protobufList(context: EncodingContext, list: ListAnswer): AsyncGenerator<Buffer, void, undefined> {
  const { head } = shapeOf(context, list);
  const { apiVersion, kind } = head as { apiVersion: string; kind: string };
  const metaVersion = apiVersion.startsWith('meta.k8s.io/') ? 'meta.k8s.io/v1' : apiVersion;
  const type = messageTypeOf(metaVersion, kind);
  if (type === undefined) throw new Error(`${apiVersion} ${kind} has no protobuf form`);
  const start = encodeMessage(type, { metadata: head['metadata'] });
  const { as } = context.representation;
  const partialType = as === undefined ? undefined : messageTypeOf('meta.k8s.io/v1', 'PartialObjectMetadata');
  const slicer = new TimeSlicer();
  const messages: Buffer[] = [];
  let size = start.length;
  // The envelope says how long the list is before it begins, so the items are made first.
  for (const entry of list.entries) {
    const message =
      partialType === undefined
        ? protobufMessage(context, entry)
        : Buffer.from(encodeMessage(partialType, { metadata: entry.object.metadata }));
    messages.push(message);
    size += 1 + varint(message.length).length + message.length;
    if (slicer.due()) await slicer.yield();
  }
  const chunks = new Chunks();
  chunks.add(envelopeStart(apiVersion, kind, size), Buffer.from(start));
  for (const message of messages) {
    chunks.add(Buffer.from([ITEMS_TAG]), varint(message.length), message);
    if (chunks.full) yield chunks.take();
    if (slicer.due()) await slicer.yield();
  }
  chunks.add(ENVELOPE_END);
  yield chunks.take();
}

/** What follows the message in an envelope: no content encoding, no content type. */
const ENVELOPE_END = Buffer.from([0x1a, 0x00, 0x22, 0x00]);

/** An envelope up to its message, of which only the length is known. */
function envelopeStart(apiVersion: string, kind: string, size: number): Buffer {
  const empty = enveloped(apiVersion, kind, new Uint8Array(0));
  // An empty message is written as its tag and a length of zero, before the end.
  const before = empty.subarray(0, empty.length - ENVELOPE_END.length - 1);
  return Buffer.concat([before, varint(size)]);
}
