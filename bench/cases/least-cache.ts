interface Kept {
  readonly namespace: string;
  readonly name: string;
  readonly resourceVersion: string;
  readonly slab: Buffer;
  readonly start: number;
  readonly end: number;
}

/** Called with each pod, as an informer calls a handler. */
type Handler = (pod: Kept, context: { readonly key: string }) => void;

const LENGTH_BYTES = 4;
const MAGIC_BYTES = 4;
/** Of an event, behind its object. */
const TRAILER_BYTES = 4;
const ADDED_BYTES = 5;
const SLAB_BYTES = 2 ** 20;

// Tags of ObjectMeta, all of wire type 2; the last one is the first byte of two.
const [NAME, NAMESPACE, RESOURCE_VERSION, MANAGED_FIELDS] = [0x0a, 0x1a, 0x32, 0x8a];

// What `toString` calls in the end.
const { latin1Slice } = Buffer.prototype as unknown as {
  latin1Slice: (this: Buffer, from: number, to: number) => string;
};

/**
 * The least that keeps a cache of pods: in one loop it takes each out of the stream, finds its name, copies what is kept and
 * calls a handler. It checks nothing, relies on the order in which Go writes, cannot update, and has no queue, no index and
 * no objects. What it takes is what a simpler design would; it is written for V8 and not for its reader.
 */
export class LeastCache {
  size = 0;
  readonly #spaces = new Map<string, Map<string, Kept>>();
  #space = new Map<string, Kept>();
  #namespace = '';
  #namespaceBytes = Buffer.alloc(0);
  #slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
  #used = 0;
  /** The beginning of a frame whose end is to come. */
  #begun: Buffer = Buffer.alloc(0);
  readonly #handler: Handler;

  constructor(handler: Handler) {
    this.#handler = handler;
  }

  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    let at = this.#begun.length === 0 ? 0 : this.#finish(bytes);
    while (at + LENGTH_BYTES <= bytes.length) {
      const high = ((bytes[at] as number) << 24) | ((bytes[at + 1] as number) << 16);
      const end = at + LENGTH_BYTES + (high | ((bytes[at + 2] as number) << 8) | (bytes[at + 3] as number));
      if (end > bytes.length) break;
      this.#take(bytes, at + LENGTH_BYTES, end);
      at = end;
    }
    if (at < bytes.length) this.#begun = Buffer.from(bytes.subarray(at));
  }

  /** Goes on with the frame that was begun; up to where. */
  #finish(bytes: Buffer): number {
    const begun = this.#begun;
    const head = Buffer.concat([begun, bytes.subarray(0, LENGTH_BYTES)]);
    const size = head.length < LENGTH_BYTES ? Infinity : LENGTH_BYTES + head.readUInt32BE(0);
    const end = Math.min(size - begun.length, bytes.length);
    const frame = Buffer.concat([begun, bytes.subarray(0, end)]);
    this.#begun = frame.length === size ? Buffer.alloc(0) : frame;
    if (frame.length === size) this.#take(frame, LENGTH_BYTES, size);
    return end;
  }

  #take(bytes: Buffer, from: number, frameEnd: number): void {
    // The bookmark at the end is no pod.
    if (bytes[from + 1] !== ADDED_BYTES) return;
    // Past the type, into the object and what is raw in it, past the kind, and into the message.
    let at = from + 2 + ADDED_BYTES + 1;
    while ((bytes[at++] as number) > 0x7f);
    at++;
    while ((bytes[at++] as number) > 0x7f);
    at += MAGIC_BYTES;
    at += 2 + (bytes[at + 1] as number) + 1;
    while ((bytes[at++] as number) > 0x7f);
    const start = at++;
    const end = frameEnd - TRAILER_BYTES;
    let size = 0;
    for (let shift = 0, byte = 0x80; byte > 0x7f; shift += 7) {
      byte = bytes[at++] as number;
      size |= (byte & 0x7f) << shift;
    }
    const metadataEnd = at + size;
    let name = '';
    let resourceVersion = '';
    let keptEnd = metadataEnd;
    while (at < metadataEnd) {
      const tag = bytes[at++] as number;
      if (tag === MANAGED_FIELDS) {
        keptEnd = at - 1;
        break;
      }
      if ((tag & 7) === 0) {
        while ((bytes[at++] as number) > 0x7f);
        continue;
      }
      let length = 0;
      for (let shift = 0, byte = 0x80; byte > 0x7f; shift += 7) {
        byte = bytes[at++] as number;
        length |= (byte & 0x7f) << shift;
      }
      if (tag === NAME) name = latin1Slice.call(bytes, at, at + length);
      else if (tag === NAMESPACE) this.#enter(bytes, at, at + length);
      else if (tag === RESOURCE_VERSION) resourceVersion = latin1Slice.call(bytes, at, at + length);
      at += length;
    }
    const head = keptEnd - start;
    const length = head + end - metadataEnd;
    if (this.#used + length > SLAB_BYTES) {
      this.#slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
      this.#used = 0;
    }
    const slab = this.#slab;
    const used = this.#used;
    slab.set(new Uint8Array(bytes.buffer, bytes.byteOffset + start, head), used);
    slab.set(new Uint8Array(bytes.buffer, bytes.byteOffset + metadataEnd, end - metadataEnd), used + head);
    this.#used = used + length;
    const namespace = this.#namespace;
    const pod: Kept = { namespace, name, resourceVersion, slab, start: used, end: used + length };
    this.#space.set(name, pod);
    this.size++;
    this.#handler(pod, { key: `${namespace}/${name}` });
  }

  #enter(bytes: Buffer, from: number, to: number): void {
    const last = this.#namespaceBytes;
    let same = last.length === to - from;
    for (let index = 0; same && index < last.length; index++) same = last[index] === bytes[from + index];
    if (same) return;
    this.#namespaceBytes = Buffer.from(bytes.subarray(from, to));
    const namespace = (this.#namespace = latin1Slice.call(bytes, from, to));
    let space = this.#spaces.get(namespace);
    if (space === undefined) this.#spaces.set(namespace, (space = new Map<string, Kept>()));
    this.#space = space;
  }
}
