import { defineResource, mutableCopy } from 'kube-informer';
import type { Lister, Mutable, ResourceRef } from 'kube-informer';
import { describe, expectTypeOf, it } from 'vitest';
import { realms, widgets } from './kinds.js';
import type { Realm, Widget } from './kinds.js';

declare const lister: Lister<Widget>;
declare const widget: Widget;

describe('objects of a cache', () => {
  it('are read-only', () => {
    // @ts-expect-error a name cannot be written
    widget.metadata.name = 'other';
    // @ts-expect-error nor can a label
    widget.metadata.labels!['app'] = 'web';
    // @ts-expect-error nor what a kind declares
    widget.spec.size = 2;
    expectTypeOf(widget.spec.colours).not.toExtend<string[]>();
  });

  it('are writable once copied, all the way down', () => {
    const copy = mutableCopy(widget);
    expectTypeOf(copy).toEqualTypeOf<Mutable<Widget>>();
    copy.metadata.name = 'other';
    copy.metadata.labels = { app: 'web' };
    copy.spec.size = 2;
    copy.spec.colours.push('red');
    copy.status = { phase: 'Ready' };
    // @ts-expect-error a copy keeps its types
    copy.status = { phase: 'Gone' };
  });

  it('go where a read-only object is asked for, copied or not', () => {
    expectTypeOf<Mutable<Widget>>().toExtend<Widget>();
  });
});

describe('listers', () => {
  it('say that an object may not be there, unless asked to throw', () => {
    expectTypeOf(lister.get('default/a')).toEqualTypeOf<Widget | undefined>();
    expectTypeOf(lister.getOrThrow('default/a')).toEqualTypeOf<Widget>();
    expectTypeOf(lister.namespace('default').get('a')).toEqualTypeOf<Widget | undefined>();
    expectTypeOf(lister.namespace('default').getOrThrow('a')).toEqualTypeOf<Widget>();
  });

  it('list objects of the kind, by any form of selector', () => {
    expectTypeOf(lister.list()).toEqualTypeOf<Widget[]>();
    expectTypeOf(lister.list({ labelSelector: { matchLabels: { app: 'web' } }, limit: 3 })).toEqualTypeOf<Widget[]>();
    expectTypeOf(lister.namespace('default').list({ labelSelector: 'app=web' })).toEqualTypeOf<Widget[]>();
    expectTypeOf([...lister]).toEqualTypeOf<Widget[]>();
    expectTypeOf([...lister.keys()]).toEqualTypeOf<string[]>();
    // @ts-expect-error a limit is a number
    lister.list({ limit: '3' });
  });

  it('cannot write', () => {
    expectTypeOf(lister).not.toHaveProperty('add');
    expectTypeOf(lister).not.toHaveProperty('delete');
  });
});

describe('references', () => {
  it('carry kind and scope', () => {
    expectTypeOf(widgets).toEqualTypeOf<ResourceRef<Widget, 'Namespaced'>>();
    expectTypeOf(realms).toEqualTypeOf<ResourceRef<Realm, 'Cluster'>>();
  });

  it('of one kind are no references of another', () => {
    expectTypeOf<ResourceRef<Widget>>().not.toExtend<ResourceRef<Realm>>();
  });

  it('need a scope', () => {
    // @ts-expect-error scope is missing
    defineResource<Widget>({ group: '', version: 'v1', resource: 'widgets', kind: 'Widget' });
  });
});
