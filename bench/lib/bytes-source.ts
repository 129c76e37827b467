import type {
  KubernetesObject,
  ListOptions,
  ListPage,
  ListerWatcher,
  ObjectRecord,
  RequestContext,
  WatchStream,
} from 'kube-informer';
import { makeObject } from 'kube-informer/testing';
import { encodeMessage, messageTypeOf } from '../../src/wire/codec/index.js';
import { decodeList, decodeWatch } from '../../src/wire/index.js';

const NAMESPACES = 100;
const PAGE = 500;
// What a socket hands over at once.
const CHUNK = 64 * 1024;
const FIRST_VERSION = 1_000_000_000;
export const CONTENT_TYPE = 'application/vnd.kubernetes.protobuf';

// Digits at the end of each are written over in the bytes of a template.
const PLACEHOLDERS = {
  name: 'pod-x-00000000',
  namespace: 'team000',
  uid: '0f0f0f0f-0000-4000-8000-000000000000',
  resourceVersion: '9876543210',
  nodeName: 'node-x0000',
} as const;
type Placeholder = keyof typeof PLACEHOLDERS;

/** How many digits at the end of each make it another. */
const DIGITS: Readonly<Record<Placeholder, number>> = {
  name: 8,
  namespace: 3,
  uid: 12,
  resourceVersion: 10,
  nodeName: 4,
};

/**
 * A source of `count` pods as an API server sends them: pages in protobuf, managedFields included, made chunk by chunk
 * while they are read and decoded by the product's own decoder. Nothing is prebuilt but the bytes of one pod.
 */
export class BytesSource implements ListerWatcher<KubernetesObject> {
  readonly supportsWatchList = false;
  /** The bytes of one pod as it is sent. */
  readonly itemBytes: number;
  readonly #count: number;
  readonly #template: Buffer;
  readonly #holes: readonly { readonly at: number; readonly what: Placeholder }[];
  #version = 0;
  #feed: ((frame: Uint8Array | 'expired') => void) | undefined;
  lists = 0;

