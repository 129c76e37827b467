import { copyBytes } from './copy-bytes.js';

/** The size of a slab once a class of sizes has four times that much in it: few enough that a collector does not notice them. */
export const SLAB_BYTES = 2 ** 20;

// A slab has at most 2^14 slots of this size, so that their numbers fit into 16 bits.
const SMALLEST_SLOT = 64;

// Above an eighth of a slab what does not fit at its end becomes noticeable: such ranges get memory of their own.
const LARGEST_SLOT = SLAB_BYTES / 8;

// Sixteen sizes for each power of two: of a slot a sixteenth at most, and half of that on average, is not used.
const STEPS_PER_DOUBLING_LOG2 = 4;

// What a class begins with: a cache of ten objects takes kilobytes, not a megabyte for each size it has.
const FIRST_SLOTS = 8;

// A class that is empty keeps a slab of this size, so that one object that changes back and forth between two sizes does
// not allocate each time. With all its classes empty an arena holds a few megabytes.
const MOST_KEPT_EMPTY = 64 * 2 ** 10;

// How many slabs with room are looked at for the fullest. Of eight, it is in the fullest quarter nine times of ten.
const SAMPLES = 8;

/** Where an arena has put a range. */
export interface Place {
  readonly slab: Slab;
  readonly start: number;
}

/** A piece of memory cut into slots of one size. Only its arena writes to it. */
export class Slab {
  readonly bytes: Buffer;
  readonly arena: SlabArena;
  readonly slotBytes: number;
  readonly slots: number;
  /** Slots that are taken. */
  used = 0;
  /** Slots from here on were never taken. */
  fresh = 0;
  /** The numbers of slots that were given back; the first `freedCount` count. Made when the first one is. */
  freed: Uint16Array | undefined;
  freedCount = 0;

  constructor(arena: SlabArena, bytes: Buffer, slotBytes: number) {
    this.arena = arena;
    this.bytes = bytes;
    this.slotBytes = slotBytes;
    this.slots = Math.floor(bytes.length / slotBytes);
  }

  /** Whether it is made for one range, and goes with it. */
  get isSingle(): boolean {
    return this.slots === 1;
  }
}

/** The slabs of one size of slots. */
class SizeClass {
  readonly slotBytes: number;
  /** Where the next range goes. */
  current: Slab | undefined;
  /** The others that have room. */
  readonly withRoom: Slab[] = [];
  /** Bytes in all slabs of this class. */
  capacity = 0;

  constructor(slotBytes: number) {
    this.slotBytes = slotBytes;
  }
}

/** What an arena holds, in bytes. */
export interface ArenaStats {
  /** Ranges that were put and not freed, as long as they were asked for. */
  readonly used: number;
  /** How many they are. */
  readonly ranges: number;
  /** Memory that is held for them. */
  readonly capacity: number;
}

/** Something that keeps bytes in an arena and can be told to take them elsewhere. */
export interface Tenant {
  /** Takes its bytes out of the arena if they are there. Harmless to repeat. */
  release(arena: SlabArena): void;
}

/**
 * Memory for very many ranges of bytes that come and go one by one, in slabs of a megabyte: a collector that has to look
 * after a Buffer for each of them pauses for longer than an event loop may be held up.
 *
 * Ranges of about the same size share a slab, so that any free slot fits the next of them, and nothing has to be moved.
 * New ranges go to the fuller slabs, so that the emptier ones run empty and can be given up.
 *
 * It does not know who reads a range: whoever frees one answers for it that nobody does. See wire/SPEC.md.
 */
export class SlabArena {
  readonly #classes = new Map<number, SizeClass>();
  /** An empty slab's memory, kept so that a number of ranges that swings around a full slab does not allocate. */
  #spare: Buffer | undefined;
  #used = 0;
  #ranges = 0;
  #capacity = 0;
  #cursor = 0;
  readonly #leaving: Iterator<Tenant | undefined>[] = [];

