/** What the tree sorts by. */
export interface Keyed {
  readonly key: string;
}

// Children of a branch, and values of a leaf. A write after a snapshot copies one node of each level: 64 keeps such a
// copy small, and a tree of a million values four levels deep.
const WIDTH = 64;
// Neighbours are merged when both fit into this part of a node, so that it is not split again by the next write.
const MERGED = 0.75;

/** Whoever may change a node in place. A snapshot takes the right away by giving the tree a new one. */
type Owner = object;

class Leaf<V extends Keyed> {
  readonly owner: Owner;
  readonly values: V[];

  constructor(owner: Owner, values: V[]) {
    this.owner = owner;
    this.values = values;
  }

  get size(): number {
    return this.values.length;
  }

  get width(): number {
    return this.values.length;
  }
}

class Branch<V extends Keyed> {
  readonly owner: Owner;
  readonly children: TreeNode<V>[];
  /** `lows[i]` is above every key of child `i - 1` and at most the smallest of child `i`. The first is never read. */
  readonly lows: string[];
  /** Values below. */
  size: number;

  constructor(owner: Owner, children: TreeNode<V>[], lows: string[]) {
    this.owner = owner;
    this.children = children;
    this.lows = lows;
    this.size = children.reduce((sum, child) => sum + child.size, 0);
  }

  get width(): number {
    return this.children.length;
  }
}

type TreeNode<V extends Keyed> = Branch<V> | Leaf<V>;

/** The values of a tree at one moment, which no later write changes. */
export interface SortedView<V extends Keyed> {
  readonly size: number;
  get(key: string): V | undefined;
  /** How many keys are smaller. */
  rank(key: string): number;
  /** Values with `from <= key < to`, in order; without `to`, to the end. */
  range(from: string, to?: string): IterableIterator<V>;
}

/**
 * Values sorted by key, of which a view costs nothing: a write after a view copies the nodes on its way (a B+ tree
 * with path copying), and changes them in place until the next view.
 */
export class SortedTree<V extends Keyed> {
  readonly #width: number;
  #owner: Owner = {};
  #root: TreeNode<V> = new Leaf<V>(this.#owner, []);

  /** A small `width` makes deep trees of few values, for tests. */
  constructor(width: number = WIDTH) {
    this.#width = width;
  }

  get size(): number {
    return this.#root.size;
  }

