import { isDeepStrictEqual } from 'node:util';
import { compareResourceVersions } from 'kube-informer';
import type { Notification, ResourceEventHandler } from 'kube-informer';
import type { FakeClock, TestObject } from 'kube-informer/testing';
import type { ErrorBook } from './errors.js';
import type { HandlerPlan } from './handler-plan.js';
import type { Shape } from './shape.js';
import type { SourceModel } from './source-model.js';
import { ensure } from './violation.js';

/** What a run shares with every log of it. */
export interface LogContext {
  readonly model: SourceModel;
  readonly shape: Shape;
  readonly clock: FakeClock;
  readonly errors: ErrorBook;
  /** Whether changes after the first list may be shown as part of it, as a queue does that gathers them by key. */
  readonly blursFirstList: boolean;
  /** Told of a violation, since a handler that throws would only be reported as failing. */
  readonly onViolation: (violation: Error) => void;
}

interface Entry {
  readonly type: Notification<TestObject>['type'];
  readonly version: string;
  readonly isResync: boolean;
  /** Whether the client had begun to read everything only once when this was shown. */
  readonly beforeRelist: boolean;
}

// A thrower fails on every second call, so that what it does not fail on is seen to arrive too.
const FAILS_EVERY = 2;

/**
 * A handler that checks each call it gets against what it was shown before and against everything
 * that was ever true in the source.
 */
export class HandlerLog {
  readonly name: string;
  readonly entries: Entry[] = [];
  /** What it was shown last of each object that it was not told the end of. */
  readonly shown = new Map<string, TestObject>();
  /** What the cache held when it joined, in order. */
  readonly #replay: readonly TestObject[];
  readonly #plan: HandlerPlan;
  readonly #context: LogContext;
  /** The newest object of each name that it was shown. */
  readonly #newest = new Map<string, number>();
  #calls = 0;
  #inCall = false;
  #isLeaving = false;
  #hasLeft = false;
  #hasSynced = false;
  #initialIsOver = false;
  /** Timers this handler waits on: not the informer's. */
  waiting = 0;

  constructor(name: string, plan: HandlerPlan, replay: readonly TestObject[], context: LogContext) {
    this.name = name;
    this.#plan = plan;
    this.#replay = replay;
    this.#context = context;
    if (plan.manner === 'throws' || plan.manner === 'rejects') context.errors.cause('failing-handler');
    if (plan.manner === 'slow' && plan.delayMs >= 10_000) context.errors.cause('slow-handler');
  }

  readonly handler: ResourceEventHandler<TestObject> = {
    onAdd: (object, info) => this.#called({ type: 'add', object, ...info }),
    onUpdate: (oldObject, object, info) => this.#called({ type: 'update', oldObject, object, ...info }),
    onDelete: (object, info) => this.#called({ type: 'delete', object, ...info }),
  };

