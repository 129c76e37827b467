import { onAbort } from '../../base/abort.js';
import { Failure } from './failure.js';
import type { Lease, Link } from './link.js';
import type { Purpose, TransportStats } from './transport.js';

interface Waiter {
  readonly purpose: Purpose;
  /** Both take it off the list. */
  readonly serve: (lease: Lease) => void;
  readonly fail: (reason: Error) => void;
}

interface Dial {
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

/** What the pool needs to know and to do. */
export interface PoolOptions {
  /** Makes a new connection. Rejects with a {@link Failure}, or with the signal's reason. */
  dial(signal: AbortSignal): Promise<Link>;
  readonly maxRequestConnections: number;
}

/**
 * The connections made with one set of TLS material. Each caller gets room on one; another is opened when there is none.
 *
 * Invariants:
 * 1. A watch never waits while the server takes connections: waiting for another watch to end may be for ever.
 * 2. At most `maxRequestConnections` connections carry requests only; one more request waits for one to end.
 * 3. Before the first connection is made, one attempt serves all who wait. After that no more are under way than those
 *    who wait can fill.
 * 4. A failed attempt fails those it was made for, so that nobody waits without an attempt under way or a call to end.
 * 5. Nobody waits: no attempt is under way.
 */
export class Pool {
  readonly #options: PoolOptions;
  readonly #links = new Set<Link>();
  readonly #waiters = new Set<Waiter>();
  readonly #dials = new Set<Dial>();
  // How many calls a connection to this server carries; unknown before the first one.
  #expected: number | undefined;
  // Set for good by `retire` and `close`.
  #closedBy: Failure | undefined;
  readonly #onEmpty = new Set<() => void>();

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  get stats(): TransportStats {
    return {
      connections: [...this.#links].map((link) => link.stats),
      waiting: this.#waiters.size,
      dialing: this.#dials.size,
    };
  }

  /** Room for one call. Rejects with the {@link Failure} to connect, or with the signal's reason. */
  acquire(purpose: Purpose, signal: AbortSignal): Promise<Lease> {
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    if (this.#closedBy !== undefined) return Promise.reject(this.#closedBy);
    const link = this.#waiters.size === 0 ? this.#find(purpose) : undefined;
    if (link !== undefined) return Promise.resolve(link.lease(purpose));
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        unlink();
        this.#waiters.delete(waiter);
      };
      const waiter: Waiter = {
        purpose,
        serve: (lease) => {
          settle();
          resolve(lease);
        },
        fail: (reason) => {
          settle();
          reject(reason);
        },
      };
      const unlink = onAbort(signal, () => {
        waiter.fail(signal.reason as Error);
        this.#balance();
      });
      this.#waiters.add(waiter);
      this.#balance();
    });
  }

  /** Takes no new calls; each connection closes when its calls have ended. Those who wait fail with `reason`. */
  retire(reason: Failure): void {
    this.#closedBy = reason;
    for (const waiter of this.#waiters) waiter.fail(reason);
    for (const { controller } of this.#dials) controller.abort(reason);
    for (const link of this.#links) link.retire();
  }

  /** Whether nothing is open or being opened. */
  get empty(): boolean {
    return this.#links.size === 0 && this.#dials.size === 0;
  }

  /** Fails everything with `reason`; resolves when every connection is closed. */
  async close(reason: Failure): Promise<void> {
    this.#closedBy = reason;
    for (const waiter of this.#waiters) waiter.fail(reason);
    for (const link of this.#links) link.destroy(reason);
    const dials = [...this.#dials];
    for (const { controller } of dials) controller.abort(reason);
    await Promise.all(dials.map(({ done }) => done));
    if (this.#links.size > 0) {
      await new Promise<void>((resolve) => {
        this.#onEmpty.add(resolve);
      });
    }
  }

  // Watches go where most calls are, so that connections fill up and the last ones become idle. Requests go where fewest
  // are, away from watches that fill the line.
  #find(purpose: Purpose): Link | undefined {
    let best: Link | undefined;
    let bestLoad = 0;
    for (const link of this.#links) {
      if (!link.hasRoom(purpose)) continue;
      const { watches, requests } = link.stats;
      const load = watches + requests;
      if (best === undefined || (purpose === 'watch' ? load > bestLoad : load < bestLoad)) {
        best = link;
        bestLoad = load;
      }
    }
    return best;
  }

  /** Serves those who can be, in the order they came, and has as many attempts under way as the others need. */
  #balance(): void {
    for (const waiter of this.#waiters) {
      const link = this.#find(waiter.purpose);
      if (link !== undefined) waiter.serve(link.lease(waiter.purpose));
    }
    const wanted = this.#dialsWanted();
    while (this.#dials.size < wanted) this.#dial();
    if (this.#waiters.size === 0) {
      for (const { controller } of this.#dials)
        controller.abort(new Error('nobody waits for this connection any more'));
    }
  }

  #dialsWanted(): number {
    if (this.#waiters.size === 0 || this.#closedBy !== undefined) return 0;
    let watches = 0;
    for (const { purpose } of this.#waiters) if (purpose === 'watch') watches++;
    let withoutWatch = 0;
    for (const { stats } of this.#links) if (stats.watches === 0 && !stats.retiring) withoutWatch++;
    const each = this.#expected ?? Infinity;
    const allowed = Math.max(0, this.#options.maxRequestConnections - withoutWatch);
    const forWatches = connectionsFor(watches, each);
    const forRequests = Math.min(connectionsFor(this.#waiters.size - watches, each), allowed);
    return Math.min(forWatches + forRequests, connectionsFor(this.#waiters.size, each));
  }

  #dial(): void {
    const controller = new AbortController();
    const share = this.#expected ?? Infinity;
    const attempt = async (): Promise<void> => {
      try {
        this.#adopt(await this.#options.dial(controller.signal));
      } catch (error) {
        if (!controller.signal.aborted) this.#failShare(error as Error, share);
      } finally {
        this.#dials.delete(dial);
        this.#balance();
      }
    };
    // Added before it can end: the attempt awaits at least once.
    const dial: Dial = { controller, done: attempt() };
    this.#dials.add(dial);
  }

  #adopt(link: Link): void {
    this.#links.add(link);
    link.observe({
      changed: () => {
        this.#balance();
      },
      closed: () => {
        this.#links.delete(link);
        if (this.#links.size === 0) for (const resolve of this.#onEmpty) resolve();
        this.#balance();
      },
    });
    if (this.#closedBy !== undefined) {
      link.destroy(this.#closedBy);
      return;
    }
    this.#expected = link.capacity;
    // Without this another attempt would follow, and another.
    if (!link.hasRoom('request')) {
      const why = this.#links.has(link) ? 'takes no request on it' : 'closed it at once';
      const refused = new Failure('ERR_HTTP_CONNECTION_LOST', `the server accepted a connection and ${why}`, {
        unprocessed: true,
      });
      link.destroy(refused);
      this.#failShare(refused, Infinity);
    }
  }

  #failShare(error: Error, share: number): void {
    let left = share;
    for (const waiter of this.#waiters) {
      if (left-- <= 0) return;
      waiter.fail(error);
    }
  }
}

function connectionsFor(calls: number, each: number): number {
  return calls === 0 ? 0 : Math.max(1, Math.ceil(calls / each));
}
