import { LooseBytes, ownChunk } from '../base/loose-bytes.js';
import type { LooseChunk, LoosePlace } from '../base/loose-bytes.js';
import { Slab } from '../base/slab.js';
import type { SlabArena } from '../base/slab.js';
import { ObjectRecord, keyOf } from '../meta/index.js';
import type { KubernetesObject } from '../meta/index.js';

/** What of its object a record has at hand. */
export interface RecordIdentity {
  readonly namespace: string;
  readonly name: string;
  readonly resourceVersion: string;
}

/** Bytes that belong to one record alone. */
export function ownBytes(bytes: Buffer): LoosePlace {
  return { chunk: ownChunk(bytes), start: 0, length: bytes.length };
}

// Where records go that a cache lets go of while somebody may hold them: mostly garbage within moments.
const departed = new LooseBytes();

/**
 * A record over the bytes of an object. Its bytes may move, between two reads and never during one: into the slabs of a cache
 * that takes it in, and out of them when that lets go of it. So nobody but the record may know where they are: objects
 * that are made of it ask it for their bytes each time. SPEC.md beside this file has the rules.
 */
export abstract class ByteRecord<T extends KubernetesObject = KubernetesObject> extends ObjectRecord<T> {
  readonly namespace: string;
  // The very string that a store files it under: another one for each record of a cache would be felt.
  readonly name: string;
  readonly resourceVersion: string;
  /** What the bytes are in, from `start` on. Good until the caller gives way to other code. */
  protected memory: Slab | LooseChunk;
  protected start: number;
  /** How many bytes are kept. */
  readonly byteLength: number;
  readonly #labelBits: number;

  /** The bytes are written, and read by no other. */
  constructor({ chunk, start, length }: LoosePlace, identity: RecordIdentity, labelBits: number) {
    super();
    this.namespace = identity.namespace;
    this.name = identity.name;
    this.resourceVersion = identity.resourceVersion;
    this.memory = chunk;
    this.start = start;
    this.byteLength = length;
    this.#labelBits = labelBits;
  }

  // Made for who asks: the two halves are at hand.
  get key(): string {
    return keyOf(this.namespace, this.name);
  }

  /** @internal */
  override get labelBits(): number {
    return this.#labelBits;
  }

  override settle(arena: SlabArena): void {
    const from = this.memory;
    if (from instanceof Slab) return;
    const { slab, start } = arena.put(from.bytes, this.start, this.start + this.byteLength);
    this.memory = slab;
    this.start = start;
    if (--from.residents === 0) from.emptied();
  }

  override release(arena: SlabArena): void {
    const slab = this.memory;
    const start = this.start;
    if (!(slab instanceof Slab) || slab.arena !== arena) return;
    if (slab.isSingle) this.memory = ownChunk(slab.bytes);
    else {
      const place = departed.put(slab.bytes, start, start + this.byteLength);
      this.memory = place.chunk;
      this.start = place.start;
    }
    arena.free(slab, start, this.byteLength);
  }

  /** After the last of them. */
  protected get end(): number {
    return this.start + this.byteLength;
  }
}