  /** `bytes` is the size of a pod without managedFields, about. */
  constructor(count: number, bytes: number) {
    this.#count = count;
    const type = messageTypeOf('v1', 'Pod');
    if (type === undefined) throw new Error('There is no table for pods.');
    // As JSON the same pod is longer by a third.
    for (let size = bytes; ; size += 64) {
      const pod = makeObject({ ...PLACEHOLDERS, labels: { app: PLACEHOLDERS.name, tier: 'front' }, size });
      if (encodeMessage(type, pod).length < bytes) continue;
      const metadata = { ...pod.metadata, managedFields: managedFields() };
      this.#template = Buffer.from(encodeMessage(type, { ...pod, metadata }));
      break;
    }
    this.itemBytes = this.#template.length;
    this.#holes = (Object.keys(PLACEHOLDERS) as Placeholder[]).map((what) => {
      // Only the first: what else has the name in it is to be as long as it is in a real pod, not different in each.
      const at = this.#template.indexOf(PLACEHOLDERS[what]);
      if (at < 0) throw new Error(`The template has no ${what}.`);
      return { at, what };
    });
  }

  /** From now on every pod has another resourceVersion. */
  touchAll(): void {
    this.#version++;
  }

  /** Ends the watch with 410, so that the reader lists again. */
  expire(): void {
    this.#feed?.('expired');
  }

  /** Sends a new state of one pod over the watch, with `padding` bytes more than it has in the list. */
  touch(index: number, version: number, padding = 0): void {
    this.#feed?.(frame('MODIFIED', this.message(index, version, padding)));
  }

  async *list(_options: ListOptions, { signal }: RequestContext): AsyncIterable<ListPage<KubernetesObject>> {
    const resourceVersion = String(FIRST_VERSION * (this.#version + 2)).slice(0, 10);
    for (let first = 0; first < this.#count && !signal.aborted; first += PAGE) {
      const end = Math.min(first + PAGE, this.#count);
      for await (const { items, isLast } of decodeList(CONTENT_TYPE, this.#chunks(first, end, resourceVersion))) {
        const next = isLast && end < this.#count ? { continue: String(end) } : {};
        yield { items: items as ObjectRecord[], resourceVersion, ...next };
      }
    }
    this.lists++;
  }

  async watch(_options: ListOptions, { signal }: RequestContext): Promise<WatchStream<KubernetesObject>> {
    const waiting: (Uint8Array | 'expired')[] = [];
    let wake: () => void = () => undefined;
    this.#feed = (next) => {
      waiting.push(next);
      wake();
    };
    signal.addEventListener('abort', () => this.#feed?.('expired'));
    async function* frames(): AsyncGenerator<Uint8Array> {
      for (;;) {
        const all = waiting.splice(0);
        if (all.includes('expired')) return;
        if (all.length > 0) yield Buffer.concat(all as Uint8Array[]);
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    }
    return Promise.resolve(events(frames(), signal));
  }

  /** One pod as it is on the wire. */
  message(index: number, version = this.#version, padding = 0): Buffer {
    // A field that no pod has, and that every decoder passes over.
    const extra = padding > 0 ? lengthDelimited(2_000, Buffer.alloc(padding)) : Buffer.alloc(0);
    const message = Buffer.allocUnsafe(this.itemBytes + extra.length);
    this.#template.copy(message);
    extra.copy(message, this.itemBytes);
    this.#fill(message, 0, index, version);
    return message;
  }

  /** Makes events of pods that cost next to nothing to write: what is measured is what reads them. */
  frames(padding: number): {
    readonly length: number;
    write(chunk: Buffer, at: number, index: number, version: number): void;
  } {
    const template = frame('MODIFIED', this.message(0, 0, padding));
    // Where the pod begins.
    const offset = template.indexOf(this.#template.subarray(0, 8));
    return {
      length: template.length,
      write: (chunk, at, index, version) => {
        template.copy(chunk, at);
        this.#fill(chunk, at + offset, index, version);
      },
    };
  }

  #fill(bytes: Buffer, from: number, index: number, version: number): void {
    for (const { at, what } of this.#holes) {
      // Keeps the letters in front, and puts the number at the end of the placeholder.
      const number =
        what === 'namespace'
          ? index % NAMESPACES
          : what === 'nodeName'
            ? index % 1_000
            : what === 'resourceVersion'
              ? FIRST_VERSION * (version + 1) + index
              : index;
      let rest = number;
      let last = from + at + PLACEHOLDERS[what].length - 1;
      for (let digit = 0; digit < DIGITS[what]; digit++, rest = Math.floor(rest / 10))
        bytes[last--] = 0x30 + (rest % 10);
    }
  }

  async *#chunks(first: number, end: number, resourceVersion: string): AsyncGenerator<Uint8Array> {
    const meta = lengthDelimited(1, lengthDelimited(2, Buffer.from(resourceVersion)));
    const item = Buffer.concat([Buffer.from([0x12]), varint(this.itemBytes)]);
    const length = meta.length + (end - first) * (item.length + this.itemBytes);
    const typeMeta = Buffer.concat([lengthDelimited(1, Buffer.from('v1')), lengthDelimited(2, Buffer.from('PodList'))]);
    let chunk = Buffer.allocUnsafeSlow(CHUNK);
    let filled = 0;
    const pieces = function* (source: BytesSource): Generator<Buffer> {
      yield Buffer.from('k8s\0');
      yield lengthDelimited(1, typeMeta);
      yield Buffer.concat([Buffer.from([0x12]), varint(length)]);
      yield meta;
      for (let index = first; index < end; index++) {
        yield item;
        yield source.message(index);
      }
    };
    for (const piece of pieces(this)) {
      for (let at = 0; at < piece.length;) {
        const copied = piece.copy(chunk, filled, at);
        at += copied;
        filled += copied;
        if (filled < CHUNK) continue;
        // A chunk comes from the network, in a turn of its own.
        await new Promise((resolve) => setImmediate(resolve));
        yield chunk;
        chunk = Buffer.allocUnsafeSlow(CHUNK);
        filled = 0;
      }
    }
    await new Promise((resolve) => setImmediate(resolve));
    yield chunk.subarray(0, filled);
  }
}

async function* events(frames: AsyncIterable<Uint8Array>, signal: AbortSignal): WatchStream<KubernetesObject> {
  for await (const batch of decodeWatch<KubernetesObject>(`${CONTENT_TYPE};stream=watch`, frames)) {
    for (const event of batch) yield event;
  }
  if (!signal.aborted)
    yield { type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' } };
}

function managedFields(): object[] {
  const f = { 'f:metadata': { 'f:labels': { '.': {}, 'f:app': {}, 'f:tier': {} } }, 'f:spec': { 'f:nodeName': {} } };
  return ['kube-controller-manager', 'kubelet'].map((manager) => ({
    manager,
    operation: 'Update',
    apiVersion: 'v1',
    time: '2026-01-01T00:00:00Z',
    fieldsType: 'FieldsV1',
    fieldsV1: { ...f, 'f:status': { 'f:conditions': { 'k:{"type":"Ready"}': { '.': {}, 'f:status': {} } } } },
  }));
}

export function frame(type: string, pod: Buffer): Buffer {
  const typeMeta = Buffer.concat([lengthDelimited(1, Buffer.from('v1')), lengthDelimited(2, Buffer.from('Pod'))]);
  const envelope = Buffer.concat([Buffer.from('k8s\0'), lengthDelimited(1, typeMeta), lengthDelimited(2, pod)]);
  const event = Buffer.concat([
    lengthDelimited(1, Buffer.from(type)),
    lengthDelimited(2, lengthDelimited(1, envelope)),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(event.length);
  return Buffer.concat([length, event]);
}

function lengthDelimited(number: number, content: Buffer): Buffer {
  return Buffer.concat([varint(number * 8 + 2), varint(content.length), content]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (; value >= 0x80; value = Math.floor(value / 128)) bytes.push((value % 128) | 0x80);
  return Buffer.from([...bytes, value]);
}
