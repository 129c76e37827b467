import { encodeMessage, messageTypeOf } from '../../wire/codec/index.js';
import type { ApiObject } from '../contract.js';
import type { ServedEvent, WatchAnswer, WatchSink } from './contract.js';
import type { Exchange } from './exchange.js';
import type { EncodingContext } from './representation.js';
import { enveloped, objectJson, ordered, partial, protobufMessage, served, tableOf } from './representation.js';

// As many events as fit are sent together, so that a burst costs few system calls.
const BATCH_BYTES = 64 * 1024;

const INITIAL_EVENTS_END = 'k8s.io/initial-events-end';

/** Encodes the events of one watch. */
export class EventEncoder {
  readonly #context: EncodingContext;
  /** Only the first table of a stream says what its columns are. */
  #columnsSent = false;

  constructor(context: EncodingContext) {
    this.#context = context;
  }

  encode(event: ServedEvent): Buffer {
    const { resource, representation, cache } = this.#context;
    if (event.type === 'ERROR')
      return this.#frame(event.type, { metadata: {}, ...event.status, kind: 'Status', apiVersion: 'v1' });
    if (event.type === 'BOOKMARK') return this.#bookmark(event);
    const { entry } = event;
    if (representation.as?.kind === 'Table') {
      return this.#frame(event.type, this.#table(served(this.#context, entry.object)));
    }
    if (representation.as !== undefined) {
      const { apiVersion } = representation.as;
      const key = `event ${event.type} ${representation.format} ${apiVersion}`;
      return cache.get(entry, key, () => this.#frame(event.type, partial(entry.object, apiVersion)));
    }
    const key = `event ${event.type} ${representation.format} ${resource.apiVersion}`;
    return cache.get(entry, key, () => {
      if (representation.format === 'protobuf') {
        const raw = protobufMessage(this.#context, entry);
        return protobufFrame(event.type, enveloped(resource.apiVersion, resource.kind, raw));
      }
      return Buffer.concat([
        Buffer.from(`{"type":"${event.type}","object":`),
        ...objectJson(this.#context, entry),
        EVENT_END,
      ]);
    });
  }

  #bookmark({ resourceVersion, initialEventsEnd }: Extract<ServedEvent, { type: 'BOOKMARK' }>): Buffer {
    const { resource, representation } = this.#context;
    const object: ApiObject = {
      apiVersion: resource.apiVersion,
      kind: resource.kind,
      metadata: { resourceVersion, ...(initialEventsEnd ? { annotations: { [INITIAL_EVENTS_END]: 'true' } } : {}) },
    };
    const { as } = representation;
    if (as?.kind === 'Table') return this.#frame('BOOKMARK', this.#table(object));
    return this.#frame(
      'BOOKMARK',
      as === undefined ? ordered(object, resource.custom) : partial(object, as.apiVersion),
    );
  }

  #table(object: ApiObject): Readonly<Record<string, unknown>> {
    const table = tableOf(this.#context, object, !this.#columnsSent);
    this.#columnsSent = true;
    return table;
  }

  #frame(type: string, object: Readonly<Record<string, unknown>>): Buffer {
    if (this.#context.representation.format !== 'protobuf') {
      return Buffer.from(`{"type":"${type}","object":${JSON.stringify(object)}}\n`);
    }
    const { apiVersion, kind } = object as unknown as ApiObject;
    const message = messageTypeOf(apiVersion.startsWith('meta.k8s.io/') ? 'meta.k8s.io/v1' : apiVersion, kind);
    if (message === undefined) throw new Error(`${apiVersion} ${kind} has no protobuf form`);
    return protobufFrame(type, enveloped(apiVersion, kind, encodeMessage(message, object)));
  }
}

const EVENT_END = Buffer.from('}\n');

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
}

/** A `WatchEvent` behind its length in four bytes, most significant first. */
function protobufFrame(type: string, object: Buffer): Buffer {
  const name = Buffer.from(type);
  const raw = [0x0a, ...varint(object.length)];
  const head = Buffer.from([0x0a, name.length, ...name, 0x12, ...varint(raw.length + object.length), ...raw]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length + object.length);
  return Buffer.concat([length, head, object]);
}

/** Sends a watch until it ends or the client goes. Resolves then. */
export function streamWatch(exchange: Exchange, watch: WatchAnswer, encoder: EventEncoder): Promise<void> {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let scheduled: NodeJS.Immediate | undefined;
  const flush = (): void => {
    if (scheduled !== undefined) clearImmediate(scheduled);
    scheduled = undefined;
    if (pending.length === 0) return;
    const bytes = pending.length === 1 ? (pending[0] as Buffer) : Buffer.concat(pending, pendingBytes);
    pending = [];
    pendingBytes = 0;
    exchange.write(bytes);
  };
  return new Promise((resolve, reject) => {
    let over = false;
    const finish = (then: () => void): void => {
      if (over) return;
      over = true;
      exchange.signal.removeEventListener('abort', onAbort);
      try {
        watch.stop();
      } finally {
        flush();
        then();
      }
    };
    const onAbort = (): void => {
      finish(resolve);
    };
    const sink: WatchSink = {
      send: (event) => {
        if (over || (event.type === 'BOOKMARK' && exchange.bookmarksFrozen)) return;
        let bytes: Buffer;
        try {
          bytes = encoder.encode(event);
        } catch (error) {
          finish(() => {
            reject(error instanceof Error ? error : new Error(String(error)));
          });
          return;
        }
        pending.push(bytes);
        pendingBytes += bytes.length;
        if (pendingBytes >= BATCH_BYTES) flush();
        else scheduled ??= setImmediate(flush);
      },
      end: () => {
        finish(resolve);
      },
      get buffered() {
        return pendingBytes + exchange.buffered;
      },
    };
    exchange.signal.addEventListener('abort', onAbort, { once: true });
    if (exchange.signal.aborted) onAbort();
    else watch.start(sink);
  });
}
