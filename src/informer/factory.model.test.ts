import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../base/fake-clock.js';
import { defineResource } from '../meta/index.js';
import type { KubernetesObject } from '../meta/index.js';
import type { ListerWatcher } from '../reflector/index.js';
import { FakeListerWatcher } from '../testing/index.js';
import { SharedInformerFactory } from './factory.js';
import type { SourceResource } from './factory-options.js';
import type { InformerLease } from './informer-handle.js';

const NAMES = ['a', 'b', 'c'] as const;

const resourceOf = (resource: string) =>
  defineResource<KubernetesObject>({ group: '', version: 'v1', resource, kind: 'Thing', scope: 'Namespaced' });

type Step =
  | { readonly do: 'read' | 'lease' | 'stopOne' | 'stopInformer'; readonly name: string }
  | { readonly do: 'release'; readonly lease: number }
  | { readonly do: 'start' | 'settle' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom('read', 'lease', 'stopOne', 'stopInformer'),
    name: fc.constantFrom(...NAMES),
  }),
  fc.record({ do: fc.constant('release'), lease: fc.nat(10) }),
  fc.record({ do: fc.constantFrom('start', 'settle') }),
);

/** What the factory must know of one informer. */
interface Model {
  leases: number;
  pinned: boolean;
  started: boolean;
}

describe('a factory', () => {
  it('keeps exactly the informers that somebody wants, whatever comes in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const clock = new FakeClock();
        const sources = new Map(NAMES.map((name) => [name as string, new FakeListerWatcher({ clock })]));
        const factory = new SharedInformerFactory(
          {
            listerWatcher: <T extends KubernetesObject>({ resource }: SourceResource<T>) =>
              sources.get(resource) as unknown as ListerWatcher<T>,
          },
          { clock },
        );
        const model = new Map<string, Model>();
        const leases: { readonly lease: InformerLease<KubernetesObject>; readonly of: Model; given: boolean }[] = [];
        const ending: Promise<void>[] = [];
        let started = false;

        const wanted = (name: string): Model => {
          const found = model.get(name);
          if (found !== undefined) return found;
          const made = { leases: 0, pinned: false, started: false };
          model.set(name, made);
          return made;
        };
        const forget = (of: Model): void => {
          for (const [name, each] of model) if (each === of) model.delete(name);
        };

        for (const next of steps) {
          switch (next.do) {
            case 'read':
              expect(factory.for(resourceOf(next.name)).informer.isStopped).toBe(false);
              wanted(next.name).pinned = true;
              break;
            case 'lease': {
              const lease = factory.for(resourceOf(next.name)).lease();
              const of = wanted(next.name);
              of.leases++;
              of.started ||= started;
              leases.push({ lease, of, given: false });
              break;
            }
            case 'release': {
              const chosen = leases[next.lease];
              if (chosen === undefined) break;
              ending.push(chosen.lease.release());
              if (chosen.given) break;
              chosen.given = true;
              if (--chosen.of.leases === 0 && !chosen.of.pinned) forget(chosen.of);
              break;
            }
            case 'stopOne':
              ending.push(factory.for(resourceOf(next.name)).stop());
              model.delete(next.name);
              break;
            case 'stopInformer': {
              const held = leases.find(({ of }) => of === model.get(next.name));
              if (held === undefined) break;
              ending.push(held.lease.informer.stop());
              // Stopped behind the factory's back: the next who asks gets a new one.
              ending.push(factory.for(resourceOf(next.name)).lease().release());
              model.delete(next.name);
              break;
            }
            case 'start':
              factory.start();
              started = true;
              for (const each of model.values()) each.started = true;
              break;
            case 'settle':
              await clock.settle();
              break;
          }
          expect(factory.status.map(({ name }) => name).sort()).toEqual([...model.keys()].sort());
        }

        await clock.settle();
        await Promise.all(ending);
        for (const name of NAMES) {
          expect(sources.get(name)?.openWatches).toBe(model.get(name)?.started === true ? 1 : 0);
        }
        await factory.stop();
        expect([...sources.values()].map(({ openWatches }) => openWatches)).toEqual([0, 0, 0]);
        expect(clock.pendingTimers).toBe(0);
      }),
      { numRuns: 150 },
    );
  });
});
