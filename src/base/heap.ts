/** What a heap keeps. The heap writes `heapIndex`; everyone else only reads it. */
export interface HeapNode {
  /** Where the node is in its heap; -1 while it is in none. A new node starts with -1. */
  heapIndex: number;
}

/**
 * A binary heap whose nodes know their own place, so that one in the middle can be moved or taken
 * out in O(log n) without a search. A node is in one heap at a time.
 *
 * `before` must be a strict order. Nodes it does not tell apart leave in no promised order: give
 * them a sequence number where that matters.
 */
export class Heap<T extends HeapNode> {
  readonly #before: (a: T, b: T) => boolean;
  #nodes: T[] = [];

  constructor(before: (a: T, b: T) => boolean) {
    this.#before = before;
  }

  get length(): number {
    return this.#nodes.length;
  }

  /** The first node, left in place; undefined when empty. */
  peek(): T | undefined {
    return this.#nodes[0];
  }

  has(node: T): boolean {
    return node.heapIndex >= 0 && this.#nodes[node.heapIndex] === node;
  }

  /** Puts a node in; one that is already there finds its place anew. */
  push(node: T): void {
    if (this.has(node)) {
      this.update(node);
      return;
    }
    this.#nodes.push(node);
    this.#up(node, this.#nodes.length - 1);
  }

  /** Removes and returns the first node; undefined when empty. */
  pop(): T | undefined {
    const first = this.#nodes[0];
    if (first !== undefined) this.delete(first);
    return first;
  }

  /** Call it after a node that is in the heap changed what `before` looks at. */
  update(node: T): void {
    if (!this.has(node)) return;
    this.#up(node, node.heapIndex);
    this.#down(node, node.heapIndex);
  }

  /** Takes a node out. Returns whether it was in. */
  delete(node: T): boolean {
    if (!this.has(node)) return false;
    const index = node.heapIndex;
    const last = this.#nodes.pop() as T;
    if (last !== node) {
      this.#up(last, index);
      this.#down(last, last.heapIndex);
    }
    node.heapIndex = -1;
    return true;
  }

  clear(): void {
    for (const node of this.#nodes) node.heapIndex = -1;
    this.#nodes = [];
  }

  /** In no particular order. The heap must not change while it is walked. */
  [Symbol.iterator](): IterableIterator<T> {
    return this.#nodes.values();
  }

  // Both walks carry the node along and write each slot on the way once, the node's own at the end.
  #up(node: T, from: number): void {
    const nodes = this.#nodes;
    let index = from;
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = nodes[parentIndex] as T;
      if (!this.#before(node, parent)) break;
      nodes[index] = parent;
      parent.heapIndex = index;
      index = parentIndex;
    }
    nodes[index] = node;
    node.heapIndex = index;
  }

  #down(node: T, from: number): void {
    const nodes = this.#nodes;
    let index = from;
    for (;;) {
      let childIndex = 2 * index + 1;
      let child = nodes[childIndex];
      if (child === undefined) break;
      const right = nodes[childIndex + 1];
      if (right !== undefined && this.#before(right, child)) {
        child = right;
        childIndex++;
      }
      if (!this.#before(child, node)) break;
      nodes[index] = child;
      child.heapIndex = index;
      index = childIndex;
    }
    nodes[index] = node;
    node.heapIndex = index;
  }
}
