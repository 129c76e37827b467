import { describe, expect, it } from 'vitest';
import { accessorsOf, defineAccessors } from './accessors.js';
import { defineResource } from './resource.js';

const pods = defineResource({ group: '', version: 'v1', resource: 'pods', kind: 'Pod', scope: 'Namespaced' });

function treeThatCounts(): { tree: object; reads: () => number } {
  let reads = 0;
  const core = Object.defineProperty({}, 'v1', {
    enumerable: true,
    get: () => {
      reads++;
      return { pods };
    },
  });
  return { tree: { core }, reads: () => reads };
}

interface Reader {
  readonly core: { readonly v1: { readonly pods: unknown } };
}

describe('accessors', () => {
  it('reads no version before it is asked for', () => {
    const { tree, reads } = treeThatCounts();
    class Owner {}
    defineAccessors(Owner.prototype, tree, () => 'made');
    expect((new Owner() as Reader).core).toBeDefined();
    expect(reads()).toBe(0);
  });

  it('makes a thing once for each owner, of the reference that stands there', () => {
    const { tree } = treeThatCounts();
    class Owner {}
    const calls: unknown[] = [];
    defineAccessors(Owner.prototype, tree, (owner, reference) => (calls.push(owner, reference), { owner }));
    const [a, b] = [new Owner() as Reader, new Owner() as Reader];
    expect(a.core.v1.pods).toBe(a.core.v1.pods);
    expect(a.core.v1.pods).toEqual({ owner: a });
    expect(b.core.v1.pods).not.toBe(a.core.v1.pods);
    expect(calls).toEqual([a, pods, b, pods]);
  });

  it('leaves what the class has', () => {
    class Owner {
      core(): string {
        return 'own';
      }
    }
    defineAccessors(Owner.prototype, treeThatCounts().tree, () => 'made');
    expect(new Owner().core()).toBe('own');
  });

  it('adds to a target', () => {
    const target = { own: true };
    const made = accessorsOf({ v1: { pods } }, (reference) => reference.kind, target);
    expect(made).toBe(target);
    expect(made).toMatchObject({ own: true, v1: { pods: 'Pod' } });
  });
});
