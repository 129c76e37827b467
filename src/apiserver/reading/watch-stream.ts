import type { Clock, Timer } from '../../base/clock.js';
import type { ServedResource } from '../contract.js';
import { followDefinition } from '../crd/follow-definition.js';
import type { WatchAnswer, WatchSink } from '../http/contract.js';
import { servedEntry } from '../served-entry.js';
import { StatusError, expired } from '../status-error.js';
import type { Change, Entry, Snapshot, Storage } from '../storage/contract.js';
import { storedName } from '../stored-as.js';
import type { Manners } from './caching.js';
import type { Selection } from './selection.js';
import { eventOf } from './watch-events.js';

// What may wait for the socket of one watch. Beyond it, the watch reads on from the past once there is room, so a slow
// client costs no memory.
const ROOM_BYTES = 2 * 1024 * 1024;
// How often a full socket is looked at: at 2 MiB a turn that is more than any client takes.
const LOOK_AGAIN_MS = 5;
// A client that takes nothing for so long is gone. A kube-apiserver is less patient.
const STALL_MS = 30_000;
// Initial objects and past changes that are sent in one turn of the event loop: a few milliseconds.
const SLICE = 512;
// A last bookmark comes so long before the end, as on a kube-apiserver, so that the next watch begins near now.
const LAST_BOOKMARK_MS = 2_000;
// A bookmark that is due while a watch catches up is tried again after this.
const BOOKMARK_AGAIN_MS = 1_000;

export interface WatchContext {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly bookmarkIntervalMs: number;
}

/** Where a watch begins. */
export interface WatchStart {
  /** Sent as ADDED before anything else. */
  readonly initial: Snapshot | undefined;
  /** Whether a bookmark says that the initial state is complete. */
  readonly endMark: boolean;
  /** Changes above this version follow. */
  readonly version: number;
}

export interface WatchOptions {
  readonly resource: ServedResource;
  /** Empty for all. */
  readonly namespace: string;
  readonly selection: Selection;
  readonly start: StatusError | WatchStart;
  readonly manners: Manners;
  readonly bookmarks: boolean;
  readonly timeoutMs: number;
}

/**
 * One watch: a cursor that goes through the initial state, then the past, then follows the present. It falls back to
 * the past whenever the socket is full.
 */
export class WatchStream implements WatchAnswer {
  readonly #context: WatchContext;
  readonly #options: WatchOptions;
  #sink: WatchSink | undefined;
  #initial: Iterator<Entry> | undefined;
  /** Every change up to this version was sent or does not concern this watch. */
  #version = 0;
  /** Leaves the present; defined while the watch is in it. */
  #leave: (() => void) | undefined;
  /** Nothing above this version is its business: the resource it follows is no more. */
  #last: number | undefined;
  #unfollow: (() => void) | undefined;
  #turn: NodeJS.Immediate | undefined;
  #look: Timer | undefined;
  #bookmark: Timer | undefined;
  #end: Timer | undefined;
  #stopped = false;

  constructor(context: WatchContext, options: WatchOptions) {
    this.#context = context;
    this.#options = options;
  }