  get(key: string): V | undefined {
    return find(this.#root, key);
  }

  /** Stores, and gives what was there under the same key. */
  set(value: V): V | undefined {
    this.#root = this.#own(this.#root);
    const previous = this.#put(this.#root, value);
    if (this.#root.width > this.#width) {
      const [right, low] = this.#split(this.#root);
      this.#root = new Branch<V>(this.#owner, [this.#root, right], ['', low]);
    }
    return previous;
  }

  delete(key: string): V | undefined {
    const previous = this.get(key);
    if (previous === undefined) return undefined;
    this.#root = this.#own(this.#root);
    this.#take(this.#root, key);
    while (this.#root instanceof Branch && this.#root.children.length === 1) {
      this.#root = this.#root.children[0] as TreeNode<V>;
    }
    return previous;
  }

  view(): SortedView<V> {
    this.#owner = {};
    return new View(this.#root);
  }

  /** A tree that starts as this one and goes its own way. */
  fork(): SortedTree<V> {
    const other = new SortedTree<V>(this.#width);
    this.#owner = {};
    other.#root = this.#root;
    return other;
  }

  #own(node: TreeNode<V>): TreeNode<V> {
    if (node.owner === this.#owner) return node;
    return node instanceof Leaf
      ? new Leaf(this.#owner, node.values.slice())
      : new Branch(this.#owner, node.children.slice(), node.lows.slice());
  }

  #ownChild(branch: Branch<V>, index: number): TreeNode<V> {
    const child = this.#own(branch.children[index] as TreeNode<V>);
    branch.children[index] = child;
    return child;
  }

  #put(node: TreeNode<V>, value: V): V | undefined {
    if (node instanceof Leaf) {
      const at = lowerBound(node.values, value.key);
      const there = node.values[at];
      if (there?.key === value.key) {
        node.values[at] = value;
        return there;
      }
      node.values.splice(at, 0, value);
      return undefined;
    }
    const index = childFor(node, value.key);
    const child = this.#ownChild(node, index);
    const previous = this.#put(child, value);
    if (previous === undefined) node.size++;
    if (child.width > this.#width) {
      const [right, low] = this.#split(child);
      node.children.splice(index + 1, 0, right);
      node.lows.splice(index + 1, 0, low);
    }
    return previous;
  }

  /** Moves the upper half of a node into a new one, whose lowest key is given with it. */
  #split(node: TreeNode<V>): [TreeNode<V>, string] {
    const middle = node.width >> 1;
    if (node instanceof Leaf) {
      const right = new Leaf(this.#owner, node.values.splice(middle));
      return [right, (right.values[0] as V).key];
    }
    const right = new Branch(this.#owner, node.children.splice(middle), node.lows.splice(middle));
    node.size -= right.size;
    return [right, right.lows[0] as string];
  }

  /** Removes a key that is there. */
  #take(node: TreeNode<V>, key: string): void {
    if (node instanceof Leaf) {
      node.values.splice(lowerBound(node.values, key), 1);
      return;
    }
    const index = childFor(node, key);
    this.#take(this.#ownChild(node, index), key);
    node.size--;
    this.#mend(node, index);
  }

  /** Merges a child that became small with a neighbour. */
  #mend(branch: Branch<V>, index: number): void {
    const left = branch.children[index - 1];
    const child = branch.children[index] as TreeNode<V>;
    const right = branch.children[index + 1];
    const room = this.#width * MERGED;
    if (left !== undefined && left.width + child.width <= room) this.#merge(branch, index - 1);
    else if (right !== undefined && right.width + child.width <= room) this.#merge(branch, index);
  }

  #merge(branch: Branch<V>, index: number): void {
    const left = this.#ownChild(branch, index);
    const right = branch.children[index + 1] as TreeNode<V>;
    if (left instanceof Leaf && right instanceof Leaf) {
      left.values.push(...right.values);
    } else if (left instanceof Branch && right instanceof Branch) {
      left.children.push(...right.children);
      // The first low of the right one is never read there; the parent's is the one that holds between the two.
      left.lows.push(branch.lows[index + 1] as string, ...right.lows.slice(1));
      left.size += right.size;
    }
    branch.children.splice(index + 1, 1);
    branch.lows.splice(index + 1, 1);
  }
}

class View<V extends Keyed> implements SortedView<V> {
  readonly #root: TreeNode<V>;

  constructor(root: TreeNode<V>) {
    this.#root = root;
  }

  get size(): number {
    return this.#root.size;
  }

  get(key: string): V | undefined {
    return find(this.#root, key);
  }

  rank(key: string): number {
    let smaller = 0;
    let node = this.#root;
    while (node instanceof Branch) {
      const index = childFor(node, key);
      for (let before = 0; before < index; before++) smaller += (node.children[before] as TreeNode<V>).size;
      node = node.children[index] as TreeNode<V>;
    }
    return smaller + lowerBound(node.values, key);
  }

  *range(from: string, to?: string): IterableIterator<V> {
    const path: { branch: Branch<V>; index: number }[] = [];
    const descend = (start: TreeNode<V>, key: string | undefined): Leaf<V> => {
      let node = start;
      while (node instanceof Branch) {
        const index = key === undefined ? 0 : childFor(node, key);
        path.push({ branch: node, index });
        node = node.children[index] as TreeNode<V>;
      }
      return node;
    };
    let leaf = descend(this.#root, from);
    let at = lowerBound(leaf.values, from);
    for (;;) {
      for (; at < leaf.values.length; at++) {
        const value = leaf.values[at] as V;
        if (to !== undefined && value.key >= to) return;
        yield value;
      }
      let next: TreeNode<V> | undefined;
      while (next === undefined) {
        const step = path.at(-1);
        if (step === undefined) return;
        step.index++;
        next = step.branch.children[step.index];
        if (next === undefined) path.pop();
      }
      leaf = descend(next, undefined);
      at = 0;
    }
  }
}

function find<V extends Keyed>(root: TreeNode<V>, key: string): V | undefined {
  let node = root;
  while (node instanceof Branch) node = node.children[childFor(node, key)] as TreeNode<V>;
  const value = node.values[lowerBound(node.values, key)];
  return value?.key === key ? value : undefined;
}

/** The first place whose key is not smaller. */
function lowerBound(values: readonly Keyed[], key: string): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as Keyed).key < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The child where a key is or belongs: the last whose low is not above it. */
function childFor<V extends Keyed>({ lows }: Branch<V>, key: string): number {
  let low = 1;
  let high = lows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lows[middle] as string) <= key) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
