import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deferred } from '../../base/deferred.js';
import type { Deferred } from '../../base/deferred.js';
import { Failure } from './failure.js';
import type { Lease, Link, LinkObserver } from './link.js';
import { Pool } from './pool.js';
import type { ConnectionStats, Purpose } from './transport.js';

/** A link of `limit` streams, of which watches may take all but one. */
class FakeLink implements Link {
  readonly limit: number;
  readonly leases = new Map<Lease, Purpose>();
  observer: LinkObserver | undefined;
  retiring = false;
  closed = false;

  constructor(limit: number) {
    this.limit = limit;
  }

  get capacity(): number {
    return Math.max(1, this.watchLimit);
  }

  get watchLimit(): number {
    return this.limit > 1 ? this.limit - 1 : 1;
  }

  count(purpose: Purpose): number {
    return [...this.leases.values()].filter((each) => each === purpose).length;
  }

  get stats(): ConnectionStats {
    return {
      protocol: 'h2',
      watches: this.count('watch'),
      requests: this.count('request'),
      limit: this.limit,
      retiring: this.retiring,
    };
  }

  observe(observer: LinkObserver): void {
    this.observer = observer;
  }

  hasRoom(purpose: Purpose): boolean {
    if (this.retiring || this.leases.size >= this.limit) return false;
    return purpose === 'request' || this.count('watch') < this.watchLimit;
  }

  lease(purpose: Purpose): Lease {
    expect(this.hasRoom(purpose)).toBe(true);
    const lease: Lease = {
      protocol: 'h2',
      reused: false,
      send: () => Promise.reject(new Error('not in this test')),
      release: () => {
        this.leases.delete(lease);
        if (this.retiring && this.leases.size === 0) this.close();
        else this.observer?.changed();
      },
    };
    this.leases.set(lease, purpose);
    return lease;
  }

  retire(): void {
    this.retiring = true;
    if (this.leases.size === 0) this.close();
    else this.observer?.changed();
  }

  destroy(): void {
    this.retiring = true;
    this.leases.clear();
    this.close();
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.observer?.closed();
  }
}

interface Waiting {
  readonly purpose: Purpose;
  readonly controller: AbortController;
  lease: Lease | undefined;
  failed: boolean;
}

type Step =
  | { do: 'acquire'; purpose: Purpose }
  | { do: 'dialed' | 'refused' | 'release' | 'abort' | 'lose' | 'goaway'; pick: number };

const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('acquire' as const),
        purpose: fc.constantFrom<Purpose>('watch', 'request'),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('dialed' as const), pick: fc.nat() }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constantFrom('refused', 'release', 'abort', 'lose', 'goaway' as const),
        pick: fc.nat(),
      }),
    },
  ),
  { maxLength: 80 },
) as fc.Arbitrary<Step[]>;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Pool', () => {
  it('keeps its invariants under any sequence of calls, failures and losses', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 3 }),
        steps,
        async (limit, max, sequence) => {
          const dials: Deferred<Link>[] = [];
          const links: FakeLink[] = [];
          const calls: Waiting[] = [];
          const pool = new Pool({
            maxRequestConnections: max,
            dial: async (signal) => {
              const pending = deferred<Link>();
              dials.push(pending);
              signal.addEventListener('abort', () => {
                pending.reject(signal.reason);
              });
              try {
                return await pending.promise;
              } finally {
                dials.splice(dials.indexOf(pending), 1);
              }
            },
          });
          for (const step of sequence) {
            const open = links.filter(({ closed }) => !closed);
            const pick = <T>(from: readonly T[]): T | undefined =>
              'pick' in step ? from[step.pick % from.length] : undefined;
            switch (step.do) {
              case 'acquire': {
                const call: Waiting = {
                  purpose: step.purpose,
                  controller: new AbortController(),
                  lease: undefined,
                  failed: false,
                };
                calls.push(call);
                pool.acquire(step.purpose, call.controller.signal).then(
                  (lease) => (call.lease = lease),
                  () => (call.failed = true),
                );
                break;
              }
              case 'dialed': {
                const dial = pick(dials);
                if (dial === undefined) break;
                const link = new FakeLink(limit);
                links.push(link);
                dial.resolve(link);
                break;
              }
              case 'refused':
                pick(dials)?.reject(new Failure('ERR_HTTP_CONNECT', 'refused'));
                break;
              case 'release':
                pick(calls.filter(({ lease }) => lease !== undefined))?.lease?.release();
                break;
              case 'abort':
                pick(calls.filter(({ lease, failed }) => lease === undefined && !failed))?.controller.abort(
                  new Error('x'),
                );
                break;
              case 'lose':
                pick(open)?.destroy();
                break;
              case 'goaway':
                pick(open)?.retire();
                break;
            }
            await turn();
            const waiting = calls.filter(({ lease, failed }) => lease === undefined && !failed);
            const alive = links.filter(({ closed }) => !closed);
            expect(pool.stats).toMatchObject({ waiting: waiting.length, dialing: dials.length });
            expect(pool.stats.connections).toHaveLength(alive.length);
            for (const { purpose } of waiting) expect(alive.some((link) => link.hasRoom(purpose))).toBe(false);
            if (waiting.length === 0) expect(dials).toHaveLength(0);
            if (waiting.some(({ purpose }) => purpose === 'watch')) expect(dials.length).toBeGreaterThan(0);
            const requestsOnly = alive.filter((link) => link.count('watch') === 0 && !link.retiring).length;
            if (waiting.length > 0 && requestsOnly < max) expect(dials.length).toBeGreaterThan(0);
            const served = calls.filter(({ lease }) => lease !== undefined).length;
            expect(served + waiting.length + calls.filter(({ failed }) => failed).length).toBe(calls.length);
          }
          await pool.close(new Failure('ERR_HTTP_CONNECTION_LOST', 'closed'));
          await turn();
          expect(pool.empty).toBe(true);
          expect(dials).toHaveLength(0);
          expect(calls.every(({ lease, failed }) => lease !== undefined || failed)).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});
