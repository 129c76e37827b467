import { describe, expect, expectTypeOf, it } from 'vitest';
import { mutableCopy } from './object.js';
import type { KubernetesObject, Mutable } from './object.js';
import { PlainRecord } from './record.js';

interface Pod extends KubernetesObject {
  readonly spec: { readonly nodeName?: string; readonly containers: readonly { readonly image: string }[] };
}

const pod = (): Pod => ({ metadata: { name: 'web', labels: { app: 'web' } }, spec: { containers: [{ image: 'a' }] } });

describe('mutableCopy', () => {
  it('can be written at every level, and the original stays', () => {
    const cached = new PlainRecord(pod()).object;
    const copy = mutableCopy(cached);
    copy.spec.nodeName = 'n1';
    copy.spec.containers[0]!.image = 'b';
    copy.spec.containers.push({ image: 'c' });
    copy.metadata.labels = { ...copy.metadata.labels, seen: 'true' };
    expect(cached).toStrictEqual(pod());
  });

  it('has a type without readonly', () => {
    expectTypeOf(mutableCopy(pod())).toEqualTypeOf<Mutable<Pod>>();
    expectTypeOf<Mutable<Pod>['spec']['containers']>().toEqualTypeOf<{ image: string }[]>();
  });

  it('a read-only object does not take writes in the type system either', () => {
    const writes = (object: Pod): void => {
      // @ts-expect-error metadata is read-only
      object.metadata.name = 'x';
      // @ts-expect-error so are labels
      object.metadata.labels!['app'] = 'x';
      // @ts-expect-error and arrays
      object.spec.containers[0] = { image: 'x' };
    };
    expect(() => {
      writes(new PlainRecord(pod()).object);
    }).toThrow(TypeError);
  });
});
