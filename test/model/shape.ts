import type { Projection, Transform } from 'kube-informer';
import type { TestObject } from 'kube-informer/testing';
import type { Setup } from './setup.js';

/** The informer's projection and transform for a setup, and what they have to make of an object. */
export class Shape {
  readonly projection: Projection;
  readonly transform: Transform<TestObject> | undefined;
  /** Keys on which the transform fails now. */
  readonly broken = new Set<string>();
  readonly #setup: Setup;

  constructor(setup: Setup) {
    this.#setup = setup;
    this.projection = setup.projection === 'no-status' ? { drop: ['status'] } : setup.projection;
    this.transform = setup.transform === 'none' ? undefined : (object) => this.#transform(object);
  }

  /** What a reader of the cache has to see where the source has `object`. Written apart from the library on purpose. */
  of(object: TestObject): unknown {
    const { status, spec, ...rest } = structuredClone(object) as unknown as Record<string, unknown>;
    const kept = {
      ...rest,
      ...(this.#setup.projection === 'metadata' || spec === undefined ? {} : { spec }),
      ...(this.#setup.projection !== 'full' || status === undefined ? {} : { status }),
    };
    return this.transform === undefined ? kept : { ...kept, seen: 'yes' };
  }

  #transform(object: TestObject): TestObject {
    const { namespace, name } = object.metadata;
    const key = namespace === undefined ? name : `${namespace}/${name}`;
    // It writes before it fails, as a careless one does: nobody may ever see that.
    if (this.#setup.transform === 'writes') Object.assign(object, { seen: 'yes' });
    if (this.broken.has(key)) throw new Error(`the history breaks the transform of ${key}`);
    return this.#setup.transform === 'writes' ? object : Object.assign({ seen: 'yes' }, object);
  }
}
