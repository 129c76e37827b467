import { describe, expect, it } from 'vitest';
import { resources } from '../generated/index.js';
import { FakeListerWatcher } from '../testing/index.js';
import { SharedInformerFactory } from './factory.js';

describe('the typed accessors of a factory', () => {
  const asked: unknown[] = [];
  const factory = new SharedInformerFactory(
    {
      listerWatcher: (resource) => {
        asked.push(resource);
        return new FakeListerWatcher() as never;
      },
    },
    { namespace: 'default' },
  );

  it('make nothing until informer or lister is read', () => {
    expect(factory.core.v1.pods).toBe(factory.core.v1.pods);
    expect(asked).toEqual([]);
  });

  it('give the informer that for() gives', () => {
    expect(factory.core.v1.pods.informer).toBe(factory.for(resources.core.v1.pods).informer);
    expect(asked).toEqual([resources.core.v1.pods]);
  });

  it('belong to one factory', () => {
    const other = new SharedInformerFactory({ listerWatcher: () => new FakeListerWatcher() as never });
    expect(other.core.v1.pods).not.toBe(factory.core.v1.pods);
  });
});