  start(sink: WatchSink): void {
    const { resource, start, timeoutMs, namespace } = this.#options;
    if (this.#stopped) return;
    this.#sink = sink;
    if (timeoutMs < 0) {
      this.#finish();
      return;
    }
    if (start instanceof StatusError) {
      this.#fail(start);
      return;
    }
    const { clock, storage } = this.#context;
    this.#unfollow = followDefinition(storage, resource, (version) => {
      this.#endAfter(version);
    });
    if (this.#unfollow === undefined) {
      this.#finish();
      return;
    }
    const deadline = clock.now() + timeoutMs;
    this.#end = clock.setTimeout(() => {
      this.#finish();
    }, timeoutMs);
    this.#version = start.version;
    this.#initial = start.initial?.entries({ namespace })[Symbol.iterator]();
    this.#scheduleBookmark(deadline);
    this.#run();
  }

  stop(): void {
    this.#stopped = true;
    this.#unfollow?.();
    this.#leave?.();
    this.#leave = undefined;
    this.#initial = undefined;
    if (this.#turn !== undefined) clearImmediate(this.#turn);
    for (const timer of [this.#look, this.#bookmark, this.#end]) timer?.cancel();
  }

  /** Goes on until there is no room, the slice is used up, or the watch is in the present. */
  #run(): void {
    this.#turn = undefined;
    let left = SLICE;
    if (this.#initial !== undefined) left = this.#sendInitial(this.#initial, left);
    if (left > 0 && this.#initial === undefined) this.#catchUp(left);
  }

  /** Gives what is left of the slice; 0 when the rest has to wait. */
  #sendInitial(entries: Iterator<Entry>, slice: number): number {
    const { resource, selection, start } = this.#options;
    for (let left = slice; left > 0; left--) {
      if (this.#pausedWhenFull()) return 0;
      const next = entries.next();
      if (next.done === true) {
        this.#initial = undefined;
        if (!(start instanceof StatusError) && start.endMark) {
          this.#send({ type: 'BOOKMARK', resourceVersion: String(start.version), initialEventsEnd: true });
        }
        return left;
      }
      const entry = servedEntry(resource, next.value);
      if (selection.matches(entry.object)) this.#send({ type: 'ADDED', entry });
    }
    this.#nextTurn();
    return 0;
  }

  #catchUp(slice: number): void {
    const { storage } = this.#context;
    const { resource, manners } = this.#options;
    const groupResource = storedName(resource);
    let past: Iterable<Change>;
    try {
      past = storage.past(groupResource, this.#version);
    } catch (error) {
      this.#fail(
        manners.cached ? (error as StatusError) : expired('The resourceVersion for the provided watch is too old.'),
      );
      return;
    }
    let left = slice;
    for (const change of past) {
      if (this.#last !== undefined && change.entry.version > this.#last) break;
      if (this.#pausedWhenFull()) return;
      if (left-- === 0) {
        this.#nextTurn();
        return;
      }
      this.#deliver(change);
      if (this.#stopped) return;
    }
    if (this.#last !== undefined) {
      this.#finish();
      return;
    }
    this.#leave = storage.subscribe(groupResource, this.#version, (change) => {
      if (this.#stopped || this.#leave === undefined) return;
      this.#deliver(change);
      this.#pausedWhenFull();
    });
  }

  /** Ends the watch, if need be when it has caught up so far. What comes later is of another definition. */
  #endAfter(version: number): void {
    this.#last = version;
    if (this.#leave !== undefined) this.#finish();
  }

  #deliver(change: Change): void {
    const { resource, namespace, selection } = this.#options;
    this.#version = change.entry.version;
    if (namespace !== '' && change.entry.namespace !== namespace) return;
    const event = eventOf(change, resource, selection);
    if (event !== undefined) this.#send(event);
  }

  /** Leaves the present when the socket is full, and comes back when it has room. */
  #pausedWhenFull(): boolean {
    if (this.#stopped) return true;
    if ((this.#sink as WatchSink).buffered <= ROOM_BYTES) return false;
    this.#leave?.();
    this.#leave = undefined;
    const { clock } = this.#context;
    const since = clock.now();
    const look = (): void => {
      const full = (this.#sink as WatchSink).buffered > ROOM_BYTES / 2;
      if (!full) this.#run();
      else if (clock.now() - since >= STALL_MS) this.#finish();
      else this.#look = clock.setTimeout(look, LOOK_AGAIN_MS);
    };
    this.#look = clock.setTimeout(look, LOOK_AGAIN_MS);
    return true;
  }

  #nextTurn(): void {
    this.#turn = setImmediate(() => {
      this.#run();
    });
  }

  #scheduleBookmark(deadline: number): void {
    const { bookmarks, manners } = this.#options;
    if (!bookmarks || !manners.cached) return;
    const { clock, bookmarkIntervalMs } = this.#context;
    const now = clock.now();
    const at = Math.min(now + bookmarkIntervalMs, deadline - LAST_BOOKMARK_MS);
    if (at < now) return;
    this.#bookmarkIn(at - now, deadline);
  }

  #bookmarkIn(delayMs: number, deadline: number): void {
    const { clock, storage } = this.#context;
    this.#bookmark = clock.setTimeout(() => {
      if (this.#leave === undefined) {
        this.#bookmarkIn(BOOKMARK_AGAIN_MS, deadline);
        return;
      }
      // A watch from the future gets none: it would go back.
      if (storage.settled >= this.#version) {
        this.#version = storage.settled;
        this.#send({ type: 'BOOKMARK', resourceVersion: String(storage.settled), initialEventsEnd: false });
      }
      // Not twice at the same time, which is the last.
      if (clock.now() < deadline - LAST_BOOKMARK_MS) this.#scheduleBookmark(deadline);
    }, delayMs);
  }

  #send(event: Parameters<WatchSink['send']>[0]): void {
    if (!this.#stopped) this.#sink?.send(event);
  }

  /** Tells why, and ends. */
  #fail(error: StatusError): void {
    this.#send({ type: 'ERROR', status: { ...error.status } });
    this.#finish();
  }

  #finish(): void {
    if (this.#stopped) return;
    this.stop();
    this.#sink?.end();
  }
}