  get stats(): ArenaStats {
    return { used: this.#used, ranges: this.#ranges, capacity: this.#capacity };
  }

  /** Copies bytes into the arena. */
  put(source: Buffer, from: number, to: number): Place {
    // What is to leave goes at twice the pace at which new things come, should nobody call `drain`.
    if (this.#leaving.length > 0) this.drain(2);
    const length = to - from;
    const slab = this.#slabFor(length);
    // The slot that was given back last, if any was: its memory is the likeliest to be at hand.
    const slot = slab.freedCount > 0 ? ((slab.freed as Uint16Array)[--slab.freedCount] as number) : slab.fresh++;
    const start = slot * slab.slotBytes;
    slab.used++;
    copyBytes(source, from, to, slab.bytes, start);
    this.#used += length;
    this.#ranges++;
    return { slab, start };
  }

  /** Gives a range back; it may be another's at once. `length` is that of `put`. */
  free(slab: Slab, start: number, length: number): void {
    this.#used -= length;
    this.#ranges--;
    if (slab.isSingle) {
      this.#capacity -= slab.bytes.length;
      return;
    }
    const size = this.#classes.get(slab.slotBytes) as SizeClass;
    if (slab.used === slab.slots && slab !== size.current) size.withRoom.push(slab);
    slab.freed ??= new Uint16Array(slab.slots);
    slab.freed[slab.freedCount++] = start / slab.slotBytes;
    slab.used--;
    if (slab.used === 0 && (slab !== size.current || slab.bytes.length > MOST_KEPT_EMPTY)) this.#giveUp(size, slab);
  }

  /**
   * Has these release what they have here: one after the other, two with each `put`, or as `drain` is called, since all at
   * once may be a second's work. Undefined stands for a step that has nothing to release.
   */
  retire(tenants: Iterable<Tenant | undefined>): void {
    this.#leaving.push(tenants[Symbol.iterator]());
  }

  /** Lets some of what is to leave leave; whether there is more. */
  drain(most: number): boolean {
    for (let count = 0; count < most && this.#leaving.length > 0; count++) {
      const next = step(this.#leaving[0] as Iterator<Tenant | undefined>);
      if (next.done === true) this.#leaving.shift();
      else next.value?.release(this);
    }
    return this.#leaving.length > 0;
  }

  #slabFor(length: number): Slab {
    if (length > LARGEST_SLOT) {
      this.#capacity += length;
      // Exactly as long as what it holds, so that whoever leaves can take it along instead of a copy.
      return new Slab(this, Buffer.allocUnsafeSlow(length), length);
    }
    const slotBytes = slotSize(length);
    let size = this.#classes.get(slotBytes);
    if (size === undefined) this.#classes.set(slotBytes, (size = new SizeClass(slotBytes)));
    const { current } = size;
    if (current !== undefined && current.used < current.slots) return current;
    return (size.current = this.#fullest(size) ?? this.#grow(size));
  }

  /** Takes a slab with room off its list: about the fullest. */
  #fullest({ withRoom }: SizeClass): Slab | undefined {
    const count = Math.min(SAMPLES, withRoom.length);
    let best = -1;
    for (let sample = 0; sample < count; sample++) {
      const index = (this.#cursor + sample) % withRoom.length;
      if (best < 0 || (withRoom[index] as Slab).used > (withRoom[best] as Slab).used) best = index;
    }
    if (best < 0) return undefined;
    this.#cursor = (this.#cursor + count) % withRoom.length;
    const slab = withRoom[best] as Slab;
    removeAt(withRoom, best);
    return slab;
  }

  // A quarter of what the class has already, so that hardly more than that is empty; and never more than a slab.
  #grow(size: SizeClass): Slab {
    const { slotBytes } = size;
    const wanted = Math.min(SLAB_BYTES, Math.max(slotBytes * FIRST_SLOTS, size.capacity >>> 2));
    let bytes = wanted === SLAB_BYTES ? this.#spare : undefined;
    if (bytes !== undefined) this.#spare = undefined;
    else {
      bytes = Buffer.allocUnsafeSlow(wanted);
      this.#capacity += wanted;
    }
    size.capacity += bytes.length;
    return new Slab(this, bytes, slotBytes);
  }

  #giveUp(size: SizeClass, slab: Slab): void {
    if (slab === size.current) size.current = undefined;
    else removeAt(size.withRoom, size.withRoom.indexOf(slab));
    size.capacity -= slab.bytes.length;
    if (slab.bytes.length === SLAB_BYTES && this.#spare === undefined) this.#spare = slab.bytes;
    else this.#capacity -= slab.bytes.length;
  }
}

/**
 * The size of the slots for ranges of a length. In shifts, whose results V8 keeps as integers: with a power or a division
 * every place in a slab becomes a number on the heap, and what reads from there is compiled a second time, and slower.
 */
export function slotSize(length: number): number {
  if (length <= SMALLEST_SLOT) return SMALLEST_SLOT;
  const step = 31 - Math.clz32(length - 1) - STEPS_PER_DOUBLING_LOG2;
  return (((length - 1) >> step) + 1) << step;
}

/** The next to leave. A sequence that fails has no more to tell: what it would have named stays, and nobody else suffers. */
function step(tenants: Iterator<Tenant | undefined>): IteratorResult<Tenant | undefined, unknown> {
  try {
    return tenants.next();
  } catch {
    return { done: true, value: undefined };
  }
}

function removeAt<T>(list: T[], index: number): void {
  const last = list.pop() as T;
  if (index < list.length) list[index] = last;
}