  /** The registration says that the first list was shown. */
  synced(): void {
    this.#guard(() => {
      this.#hasSynced = true;
      this.#require(this.entries.length >= this.#replay.length, 'is synced before it was shown what was cached');
    });
  }

  get hasSynced(): boolean {
    return this.#hasSynced;
  }

  /** It was taken off: no call may begin any more, or with `drain` none that was not queued. */
  leaving({ drain }: { drain: boolean }): void {
    this.#isLeaving = true;
    this.#hasLeft ||= !drain;
  }

  /** Its removal is complete. */
  left(): void {
    this.#isLeaving = true;
    this.#hasLeft = true;
    this.#guard(() => {
      // A removal waits 10 s for a call; only one that takes longer may still run.
      this.#require(!this.#inCall || this.#plan.delayMs >= 10_000, 'is in a call after its removal was complete');
    });
  }

  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** Checks one notification, and keeps it. */
  record(notification: Notification<TestObject>): void {
    const { type, key, object } = notification;
    const version = object.metadata.resourceVersion ?? '';
    const position = this.entries.length;
    this.entries.push({
      type,
      version,
      isResync: type === 'update' && notification.isResync,
      beforeRelist: this.#context.model.primeRequests <= 1,
    });
    this.#require(!this.#hasLeft, `was called after it was removed: ${type} of ${key}`);
    this.#require(
      Object.isFrozen(object) && Object.isFrozen(object.metadata),
      `was given a ${key} that can be written to`,
    );
    const replayed = this.#replay[position];
    if (replayed !== undefined) {
      this.#require(
        type === 'add' && object === replayed,
        `joined when the cache held ${replayed.metadata.name}@${replayed.metadata.resourceVersion ?? ''} at place ${position}, and was shown ${type} of ${key}@${version}`,
      );
    }
    switch (notification.type) {
      case 'add':
        this.#add(notification, replayed !== undefined);
        break;
      case 'update':
        this.#update(notification);
        break;
      case 'delete':
        this.#delete(notification);
        break;
    }
  }

  #add({ key, object, isInInitialList }: Notification<TestObject> & { type: 'add' }, isReplay: boolean): void {
    this.#require(!this.shown.has(key), `was shown an add of ${key}, which it knows`);
    this.#require(!isReplay || isInInitialList, `was replayed ${key} as if it were new`);
    if (isInInitialList && !this.#context.blursFirstList) {
      this.#require(!this.#initialIsOver, `was shown ${key} as part of the first list after something newer`);
      this.#require(!this.#hasSynced, `was shown ${key} as part of the first list after it had synced`);
    } else if (!isInInitialList) this.#initialIsOver = true;
    this.#checkState(key, object);
    this.shown.set(key, object);
  }

  #update({ key, oldObject, object, isResync }: Notification<TestObject> & { type: 'update' }): void {
    const last = this.shown.get(key);
    this.#require(last !== undefined, `was shown an update of ${key}, which it does not know`);
    this.#require(
      versionOf(oldObject) === versionOf(last) && uidOf(oldObject) === uidOf(last),
      `was shown an update of ${key} from ${versionOf(oldObject)}, but the last it saw is ${versionOf(last)}`,
    );
    this.#require(uidOf(object) === uidOf(last), `was shown another object named ${key} as an update`);
    if (isResync) {
      this.#require(versionOf(object) === versionOf(last), `was shown a change of ${key} as a resync`);
      if (object === last) return;
    } else {
      this.#initialIsOver = true;
      this.#require(
        versionOf(object) !== versionOf(last),
        `was shown ${key}@${versionOf(object)} again without a change`,
      );
      this.#checkOrder(key, last, object);
    }
    this.#checkState(key, object);
    this.shown.set(key, object);
  }

  #delete({ key, object, finalStateUnknown, lastShown }: Notification<TestObject> & { type: 'delete' }): void {
    const { model, shape } = this.#context;
    const last = this.shown.get(key);
    this.#initialIsOver = true;
    this.#require(last !== undefined, `was shown a delete of ${key}, which it does not know`);
    this.#require(uidOf(object) === uidOf(last), `was shown the delete of another object named ${key}`);
    this.#require(isDeepStrictEqual(lastShown, last), `was told that it was shown another state of ${key} last`);
    if (finalStateUnknown) {
      this.#checkState(key, object);
      if (versionOf(object) !== versionOf(last)) this.#checkOrder(key, last, object);
    } else {
      const end = model.endAt(uidOf(object), versionOf(object));
      this.#require(end !== undefined, `was shown a delete of ${key}@${versionOf(object)} that the source never made`);
      this.#require(
        isDeepStrictEqual(object, shape.of(end)),
        `was shown a last state of ${key} that the source never had`,
      );
      this.#checkOrder(key, last, object);
    }
    this.shown.delete(key);
  }

  /** What is shown was true once, and no object comes back after a later one of its name. */
  #checkState(key: string, object: TestObject): void {
    const { model, shape } = this.#context;
    const uid = uidOf(object);
    const state = model.stateAt(uid, versionOf(object));
    this.#require(state !== undefined, `was shown ${key}@${versionOf(object)}, which the source never had`);
    this.#require(
      isDeepStrictEqual(object, shape.of(state)),
      () =>
        `was shown ${key}@${versionOf(object)} as ${JSON.stringify(object)}, not as ${JSON.stringify(shape.of(state))}`,
    );
    const birth = model.birthOf(uid) ?? -1;
    const newest = this.#newest.get(key) ?? -1;
    this.#require(birth >= newest || model.restores > 0, `was shown an earlier ${key} after a later one`);
    this.#newest.set(key, Math.max(birth, newest));
  }

  #checkOrder(key: string, last: TestObject, next: TestObject): void {
    const { model } = this.#context;
    const order = compareResourceVersions(versionOf(next), versionOf(last)) ?? 1;
    this.#require(
      order > 0 || model.mayHaveGoneBack(uidOf(next)),
      `was shown ${key} at ${versionOf(next)} after ${versionOf(last)}: against the source's order`,
    );
  }

  #called(notification: Notification<TestObject>): unknown {
    this.#guard(() => {
      this.#require(!this.#inCall, `was called for ${notification.key} while another call was under way`);
      this.record(notification);
    });
    this.#calls++;
    const { manner, delayMs } = this.#plan;
    if (manner === 'sync') return undefined;
    if (manner === 'slow') return this.#pause(delayMs);
    if (this.#calls % FAILS_EVERY !== 0) return undefined;
    const failure = new Error(`${this.name} fails, as the history asks`);
    if (manner === 'rejects') return Promise.reject(failure);
    throw failure;
  }

  #pause(delayMs: number): Promise<void> {
    this.#inCall = true;
    this.waiting++;
    return new Promise((resolve) => {
      this.#context.clock.setTimeout(() => {
        this.#inCall = false;
        this.waiting--;
        resolve();
      }, delayMs);
    });
  }

  #guard(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.#context.onViolation(error as Error);
    }
  }

  #require(holds: boolean, what: string | (() => string)): asserts holds {
    ensure(holds, () => `handler ${this.name} ${typeof what === 'string' ? what : what()}`);
  }
}

/** For readers of a log: the version an object is at. */
export function versionOf(object: TestObject): string {
  return object.metadata.resourceVersion ?? '';
}

function uidOf(object: TestObject): string {
  return object.metadata.uid ?? '';
}
